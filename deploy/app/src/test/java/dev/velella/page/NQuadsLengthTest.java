package dev.velella.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NQuadsLengthTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI S = VALUES.createIRI("http://e/s");
    private static final IRI G = VALUES.createIRI("http://e/g");

    record Line(Statement statement, String text) {}

    static Stream<Line> lines() {
        return Stream.of(
                new Line(VALUES.createStatement(S, S, G), "<http://e/s> <http://e/s> <http://e/g> .\n"),
                new Line(
                        VALUES.createStatement(VALUES.createBNode("b1"), S, VALUES.createLiteral("x"), G),
                        "_:b1 <http://e/s> \"x\" <http://e/g> .\n"),
                new Line(
                        VALUES.createStatement(S, S, VALUES.createLiteral("a\"b\\c\nd\te", "en")),
                        "<http://e/s> <http://e/s> \"a\\\"b\\\\c\\nd\\te\"@en .\n"),
                new Line(
                        VALUES.createStatement(S, S, VALUES.createLiteral("1", XSD.INTEGER)),
                        "<http://e/s> <http://e/s> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n"),
                new Line(
                        VALUES.createStatement(S, S, VALUES.createLiteral("é€𝄞\u0001")),
                        "<http://e/s> <http://e/s> \"é€𝄞\\u0001\" .\n"),
                new Line(
                        VALUES.createStatement(VALUES.createTriple(S, S, G), S, G),
                        "<<<http://e/s> <http://e/s> <http://e/g>>> <http://e/s> <http://e/g> .\n"));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void isTheLengthOfTheLineInBytes(Line line) {
        assertThat(NQuadsLength.of(line.statement())).isEqualTo(line.text().getBytes(StandardCharsets.UTF_8).length);
    }
}
