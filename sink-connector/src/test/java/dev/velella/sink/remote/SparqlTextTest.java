package dev.velella.sink.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.sink.error.PatchRefusedException;
import java.util.HashSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryResult;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.Test;

class SparqlTextTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final SailRepository STORE = new SailRepository(new MemoryStore());

    private static Statement with(Value object) {
        return VALUES.createStatement(VALUES.createIRI("urn:s"), VALUES.createIRI("urn:p"), object);
    }

    /** What a store makes of the text; one for all, as it takes longer to make than to use. */
    private Value stored(Value object) {
        StringBuilder text = new StringBuilder("INSERT DATA { ");
        SparqlText.PLAIN.triples(text, List.of(with(object)));
        try (RepositoryConnection connection = STORE.getConnection()) {
            connection.clear();
            connection.prepareUpdate(text.append("}").toString()).execute();
            assertThat(connection.size()).isEqualTo(1);
            try (RepositoryResult<Statement> found = connection.getStatements(null, null, null, false)) {
                return found.next().getObject();
            }
        }
    }

    @Provide
    Arbitrary<String> hostile() {
        Arbitrary<String> parts = Arbitraries.of(
                "\"",
                "'",
                "\\",
                "u0041",
                "U0001F41A",
                "\n",
                "\r",
                "\t",
                "}",
                ";",
                ">",
                "<",
                "a",
                "é",
                "🐚",
                "\u0001",
                "@en",
                "^^",
                "{",
                "#",
                "\"\"\"");
        return parts.list().ofMaxSize(12).map(list -> String.join("", list));
    }

    @Property(tries = 200)
    void everyStringComesBack(@ForAll("hostile") String text) {
        assertThat(stored(VALUES.createLiteral(text))).isEqualTo(VALUES.createLiteral(text));
    }

    @Test
    void languagesAndTypesComeBack() {
        for (Value value : new Value[] {
            VALUES.createLiteral("salut", "fr-CA"),
            VALUES.createLiteral("01", VALUES.createIRI("http://www.w3.org/2001/XMLSchema#integer")),
            VALUES.createIRI("http://example.org/é?a=b#c")
        }) {
            assertThat(stored(value)).isEqualTo(value);
        }
    }

    @Test
    void nothingEndsItsQuotes() {
        for (Value value : new Value[] {
            VALUES.createIRI("urn:x> . } ; DROP ALL ; INSERT DATA { <urn:y"),
            VALUES.createIRI("urn:with space"),
            VALUES.createIRI("urn:back\\u003Eslash"),
            VALUES.createLiteral("x", VALUES.createIRI("urn:t> . <urn:a")),
            VALUES.createLiteral("x", "en . } ; DROP ALL #"),
            VALUES.createLiteral("half \uD83D of a pair"),
            VALUES.createTriple(VALUES.createIRI("urn:s"), VALUES.createIRI("urn:p"), VALUES.createLiteral(1))
        }) {
            assertThatThrownBy(() -> SparqlText.check(value, new CheckedIris(SparqlText::checkIri)))
                    .as("%s", value)
                    .isInstanceOf(PatchRefusedException.class);
        }
    }

    @Test
    void whatAnEndpointWouldMakeAnotherIriOfIsRefused() {
        for (String iri : new String[] {
            "x/y:z",
            "#a:b",
            "?a:b",
            "//h/x:y",
            ":x",
            "1:z",
            "http://a/b/../c",
            "http://a/./b",
            "http://a/..",
            "http://a/.?q",
            "urn:a/../b",
            "urn:..",
            "urn:.#x"
        }) {
            Value value = VALUES.createIRI(iri);
            assertThatThrownBy(() -> SparqlText.check(value, new CheckedIris(SparqlText::checkIri)))
                    .as(iri)
                    .isInstanceOf(PatchRefusedException.class)
                    .hasMessageContaining("makes another one");
        }
        for (String iri : new String[] {
            "HTTP+x-1.0://Example.org:80//a/.b/c./...", "http://a/?../x#./y", "http://a/#/../x", "x:", "urn:a..b"
        }) {
            Value value = VALUES.createIRI(iri);
            assertThat(stored(value)).isEqualTo(value);
        }
    }

    @Provide
    Arbitrary<IRI> iris() {
        return Arbitraries.of(
                        "urn:a",
                        "urn:ns#a",
                        "urn:ns#b_1",
                        "urn:ns#1",
                        "urn:ns#",
                        "urn:ns#a.b",
                        "urn:ns#é",
                        "urn:x/y#a/b",
                        "http://e.org/p/a",
                        "http://e.org/p/b",
                        "http://e.org/p/a-b",
                        "http://e.org/p/",
                        "http://e.org/%20a")
                .map(VALUES::createIRI);
    }

    @Provide
    Arbitrary<List<Statement>> statements() {
        Arbitrary<Value> literals = Combinators.combine(Arbitraries.of("1", "x", "two words"), iris())
                .as((label, type) -> VALUES.createLiteral(label, type));
        Arbitrary<Value> objects = Arbitraries.oneOf(iris().map(Value.class::cast), literals);
        return Combinators.combine(iris(), iris(), objects)
                .as((s, p, o) -> VALUES.createStatement(s, p, o))
                .list()
                .ofMaxSize(30);
    }

    @Property(tries = 100)
    void prefixesAndGroupsChangeNothing(@ForAll("statements") List<Statement> statements) {
        SparqlText terms = SparqlText.of(List.of("urn:unused#"), List.of(statements));
        StringBuilder text = new StringBuilder();
        terms.prologue(text);
        text.append("INSERT DATA { ");
        terms.triples(text, statements);
        try (RepositoryConnection connection = STORE.getConnection()) {
            connection.clear();
            connection.prepareUpdate(text.append("}").toString()).execute();
            assertThat(connection.getStatements(null, null, null, false).stream())
                    .containsExactlyInAnyOrderElementsOf(new HashSet<>(statements));
        }
    }

    @Test
    void blankNodesAreRefused() {
        assertThatThrownBy(() -> SparqlText.check(VALUES.createBNode(), new CheckedIris(SparqlText::checkIri)))
                .isInstanceOf(PatchRefusedException.class)
                .hasMessageContaining("blank.nodes=auto");
    }
}
