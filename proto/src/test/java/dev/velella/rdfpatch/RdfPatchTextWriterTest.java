package dev.velella.rdfpatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;

class RdfPatchTextWriterTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI S = VALUES.createIRI("http://example.org/s");
    private static final IRI P = VALUES.createIRI("http://example.org/p");
    private static final IRI G = VALUES.createIRI("http://example.org/g");

    private static String write(PatchOperation... rows) throws IOException {
        StringBuilder out = new StringBuilder();
        new RdfPatchTextWriter(out).write(new RdfPatch(List.of(rows)));
        return out.toString();
    }

    private static String object(Value object) throws IOException {
        String row = write(new PatchOperation.Add(VALUES.createStatement(S, P, object)));
        return row.substring("A <http://example.org/s> <http://example.org/p> ".length(), row.length() - 3);
    }

    @Test
    void everyRowIsOneLineInOrder() throws IOException {
        Statement quad = VALUES.createStatement(S, P, VALUES.createLiteral("x"), G);
        assertThat(write(
                        new PatchOperation.Header("id", VALUES.createIRI("uuid:1")),
                        Transaction.START,
                        new PatchOperation.AddNamespace("ex", VALUES.createIRI("http://example.org/"), null),
                        new PatchOperation.AddNamespace("", VALUES.createIRI("http://example.org/"), G),
                        new PatchOperation.DeleteNamespace("ex", VALUES.createIRI("http://example.org/"), null),
                        new PatchOperation.DeleteNamespace("ex", null, G),
                        new PatchOperation.Delete(quad),
                        new PatchOperation.Add(VALUES.createStatement(S, P, G)),
                        Transaction.COMMIT,
                        Transaction.START,
                        Transaction.ABORT))
                .isEqualTo(
                        """
                        H id <uuid:1> .
                        TX .
                        PA "ex" "http://example.org/" .
                        PA "" "http://example.org/" <http://example.org/g> .
                        PD "ex" .
                        PD "ex" <http://example.org/g> .
                        D <http://example.org/s> <http://example.org/p> "x" <http://example.org/g> .
                        A <http://example.org/s> <http://example.org/p> <http://example.org/g> .
                        TC .
                        TX .
                        TA .
                        """);
    }

    @Test
    void blankNodesStandBetweenAngleBracketsEverywhere() throws IOException {
        Resource node = VALUES.createBNode("b1");
        assertThat(write(new PatchOperation.Add(VALUES.createStatement(node, P, node, node))))
                .isEqualTo("A <_:b1> <http://example.org/p> <_:b1> <_:b1> .\n");
    }

    @Test
    void charactersThatAreForbiddenInALabelAreEscaped() throws IOException {
        assertThat(object(VALUES.createBNode("a b>\\ü"))).isEqualTo("<_:a\\u0020b\\u003E\\u005Cü>");
    }

    @Test
    void patchesAreToldApartBySegments() throws IOException {
        StringBuilder out = new StringBuilder();
        RdfPatchTextWriter writer = new RdfPatchTextWriter(out);
        writer.handler().operation(Transaction.START);
        writer.handler().operation(Transaction.COMMIT);
        writer.handler().endOfPatch();
        writer.endOfPatch();
        assertThat(out.toString()).isEqualTo("TX .\nTC .\nZ .\nZ .\n");
    }

    @Test
    void whatWouldBeReadBackAsSomethingElseIsRefusedAndItsRowNotWritten() {
        for (PatchOperation row : List.of(
                new PatchOperation.Add(VALUES.createStatement(S, P, VALUES.createIRI("_:b"))),
                new PatchOperation.Add(
                        VALUES.createStatement(S, P, VALUES.createLiteral("x", VALUES.createIRI("_:b")))),
                new PatchOperation.Add(VALUES.createStatement(S, P, VALUES.createBNode("\uD83D"))),
                new PatchOperation.Add(VALUES.createStatement(S, P, VALUES.createLiteral("\uDE00\uD83D"))),
                new PatchOperation.Add(VALUES.createStatement(S, P, VALUES.createLiteral("x", "en US"))),
                new PatchOperation.Add(VALUES.createStatement(S, P, S, VALUES.createIRI("urn:x-arq:DefaultGraph"))),
                new PatchOperation.Add(VALUES.createStatement(S, P, S, VALUES.createTriple(S, P, S))),
                new PatchOperation.AddNamespace("a", S, VALUES.createIRI("urn:x-arq:DefaultGraphNode")),
                new PatchOperation.Header("\uD83D", S),
                Transaction.COMMIT)) {
            StringBuilder out = new StringBuilder();
            RdfPatchTextWriter writer = new RdfPatchTextWriter(out);
            assertThatThrownBy(() -> writer.write(row)).isInstanceOf(IllegalArgumentException.class);
            assertThat(out.toString()).isEmpty();
        }
    }

    @Test
    void transactionsThatAreNestedOrNotEndedAreRefused() throws IOException {
        StringBuilder out = new StringBuilder();
        RdfPatchTextWriter writer = new RdfPatchTextWriter(out);
        assertThatThrownBy(() -> writer.write(new RdfPatch(List.of(Transaction.START))))
                .isInstanceOf(IllegalArgumentException.class);
        writer.write(Transaction.START);
        assertThatThrownBy(() -> writer.write(Transaction.START)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(writer::endOfPatch).isInstanceOf(IllegalArgumentException.class);
        writer.write(Transaction.ABORT);
        writer.endOfPatch();
        assertThat(out.toString()).isEqualTo("TX .\nTA .\nZ .\n");
    }

    @Test
    void literalsAreSpelledAsInNTriplesWithoutShortForms() throws IOException {
        assertThat(object(VALUES.createLiteral("1", XSD.INTEGER)))
                .isEqualTo("\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>");
        assertThat(object(VALUES.createLiteral("x", XSD.STRING))).isEqualTo("\"x\"");
        assertThat(object(VALUES.createLiteral("Wein", "de-AT"))).isEqualTo("\"Wein\"@de-AT");
        assertThat(object(VALUES.createLiteral(""))).isEqualTo("\"\"");
    }

    @Test
    void quotesBackslashesAndControlCharactersAreEscaped() throws IOException {
        assertThat(object(VALUES.createLiteral("a\"b\\c\n\r\t\b\f\u0001\u007Fü\uD83D\uDE00")))
                .isEqualTo("\"a\\\"b\\\\c\\n\\r\\t\\b\\f\\u0001\\u007Fü\uD83D\uDE00\"");
    }

    @Test
    void charactersThatAreForbiddenInAnIriAreEscaped() throws IOException {
        assertThat(object(VALUES.createIRI("http://e/a b>ü"))).isEqualTo("<http://e/a\\u0020b\\u003Eü>");
    }

    @Test
    void behindPlainTextEachCharacterIsEscapedWhereItMustBe() throws IOException {
        for (char c = 0; c <= 0x80; c++) {
            String escape = String.format("\\u%04X", (int) c);
            boolean isForbidden = c <= ' ' || "<>\"{}|^`\\".indexOf(c) >= 0;
            assertThat(object(VALUES.createIRI("http://e/a" + c + "b")))
                    .isEqualTo("<http://e/a" + (isForbidden ? escape : c) + "b>");
            if ("\b\t\n\f\r\"\\".indexOf(c) < 0) {
                assertThat(object(VALUES.createLiteral("a" + c + "b")))
                        .isEqualTo("\"a" + (c < ' ' || c == 0x7F ? escape : c) + "b\"");
            }
        }
    }

    @Test
    void quotedTriplesAreWrittenInParentheses() throws IOException {
        assertThat(object(VALUES.createTriple(S, P, VALUES.createTriple(S, P, G))))
                .isEqualTo("<<( <http://example.org/s> <http://example.org/p> <<( <http://example.org/s>"
                        + " <http://example.org/p> <http://example.org/g> )>> )>>");
    }

    @Test
    void keysThatAreNoPlainWordsAreQuoted() throws IOException {
        assertThat(write(new PatchOperation.Header("event-time", VALUES.createLiteral("1"))))
                .isEqualTo("H event-time \"1\" .\n");
        assertThat(write(new PatchOperation.Header("two words", VALUES.createLiteral("1"))))
                .isEqualTo("H \"two words\" \"1\" .\n");
        assertThat(write(new PatchOperation.Header("", VALUES.createLiteral("1"))))
                .isEqualTo("H \"\" \"1\" .\n");
    }
}
