package dev.velella.rdfpatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.velella.rdf.PatchHandler;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.impl.ValidatingValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RdfPatchTextReaderTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI S = VALUES.createIRI("urn:s");
    private static final IRI P = VALUES.createIRI("urn:p");
    private static final IRI G = VALUES.createIRI("urn:g");

    private static RdfPatchTextReader reader(String text) {
        return new RdfPatchTextReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), VALUES);
    }

    private static List<RdfPatch> patches(String text) {
        try (RdfPatchTextReader reader = reader(text)) {
            List<RdfPatch> patches = new ArrayList<>();
            for (RdfPatch patch = reader.next(); patch != null; patch = reader.next()) {
                patches.add(patch);
            }
            return patches;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<PatchOperation> rows(String text) {
        List<RdfPatch> patches = patches(text);
        assertThat(patches).hasSize(1);
        return patches.get(0).operations();
    }

    private static Statement statement(String text) {
        return ((PatchOperation.Add) rows(text).get(0)).statement();
    }

    private static Value object(String term) {
        return statement("A <urn:s> <urn:p> " + term + " .").getObject();
    }

    private static MalformedPatchException failure(String text) {
        return catchThrowableOfType(MalformedPatchException.class, () -> patches(text));
    }

    private static PatchOperation add(Value object) {
        return new PatchOperation.Add(VALUES.createStatement(S, P, object));
    }

    @Test
    void everyKindOfRowIsRead() {
        assertThat(
                        rows(
                                """
                                H id <uuid:1> .
                                H "two words" "x" .
                                TX .
                                PA "ex" "http://example.org/" .
                                PA ex <http://example.org/> <urn:g> .
                                PD "ex" .
                                PD "ex" <urn:g> .
                                D <urn:s> <urn:p> <urn:g> <urn:g> .
                                A <urn:s> <urn:p> <urn:g> .
                                TC .
                                TB .
                                TA .
                                """))
                .containsExactly(
                        new PatchOperation.Header("id", VALUES.createIRI("uuid:1")),
                        new PatchOperation.Header("two words", VALUES.createLiteral("x")),
                        Transaction.START,
                        new PatchOperation.AddNamespace("ex", VALUES.createIRI("http://example.org/"), null),
                        new PatchOperation.AddNamespace("ex", VALUES.createIRI("http://example.org/"), G),
                        new PatchOperation.DeleteNamespace("ex", null, null),
                        new PatchOperation.DeleteNamespace("ex", null, G),
                        new PatchOperation.Delete(VALUES.createStatement(S, P, G, G)),
                        add(G),
                        Transaction.COMMIT,
                        Transaction.START,
                        Transaction.ABORT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "# nothing", "\uFEFF", "\uFEFF# nothing\r\n"})
    void anInputWithoutRowsIsNoPatch(String text) {
        assertThat(patches(text)).isEmpty();
    }

    @Test
    void segmentsEndPatchesAndWhatFollowsTheLastIsOneToo() {
        RdfPatch transaction = new RdfPatch(List.of(Transaction.START, Transaction.COMMIT));
        assertThat(patches("TX. TC. Z. Z. TX. TC. Z."))
                .containsExactly(transaction, new RdfPatch(List.of()), transaction);
        assertThat(patches("Z. TX. TC.\n")).containsExactly(new RdfPatch(List.of()), transaction);
    }

    @Test
    void theHandlerHearsOfOneRowOrEndACall() throws IOException {
        List<String> heard = new ArrayList<>();
        PatchHandler handler = new PatchHandler() {
            @Override
            public void operation(PatchOperation operation) {
                heard.add(operation.toString());
            }

            @Override
            public void endOfPatch() {
                heard.add("end");
            }
        };
        try (RdfPatchTextReader reader = reader("TX . TA . Z . Z . TX . TC .")) {
            int calls = 0;
            while (reader.read(handler)) {
                assertThat(heard).hasSize(++calls);
            }
            assertThat(reader.read(handler)).isFalse();
        }
        assertThat(heard).containsExactly("START", "ABORT", "end", "end", "START", "COMMIT", "end");
    }

    @Test
    void aRowIsThereAsSoonAsItsDotIs() throws IOException {
        InputStream cut = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("read on after the dot");
            }
        };
        InputStream in = new SequenceInputStream(
                new ByteArrayInputStream("A <urn:s> <urn:p> <urn:g> .".getBytes(StandardCharsets.UTF_8)), cut);
        List<PatchOperation> rows = new ArrayList<>();
        try (RdfPatchTextReader reader = new RdfPatchTextReader(in, VALUES)) {
            reader.read(new PatchHandler() {
                @Override
                public void operation(PatchOperation operation) {
                    rows.add(operation);
                }

                @Override
                public void endOfPatch() {}
            });
        }
        assertThat(rows).containsExactly(add(G));
    }

    @Test
    void rowsMaySpanLinesAndShareThem() {
        assertThat(rows("A\r\n<urn:s>\t# subject .\r\n <urn:p>\n<urn:g>.TX .TA.\r\nA<urn:s><urn:p><urn:g>."))
                .containsExactly(add(G), Transaction.START, Transaction.ABORT, add(G));
    }

    @Test
    void bothSpellingsOfABlankNodeAreTheSameLabelWhole() {
        Statement statement = statement("A _:b1 <urn:p> <_:b1> <_:b1> .");
        assertThat(statement.getSubject()).isEqualTo(VALUES.createBNode("b1"));
        assertThat(statement.getObject()).isEqualTo(VALUES.createBNode("b1"));
        assertThat(statement.getContext()).isEqualTo(VALUES.createBNode("b1"));
    }

    @ParameterizedTest
    @CsvSource({
        "_:a.b, a.b",
        "_:a., a",
        "_:1, 1",
        "_:a-b, a-b",
        "_:ü·x, ü·x",
        "<_:a/b?c>, a/b?c",
        "<_:>, ''",
        "<_:a\\u0020b>, a b",
        "<_:-a>, -a"
    })
    void labelsAreReadWhole(String term, String label) {
        String dot = term.endsWith(".") ? "" : " .";
        assertThat(statement("A <urn:s> <urn:p> " + term + dot).getObject()).isEqualTo(VALUES.createBNode(label));
    }

    @ParameterizedTest
    @ValueSource(strings = {"urn:x-arq:DefaultGraph", "urn:x-arq:DefaultGraphNode"})
    void theNamesOfTheDefaultGraphAreNoGraphs(String name) {
        assertThat(statement("A <urn:s> <urn:p> <urn:g> <" + name + "> .").getContext())
                .isNull();
        assertThat(rows("PA 'x' 'urn:x' <" + name + "> . PD 'x' <" + name + "> ."))
                .containsExactly(
                        new PatchOperation.AddNamespace("x", VALUES.createIRI("urn:x"), null),
                        new PatchOperation.DeleteNamespace("x", null, null));
        assertThat(object("<" + name + ">")).isEqualTo(VALUES.createIRI(name));
    }

    @ParameterizedTest
    @CsvSource({
        "1, integer",
        "01, integer",
        "+1, integer",
        "-0, integer",
        "1.50, decimal",
        ".5, decimal",
        "-.5, decimal",
        "1e0, double",
        "1.E3, double",
        "1.5e-1, double",
        ".5E+1, double",
        "true, boolean",
        "false, boolean"
    })
    void shortFormsKeepTheirLexicalForm(String form, String datatype) {
        Literal literal = (Literal) object(form);
        assertThat(literal.getLabel()).isEqualTo(form);
        assertThat(literal.getDatatype()).isEqualTo(VALUES.createIRI(XSD.NAMESPACE, datatype));
    }

    @Test
    void aNumberAndTheDotOfItsRowMayTouch() {
        assertThat(statement("A <urn:s> <urn:p> 1.").getObject()).isEqualTo(VALUES.createLiteral("1", XSD.INTEGER));
        assertThat(statement("A <urn:s> <urn:p> 1.5.").getObject()).isEqualTo(VALUES.createLiteral("1.5", XSD.DECIMAL));
    }

    @Test
    void stringsMayBeSpelledInFourWaysWithEscapes() {
        assertThat(object("\"a'\\t\\b\\n\\r\\f\\\"\\'\\\\\\u00E4\\U0001F600\"").stringValue())
                .isEqualTo("a'\t\b\n\r\f\"'\\ä\uD83D\uDE00");
        assertThat(object("'a\"b'").stringValue()).isEqualTo("a\"b");
        assertThat(object("\"\"\"a\"b\"\"c\r\nd\"\"\"").stringValue()).isEqualTo("a\"b\"\"c\r\nd");
        assertThat(object("''''x\\''''").stringValue()).isEqualTo("'x'");
        assertThat(object("\"\"").stringValue()).isEmpty();
        assertThat(object("''").stringValue()).isEmpty();
    }

    @Test
    void literalsHaveALanguageOrADatatype() {
        assertThat(object("'x'@de-AT")).isEqualTo(VALUES.createLiteral("x", "de-AT"));
        assertThat(object("'x'^^<urn:g>")).isEqualTo(VALUES.createLiteral("x", G));
        assertThat(object("'x'^^<" + XSD.STRING + ">")).isEqualTo(VALUES.createLiteral("x"));
    }

    @Test
    void quotedTriplesMayBeNestedAndSpelledInTwoWays() {
        Value inner = VALUES.createTriple(S, P, VALUES.createLiteral("1", XSD.INTEGER));
        assertThat(object("<<( <urn:s> <urn:p> 1 )>>")).isEqualTo(inner);
        assertThat(object("<<<urn:s><urn:p>1>>")).isEqualTo(inner);
        assertThat(object("<< <urn:s> <urn:p> <<(<urn:s> <urn:p> 1)>> >>")).isEqualTo(VALUES.createTriple(S, P, inner));
        assertThat(statement("A << <urn:s> <urn:p> 1 >> <urn:p> 1 .").getSubject())
                .isEqualTo(inner);
    }

    @Test
    void keysMayHoldDotsAsJenaWritesThem() {
        for (String key : new String[] {"a.b-c_1", "a..b", "a.b.c"}) {
            assertThat(rows("H " + key + " 'x' ."))
                    .containsExactly(new PatchOperation.Header(key, VALUES.createLiteral("x")));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A ex:s <urn:p> 1 .                    | 1 | 3  | prefixed names",
                "A :s <urn:p> 1 .                      | 1 | 3  | prefixed names",
                "X <urn:s> .                           | 1 | 1  | X is no row",
                "a <urn:s> <urn:p> 1 .                 | 1 | 1  | a is no row",
                "TX . .                                | 1 | 6  | a lone dot",
                "A <urn:s> <urn:p> _:a.. .             | 1 | 24 | a lone dot",
                "A <urn:s> <urn:p> 1                   | 1 | 20 | the input ends",
                "TX                                    | 1 | 3  | not the end of the input",
                "A <urn:s> <urn:p> 1 <urn:g> <urn:g> . | 1 | 29 | no more terms",
                "A 'x' <urn:p> 1 .                     | 1 | 3  | a literal cannot be a subject",
                "A 1 <urn:p> 1 .                       | 1 | 3  | a literal cannot be a subject",
                "A <urn:s> 'x' 1 .                     | 1 | 11 | a literal cannot be a predicate",
                "A <urn:s> _:p 1 .                     | 1 | 11 | a blank node cannot be a predicate",
                "A <urn:s> << <urn:s> <urn:p> 1>> 1 .  | 1 | 11 | a quoted triple cannot be a predicate",
                "A <urn:s> <urn:p> 1 'g' .             | 1 | 21 | a literal cannot name a graph",
                "A <urn:s> <urn:p> .                   | 1 | 19 | ends before its last term",
                "PD 'ex' 'http://e/' .                 | 1 | 9  | a literal cannot name a graph",
                "PA ex: <urn:x> .                      | 1 | 4  | a word without colon",
                "PA 'ex' _:b .                         | 1 | 9  | a prefix stands for an IRI",
                "PA 'ex' <_:b> .                       | 1 | 9  | a prefix stands for an IRI",
                "PA 'ex' .                             | 1 | 9  | a prefix stands for an IRI",
                "H 1 <urn:x> .                         | 1 | 3  | expected a header key",
                "H id .                                | 1 | 6  | ends before its last term",
                "TX . TX .                             | 1 | 6  | open transaction",
                "TC .                                  | 1 | 1  | TC without TX",
                "TX . TC . TA .                        | 1 | 11 | TA without TX",
                "TX . Z .                              | 1 | 6  | Z in an open transaction",
                "TX .                                  | 1 | 5  | ends in an open transaction",
                "TX 'x' .                              | 1 | 4  | no more terms",
                "A <urn:a b> <urn:p> 1 .               | 1 | 9  | U+0020 cannot stand in an IRI",
                "A <urn:a\\x> <urn:p> 1 .              | 1 | 10 | unknown escape",
                "A <rel> <urn:p> 1 .                   | 1 | 3  | a relative IRI",
                "A <urn:s> <urn:p> 'a\\x' .            | 1 | 22 | unknown escape",
                "A <urn:s> <urn:p> '\\u12G4' .         | 1 | 24 | needs 4 hexadecimal digits",
                "A <urn:s> <urn:p> '\\U00110000' .     | 1 | 19 | U+110000",
                "A <urn:s> <urn:p> '\\UFFFFFFFF' .     | 1 | 19 | U+FFFFFFFF",
                "A <urn:s> <urn:p> '\\uD83D\\uDE00' .  | 1 | 19 | U+D83D",
                "A <urn:s> <urn:p> 'x'@en--ltr .       | 1 | 19 | base direction",
                "A <urn:s> <urn:p> 'x'@ .              | 1 | 23 | not a language tag",
                "A <urn:s> <urn:p> 'x'@en- .           | 1 | 26 | not a language tag",
                "A <urn:s> <urn:p> 'x'^^xsd:int .      | 1 | 19 | ^^<IRI>",
                "A <urn:s> <urn:p> 'x'^^_:b .          | 1 | 19 | ^^<IRI>",
                "A <urn:s> <urn:p> 'x'^^<_:b> .        | 1 | 19 | ^^<IRI>",
                "A <urn:s> <urn:p> 'x' @en .           | 1 | 23 | begins no term",
                "A <urn:s> <urn:p> 1e .                | 1 | 19 | not a number",
                "A <urn:s> <urn:p> + .                 | 1 | 19 | not a number",
                "A <urn:s> <urn:p> 'x .                | 1 | 19 | the input ends within a string",
                "A <urn:s> <urn:p .                    | 1 | 17 | U+0020 cannot",
                "A <urn:s> <urn:p                      | 1 | 11 | the input ends within an IRI",
                "A <urn:s> <urn:p> <<( <urn:s> <urn:p> 1 >> . | 1 | 41 | ends with )>>",
                "A <urn:s> <urn:p> <<( <urn:s> <urn:p> 1. )>> . | 1 | 41 | ends with )>>",
                "A <urn:s> <urn:p> maybe .             | 1 | 19 | maybe is no term",
                "A _b <urn:p> 1 .                      | 1 | 3  | a blank node is written",
                "A _:-b <urn:p> 1 .                    | 1 | 5  | not a blank node label",
            })
    void whatIsNoRdfPatchIsRefusedWithItsPlace(String text, int line, int column, String reason) {
        MalformedPatchException e = failure(text);
        assertThat(e.reason()).contains(reason);
        assertThat(e).hasMessage("line " + line + ", column " + column + ": " + e.reason());
    }

    @Test
    void placesCountLinesAndCharacters() {
        MalformedPatchException e = failure("\uFEFFTX .\r\n# ä\nA <urn:ä> <urn:\uD83D\uDE00> ex:o .\n");
        assertThat(e.line()).isEqualTo(3);
        assertThat(e.column()).isEqualTo(20);
        assertThat(failure("A <urn:s> <urn:p> 'a\nb' .").line()).isEqualTo(1);
        assertThat(failure("\uFEFFX").column()).isEqualTo(1);
    }

    @Test
    void rowsBeforeAnErrorAreThereAndTheErrorStays() throws IOException {
        byte[] text = "TX .\nTA .\n\u0000".getBytes(StandardCharsets.UTF_8);
        text[text.length - 1] = (byte) 0xFF;
        int[] rows = {0};
        PatchHandler handler = new PatchHandler() {
            @Override
            public void operation(PatchOperation operation) {
                rows[0]++;
            }

            @Override
            public void endOfPatch() {}
        };
        try (RdfPatchTextReader reader = new RdfPatchTextReader(new ByteArrayInputStream(text), VALUES)) {
            reader.read(handler);
            reader.read(handler);
            assertThat(rows[0]).isEqualTo(2);
            MalformedPatchException e = catchThrowableOfType(MalformedPatchException.class, () -> reader.read(handler));
            assertThat(e).hasMessage("line 3, column 1: the input is not valid UTF-8");
            assertThatThrownBy(() -> reader.read(handler)).isSameAs(e);
            assertThatThrownBy(reader::next).isSameAs(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"C0 80", "ED A0 80", "F4 90 80 80", "E2 82", "80"})
    void invalidUtf8IsRefused(String bytes) throws IOException {
        ByteArrayInputStream in =
                new ByteArrayInputStream(HexFormat.ofDelimiter(" ").parseHex(bytes));
        InputStream text = new SequenceInputStream(
                new ByteArrayInputStream("A <urn:s> <urn:p> '".getBytes(StandardCharsets.UTF_8)), in);
        try (RdfPatchTextReader reader = new RdfPatchTextReader(text, VALUES)) {
            assertThatThrownBy(reader::next)
                    .isInstanceOf(MalformedPatchException.class)
                    .hasMessage("line 1, column 20: the input is not valid UTF-8");
        }
    }

    @Test
    void whatTheValueFactoryRefusesIsOneClearError() {
        ByteArrayInputStream in = new ByteArrayInputStream("A <1:x> <urn:p> 1 .".getBytes(StandardCharsets.UTF_8));
        try (RdfPatchTextReader reader = new RdfPatchTextReader(in, new ValidatingValueFactory())) {
            assertThatThrownBy(reader::next)
                    .isInstanceOf(MalformedPatchException.class)
                    .hasMessageContaining("not an IRI");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        assertThat(failure("A <urn:s> <urn:p> 'x'^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString> .")
                        .reason())
                .contains("not a literal");
    }

    @Test
    void limitsHoldForTokensRowsNestingAndWholePatches() throws IOException {
        TextLimits limits = new TextLimits(20, 50, 2, 100);
        String row = "A <urn:s> <urn:p> 'x' .\n";
        assertThat(read(limits, row.repeat(8))).hasSize(8);
        assertLimit(limits, "A <urn:s> <urn:p> '" + "x".repeat(21) + "' .", "token is longer than the limit of 20");
        assertLimit(limits, "H 'a' <urn:" + "x".repeat(30), "token is longer");
        assertLimit(
                limits,
                "A " + ("<urn:" + "x".repeat(15) + "> ").repeat(3) + " .",
                "row is longer than the limit of 50 characters");
        assertThat(read(limits, "A <urn:s> <urn:p> " + nested(2) + " .")).hasSize(1);
        assertLimit(limits, "A <urn:s> <urn:p> " + nested(3) + " .", "limit of 2 levels");
        assertLimit(limits, row.repeat(9), "patch is longer than 100");
        assertThat(read(limits, (row.repeat(8) + "Z .\n").repeat(5))).hasSize(40);
        assertThat(read(limits, "# " + "x".repeat(10_000) + "\n" + " ".repeat(10_000) + row))
                .hasSize(1);
    }

    @Test
    void nestingWithoutEndIsRefusedAndAThousandLevelsAreRead() throws IOException {
        TextLimits deep = new TextLimits(1000, 1_000_000, 1000, 1_000_000);
        assertThat(read(deep, "A <urn:s> <urn:p> " + nested(1000) + " .")).hasSize(1);
        assertLimit(deep, "A " + "<<( ".repeat(100_000), "limit of 1000 levels");
    }

    private static String nested(int levels) {
        return "<<( <urn:s> <urn:p> ".repeat(levels) + "1" + " )>>".repeat(levels);
    }

    private static List<PatchOperation> read(TextLimits limits, String text) throws IOException {
        List<PatchOperation> rows = new ArrayList<>();
        try (RdfPatchTextReader reader = new RdfPatchTextReader(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), VALUES, limits)) {
            for (RdfPatch patch = reader.next(); patch != null; patch = reader.next()) {
                rows.addAll(patch.operations());
            }
        }
        return rows;
    }

    private static void assertLimit(TextLimits limits, String text, String reason) {
        assertThatThrownBy(() -> read(limits, text))
                .isInstanceOf(MalformedPatchException.class)
                .hasMessageContaining(reason);
    }

    /** Mutated text is read or refused with the one exception; nothing else escapes. */
    @Test
    void mutatedTextFailsInOneWayOnly() throws IOException {
        byte[] seed =
                """
                H id <uuid:1> . H 'k' 1.5e3 .
                TX . PA "ex" "http://example.org/" <urn:g> . PD 'ex' <_:g> .
                A _:b.1 <urn:p> <<( <urn:s> <urn:p> \"""x"y\\u00E4\"""@de-AT )>> <urn:x-arq:DefaultGraph> .
                D <urn:s> <urn:p> '\\U0001F600'^^<urn:d> . # comment
                TC . Z .
                A <urn:s> <urn:p> -.5.
                """
                        .getBytes(StandardCharsets.UTF_8);
        Random random = new Random(7);
        byte[] alphabet = "<>()\"'\\._:@^#ADPTXZCH1e-+uU \n\u00e4".getBytes(StandardCharsets.UTF_8);
        int refused = 0;
        for (int i = 0; i < 30_000; i++) {
            byte[] text = seed.clone();
            for (int n = random.nextInt(4); n >= 0; n--) {
                text[random.nextInt(text.length)] =
                        random.nextBoolean() ? alphabet[random.nextInt(alphabet.length)] : (byte) random.nextInt();
            }
            int length = random.nextInt(10) == 0 ? random.nextInt(text.length) : text.length;
            try (RdfPatchTextReader reader =
                    new RdfPatchTextReader(new ByteArrayInputStream(text, 0, length), VALUES)) {
                while (reader.next() != null) {
                    // to the end
                }
            } catch (MalformedPatchException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(10_000, 29_999);
    }
}
