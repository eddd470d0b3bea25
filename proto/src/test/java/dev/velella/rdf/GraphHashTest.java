package dev.velella.rdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;

class GraphHashTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI S = VALUES.createIRI("http://example.org/s");
    private static final IRI P = VALUES.createIRI("http://example.org/p");

    private static Statement statement(Value object) {
        return VALUES.createStatement(S, P, object);
    }

    @Property(tries = 100)
    void orderDoesNotMatter(@ForAll @Size(max = 30) Set<String> labels, @ForAll long seed) {
        List<Statement> statements = new ArrayList<>();
        labels.forEach(label -> statements.add(statement(VALUES.createLiteral(label))));
        long hash = GraphHash.ofSet(statements);
        Collections.shuffle(statements, new Random(seed));
        assertThat(GraphHash.ofSet(statements)).isEqualTo(hash);
    }

    @Property(tries = 100)
    void addingAndSubtractingChangesGivesTheHashOfTheResult(
            @ForAll @Size(max = 20) Set<Integer> before, @ForAll @Size(max = 20) Set<Integer> after) {
        long hash = hashOf(before);
        for (int n : before) {
            hash -= after.contains(n) ? 0 : GraphHash.of(statement(VALUES.createLiteral(n)));
        }
        for (int n : after) {
            hash += before.contains(n) ? 0 : GraphHash.of(statement(VALUES.createLiteral(n)));
        }
        assertThat(hash).isEqualTo(hashOf(after));
        assertThat(hash - hashOf(after)).isEqualTo(GraphHash.EMPTY);
    }

    private static long hashOf(Set<Integer> numbers) {
        return GraphHash.ofSet(
                numbers.stream().map(n -> statement(VALUES.createLiteral(n))).toList());
    }

    @Test
    void statementsThatRdf4jCallsEqualHashEqual() {
        assertThat(GraphHash.of(statement(VALUES.createLiteral("x", "en-GB"))))
                .isEqualTo(GraphHash.of(statement(VALUES.createLiteral("x", "EN-gb"))));
        assertThat(GraphHash.of(statement(VALUES.createLiteral("x", XSD.STRING))))
                .isEqualTo(GraphHash.of(statement(VALUES.createLiteral("x"))));
        assertThat(GraphHash.of(statement(VALUES.createIRI("http://example.org/", "o"))))
                .isEqualTo(GraphHash.of(statement(VALUES.createIRI("http://example.org/o"))));
        assertThat(GraphHash.of(statement(VALUES.createTriple(S, P, VALUES.createLiteral("x", "en")))))
                .isEqualTo(GraphHash.of(statement(VALUES.createTriple(S, P, VALUES.createLiteral("x", "EN")))));
    }

    @Test
    void statementsThatDifferInOnePlaceHashDifferently() {
        List<Value> objects = List.of(
                VALUES.createLiteral("a"),
                VALUES.createLiteral("b"),
                VALUES.createLiteral("a", "en"),
                VALUES.createLiteral("a", "de"),
                VALUES.createLiteral("a", XSD.TOKEN),
                VALUES.createLiteral("a", VALUES.createIRI("a:t")),
                VALUES.createBNode("a"),
                VALUES.createIRI("a:"),
                VALUES.createIRI("a:Aa"),
                VALUES.createIRI("a:BB"),
                VALUES.createTriple(S, P, S),
                VALUES.createTriple(S, P, P));
        List<Statement> statements = new ArrayList<>();
        for (Value object : objects) {
            statements.add(statement(object));
            statements.add(VALUES.createStatement(S, P, object, S));
            statements.add(VALUES.createStatement(S, P, object, P));
            statements.add(VALUES.createStatement(P, S, object));
            statements.add(VALUES.createStatement(VALUES.createBNode("a"), P, object));
        }
        Set<Long> hashes = new HashSet<>();
        statements.forEach(statement -> hashes.add(GraphHash.of(statement)));
        assertThat(hashes).hasSameSizeAs(statements).doesNotContain(GraphHash.EMPTY);
    }

    @Test
    void theHashesOfManySimilarStatementsDoNotCollide() {
        Set<Long> hashes = new HashSet<>();
        for (int subject = 0; subject < 100; subject++) {
            IRI iri = VALUES.createIRI("http://example.org/" + subject);
            for (int object = 0; object < 1000; object++) {
                hashes.add(GraphHash.of(VALUES.createStatement(iri, P, VALUES.createLiteral("" + object))));
            }
        }
        assertThat(hashes).hasSize(100_000);
    }

    @Test
    void theHashIsTheSameInEveryProcess() {
        assertThat(GraphHash.format(GraphHash.of(statement(VALUES.createLiteral("x")))))
                .isEqualTo("h7d2469b1a57f22d7");
    }

    /** Topics and stores hold hashes, so none may ever change. Texts of all lengths modulo four are among these. */
    @Property(tries = 300)
    void textsHaveTheHashThatTheyHadEver(@ForAll String text) {
        long b = 2;
        for (char c : text.toCharArray()) {
            b = b * 0x100000001B3L + c;
        }
        long z = b ^ ((long) text.hashCode() << 32);
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        assertThat(GraphHash.ofIri(text)).isEqualTo(z ^ (z >>> 31));
    }

    @Test
    void languageTagsHashEqualWhereverTheirCaseIsIgnored() {
        // LATIN SMALL LETTER LONG S is a lower-case letter whose upper case is S.
        Statement one = statement(VALUES.createLiteral("x", "\u017F"));
        Statement other = statement(VALUES.createLiteral("x", "S"));
        assertThat(one).isEqualTo(other);
        assertThat(GraphHash.of(one)).isEqualTo(GraphHash.of(other));
    }

    @Property(tries = 100)
    void theWrittenFormIsReadBack(@ForAll long hash) {
        assertThat(GraphHash.format(hash)).matches("h[0-9a-f]{16}");
        assertThat(GraphHash.parse(GraphHash.format(hash))).isEqualTo(hash);
    }

    @Test
    void onlyTheWrittenFormIsRead() {
        for (String text : List.of(
                "",
                "h",
                "h0",
                "0000000000000000",
                "g0000000000000000",
                "h000000000000000g",
                "h-000000000000001",
                "h+000000000000001",
                "hABCDEF0000000000",
                "h00000000000000000")) {
            assertThatThrownBy(() -> GraphHash.parse(text))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not a graph hash");
        }
    }
}
