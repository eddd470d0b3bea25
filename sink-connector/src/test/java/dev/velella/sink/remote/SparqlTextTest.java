package dev.velella.sink.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.sink.store.PatchRefusedException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.Test;

class SparqlTextTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String BASE = "urn:velella:genid:";

    private final SparqlText terms = new SparqlText(RemoteSettings.BlankNodes.SKOLEMIZE, BASE);

    private static Statement with(Value object) {
        return VALUES.createStatement(VALUES.createIRI("urn:s"), VALUES.createIRI("urn:p"), object);
    }

    /** What a store makes of the text. */
    private Value stored(Value object) {
        StringBuilder text = new StringBuilder("INSERT DATA { ");
        terms.triple(text, with(object));
        SailRepository repository = new SailRepository(new MemoryStore());
        try (RepositoryConnection connection = repository.getConnection()) {
            connection.prepareUpdate(text.append("}").toString()).execute();
            assertThat(connection.size()).isEqualTo(1);
            return terms.restored(
                    connection.getStatements(null, null, null, false).next().getObject());
        } finally {
            repository.shutDown();
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
    void languagesTypesAndBlankNodesComeBack() {
        for (Value value : new Value[] {
            VALUES.createLiteral("salut", "fr-CA"),
            VALUES.createLiteral("01", VALUES.createIRI("http://www.w3.org/2001/XMLSchema#integer")),
            VALUES.createBNode("b 1/é+%"),
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
            assertThatThrownBy(() -> terms.check(with(value)))
                    .as("%s", value)
                    .isInstanceOf(PatchRefusedException.class);
        }
    }

    @Test
    void blankNodesAreRefusedWhereAskedFor() {
        SparqlText strict = new SparqlText(RemoteSettings.BlankNodes.REFUSE, BASE);
        assertThatThrownBy(() -> strict.check(with(VALUES.createBNode())))
                .isInstanceOf(PatchRefusedException.class)
                .hasMessageContaining("blank.nodes=auto");
        assertThat(strict.restored(VALUES.createIRI(BASE + "x")))
                .as("nobody's node")
                .isEqualTo(VALUES.createIRI(BASE + "x"));
    }
}
