package dev.velella.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.MessageReader;
import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.MessageHandler;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.jelly.format.StreamForm;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The cases of "RDF Messages Tests" (W3C RSP Community Group, living draft as of June 2026,
 * https://w3c-cg.github.io/rsp/spec/messages-tests), by their names and with texts of our own, in both directions: what a log
 * holds, and that the same messages come back from every format that they are written in. And what the draft leaves to
 * parsers: delimiters in strings, comments and IRIs, and where a text announces messages.
 */
class RdfMessagesTest {
    private static final String A = "<http://a.example/1> <http://a.example/is> <http://a.example/x> .\n";
    private static final String B = "<http://a.example/2> <http://a.example/is> <http://a.example/y> .\n";
    private static final String V = "VERSION \"1.2-messages\"\n";

    private static final List<DataFormat> TURTLES = List.of(DataFormat.TTL, DataFormat.TRIG);
    private static final List<DataFormat> TEXTS =
            List.of(DataFormat.NT, DataFormat.NQ, DataFormat.TTL, DataFormat.TRIG);
    private static final List<DataFormat> LOGS =
            List.of(DataFormat.NT, DataFormat.NQ, DataFormat.TTL, DataFormat.TRIG, DataFormat.NDJSONLD);

    @TempDir
    static Path folder;

    /**
     * A case of the document.
     *
     * @param formats in which the log is read
     * @param messages the statements of each message, as N-Quads; null if the log is an error
     */
    private record Case(String name, List<DataFormat> formats, String log, List<String> messages) {}

    private static List<Case> cases() {
        return List.of(
                new Case("Single Message Without Delimiter", TEXTS, V + A, List.of(A)),
                new Case("Two Messages With MESSAGE", TEXTS, V + A + "MESSAGE\n" + B, List.of(A, B)),
                new Case(
                        "Two Messages With @message .",
                        TURTLES,
                        """
                        @version "1.2-messages" .
                        @prefix a: <http://a.example/> .

                        a:1 a:is a:x .
                        @message .
                        a:2 a:is a:y .
                        """,
                        List.of(A, B)),
                new Case("Empty First Message", TEXTS, V + "MESSAGE\n" + A, List.of("", A)),
                new Case(
                        "Empty Message Between Non-Empty Messages",
                        TEXTS,
                        V + A + "MESSAGE\nMESSAGE\n" + B,
                        List.of(A, "", B)),
                new Case("Final Delimiter Does Not Create Extra Empty Message", TEXTS, V + A + "MESSAGE\n", List.of(A)),
                new Case(
                        "N-Quads Messages Preserve Graph Names",
                        List.of(DataFormat.NQ),
                        V + in(A, "g") + "MESSAGE\n" + in(B, "h"),
                        List.of(in(A, "g"), in(B, "h"))),
                new Case(
                        "Message With Default Graph And Named Graph Quads",
                        List.of(DataFormat.TRIG),
                        """
                        VERSION "1.2-messages"
                        PREFIX a: <http://a.example/>

                        a:1 a:is a:x .
                        a:g {
                          a:1 a:is a:x .
                          a:2 a:is a:y .
                        }
                        MESSAGE
                        a:2 a:is a:y .
                        """,
                        List.of(A + in(A, "g") + in(B, "g"), B)),
                new Case(
                        "Blank Node Labels Are Scoped Per Message",
                        TEXTS,
                        V + blank("x") + "MESSAGE\n" + blank("y"),
                        List.of(blank("x"), blank("y"))),
                new Case(
                        "Repeated Prefixes Across Messages",
                        TURTLES,
                        """
                        VERSION "1.2-messages"
                        PREFIX a: <http://a.example/>
                        a:1 a:is a:x .
                        MESSAGE
                        PREFIX a: <http://other.example/>
                        a:1 a:is a:x .
                        """,
                        List.of(A, A.replace("//a.", "//other."))),
                new Case(
                        "Message Boundary After A Graph Block",
                        List.of(DataFormat.TRIG),
                        V + "<http://a.example/g> {\n" + A + "}\nMESSAGE\n" + B,
                        List.of(in(A, "g"), B)),
                new Case(
                        "Context Message Followed By Data Message",
                        List.of(DataFormat.NDJSONLD),
                        """
                        {"@context": {"@vocab": "http://a.example/"}}
                        {"@id": "http://a.example/1", "is": {"@id": "http://a.example/x"}}
                        """,
                        List.of(A)),
                new Case(
                        "Empty Message Does Not Change Active Context",
                        List.of(DataFormat.NDJSONLD),
                        """
                        {"@context": {"@vocab": "http://a.example/"}}
                        {}
                        {"@id": "http://a.example/1", "is": {"@id": "http://a.example/x"}}
                        """,
                        List.of("", A)),
                new Case(
                        "Context Switch Applies To Subsequent Data Messages",
                        List.of(DataFormat.NDJSONLD),
                        """
                        {"@context": {"@vocab": "http://a.example/"}}
                        {"@id": "http://a.example/1", "is": {"@id": "http://a.example/x"}}
                        {"@context": {"was": {"@id": "http://a.example/is", "@type": "@id"}}}
                        {"@id": "http://a.example/2", "was": "http://a.example/y"}
                        """,
                        List.of(A, B)),
                new Case(
                        "Data Message With Local @context Is Wrapped With Active Context",
                        List.of(DataFormat.NDJSONLD),
                        """
                        {"@context": {"a": "http://a.example/", "is": {"@id": "a:is", "@type": "@id"}}}
                        {"@context": {"also": {"@id": "a:is", "@type": "@id"}}, "@id": "a:1", "is": "a:x", "also": "a:y"}
                        {"@id": "a:2", "is": "a:y"}
                        """,
                        List.of(A + A.replace("/x>", "/y>"), B)),
                new Case(
                        "Data Message Without Prior Context Is Allowed",
                        List.of(DataFormat.NDJSONLD),
                        """
                        {"@id": "http://a.example/1", "http://a.example/is": {"@id": "http://a.example/x"}}
                        """,
                        List.of(A)),
                new Case(
                        "Serialization: an empty message between two",
                        TEXTS,
                        V + A + "MESSAGE\nMESSAGE\n" + B,
                        List.of(A, "", B)),
                new Case(
                        "Serialization: named graph quads",
                        List.of(DataFormat.NQ),
                        V + in(A, "g") + "MESSAGE\n" + in(B, "g"),
                        List.of(in(A, "g"), in(B, "g"))),
                new Case("Message Delimiter Without Message Support", TEXTS, A + "MESSAGE\n", null),
                new Case(
                        "@message Without Trailing Dot",
                        TURTLES,
                        V + A + "@message <http://a.example/invalid>\n",
                        null),
                new Case(
                        "Message Delimiter Inside An Open Graph Block",
                        List.of(DataFormat.TRIG),
                        V + "<http://a.example/g> {\n" + A + "MESSAGE\n" + B + "}\n",
                        null));
    }

    @TestFactory
    Stream<DynamicTest> casesOfTheDocumentAreRead() {
        return cases().stream().flatMap(each -> each.formats().stream()
                .map(format -> DynamicTest.dynamicTest(each.name() + ", " + format.id(), () -> {
                    if (each.messages() == null) {
                        assertThatThrownBy(() -> read(format, each.log()))
                                .isInstanceOf(MalformedDocumentException.class);
                    } else {
                        assertSame(read(format, each.log()), each.messages());
                        assertSame(pulled(format, each.log()), each.messages());
                    }
                })));
    }

    @TestFactory
    Stream<DynamicTest> casesOfTheDocumentAreWrittenAndReadAgain() {
        return cases().stream().filter(each -> each.messages() != null).flatMap(each -> LOGS.stream()
                .filter(to -> to.hasNamedGraphs()
                        || each.messages().stream()
                                .noneMatch(message -> message.contains("/g> .") || message.contains("/h> .")))
                .map(to -> DynamicTest.dynamicTest(each.name() + ", to " + to.id(), () -> {
                    DataFormat from = each.formats().get(0);
                    String written = converted(from, each.log(), to, null);
                    assertSame(read(to, written), each.messages());
                    String jelly = null;
                    if (!each.messages().isEmpty()) {
                        byte[] frames = converted(from, bytes(each.log()), DataFormat.JELLY, null);
                        jelly = new String(converted(DataFormat.JELLY, frames, to, true), StandardCharsets.UTF_8);
                        assertSame(read(to, jelly), each.messages());
                    }
                })));
    }

    @Test
    void joinedMessagesHaveBlankNodesOfTheirOwn() throws IOException {
        String log = V + blank("x") + "MESSAGE\n" + blank("y") + "MESSAGE\n"
                + blank("x").replace("_:b0", "_:m0-b0");
        for (DataFormat to : TEXTS) {
            List<Statement> joined =
                    read(to, converted(DataFormat.NQ, log, to, false)).get(0);
            assertThat(joined).hasSize(3);
            assertThat(joined.stream().map(Statement::getSubject).distinct())
                    .hasSize(3)
                    .allMatch(BNode.class::isInstance);
        }
        String plain = converted(DataFormat.NQ, blank("x"), DataFormat.NT, false);
        assertThat(plain).as("what is no log keeps its labels").startsWith("_:b0 ");
    }

    @Test
    void joinedFramesHaveBlankNodesOfTheirOwn() throws IOException {
        String log = V + blank("x") + "MESSAGE\nMESSAGE\n" + blank("y");
        byte[] frames = converted(DataFormat.NQ, bytes(log), DataFormat.JELLY, null);
        assertThat(new String(converted(DataFormat.JELLY, frames, DataFormat.NT, false), StandardCharsets.UTF_8))
                .isEqualTo(blank("x").replace("b0", "m0-b0") + blank("y").replace("b0", "m2-b0"));

        byte[] flat = converted(DataFormat.NQ, bytes(blank("x") + blank("y")), DataFormat.JELLY, null);
        for (Boolean messages : new Boolean[] {null, false}) {
            assertThat(new String(converted(DataFormat.JELLY, flat, DataFormat.NT, messages), StandardCharsets.UTF_8))
                    .as("frames of a flat stream share their nodes")
                    .isEqualTo(blank("x") + blank("y"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"MESSAGE\"",
                "'''\nMESSAGE\n'''",
                "\"\"\"\n@message .\nMESSAGE\n\"\"\"",
                "<http://a.example/MESSAGE>",
                "<http://a.example/#MESSAGE>",
                "m:MESSAGE",
                "MESSAGE:MESSAGE",
                "\"\\nMESSAGE\\n\""
            })
    void aDelimiterWithinATermIsNone(String object) throws IOException {
        String text = "PREFIX m: <http://a.example/MESSAGE/>\nPREFIX MESSAGE: <urn:m:>\n" + "MESSAGE:s MESSAGE:p "
                + object + " . # MESSAGE\n# @message .\n#MESSAGE\nMESSAGE # MESSAGE\n" + B;
        for (DataFormat format : TURTLES) {
            List<List<Statement>> messages = read(format, V + text);
            assertThat(messages).hasSize(2).allMatch(message -> message.size() == 1);
            for (DataFormat to : LOGS) {
                List<List<Statement>> again = read(to, converted(format, V + text, to, null));
                assertThat(again).isEqualTo(messages);
            }
        }
    }

    @Test
    void aDelimiterWithinACommentOrTermOfLinesIsNone() throws IOException {
        String log = V
                + "# MESSAGE\n<urn:MESSAGE> <urn:p> \"MESSAGE\\nMESSAGE\" . # MESSAGE\n# @message\n  MESSAGE\t# end\n\n"
                + A;
        assertThat(read(DataFormat.NT, log)).extracting(List::size).containsExactly(1, 1);
        assertThat(read(DataFormat.NQ, log.replace("\n", "\r\n")))
                .extracting(List::size)
                .containsExactly(1, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1-messages", "1.2-messages", "1.2-basic-messages"})
    void eachVersionOfMessagesAnnouncesThem(String label) throws IOException {
        for (DataFormat format : TEXTS) {
            assertThat(read(format, "VERSION \"" + label + "\"\n" + A + "MESSAGE\n" + B))
                    .hasSize(2);
        }
        assertThat(read(DataFormat.TRIG, "@version '" + label + "' . " + A + "@message. " + B))
                .hasSize(2);
    }

    @Test
    void anAnnouncementMayComeLateAndTwice() throws IOException {
        for (DataFormat format : TEXTS) {
            assertThat(read(format, A + V + B + "MESSAGE\n" + V + A + "VERSION \"1.1\"\nMESSAGE\n" + B))
                    .extracting(List::size)
                    .containsExactly(2, 1, 1);
        }
        String late = A + V + "MESSAGE\n" + B;
        assertThat(read(DataFormat.TTL, converted(DataFormat.NT, late, DataFormat.TTL, null)))
                .hasSize(2);
        for (DataFormat to : List.of(DataFormat.JELLY, DataFormat.NT)) {
            assertThatThrownBy(() -> converted(DataFormat.NT, bytes(late), to, to == DataFormat.JELLY ? null : false))
                    .hasMessage("the input announces messages behind its first statement; move VERSION before it");
        }
    }

    @Test
    void aLogWithoutMessagesStaysOneWhereAFormatHasIt() throws IOException {
        for (DataFormat from : TEXTS) {
            assertThat(read(from, V + "# nothing\n")).isEmpty();
            for (DataFormat to : LOGS) {
                assertThat(read(to, converted(from, V, to, null)))
                        .as("%s to %s", from, to)
                        .isEmpty();
            }
            assertThatThrownBy(() -> converted(from, bytes(V), DataFormat.JELLY, null))
                    .hasMessage("a log without a message, and a file of Jelly has at least one frame");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DataFormat.class,
            names = {"NT", "NQ", "TTL", "TRIG"})
    void whereOneGraphIsExpectedALogHasOneMessage(DataFormat format) throws IOException {
        assertThat(one(format, V + A + "MESSAGE\n# end\n")).hasSize(1);
        assertThat(one(format, V + "MESSAGE\n")).isEmpty();
        assertThatThrownBy(() -> one(format, V + A + "MESSAGE\n" + B))
                .hasMessageMatching("line [45].*: a log of several RDF Messages, where one graph is expected");
        assertThatThrownBy(() -> one(format, V + "MESSAGE\nMESSAGE\n"))
                .hasMessageMatching("line 3.*: a log of several RDF Messages, where one graph is expected");
        assertThatThrownBy(() -> one(format, V))
                .hasMessageEndingWith("a log of RDF Messages without a message, where one graph is expected");
    }

    @Test
    void errorsNameTheirPlaceAndTheCure() {
        for (DataFormat format : TEXTS) {
            assertThatThrownBy(() -> read(format, A + "MESSAGE\n"))
                    .hasMessageMatching(
                            "line 2, column [0-9]+: a delimiter of messages in a text that announces none; write"
                                    + " VERSION \"1.2-messages\" before it");
            assertThatThrownBy(() -> read(format, "VERSION \"1.3-messages\"\n" + A))
                    .hasMessageContaining("line 1, column")
                    .hasMessageContaining("VERSION \"1.3-messages\" is not known");
        }
        assertThatThrownBy(() -> read(DataFormat.TRIG, V + "GRAPH <urn:g> { " + A + " @message . }"))
                .hasMessage("line 3, column 2: a delimiter of messages within a graph; end the graph before it");
        String json = "{\"@context\": {\"@vocab\": \"urn:x:\"}}\n{}\n";
        assertThatThrownBy(() -> read(DataFormat.NDJSONLD, json + "\n{}\n"))
                .hasMessage("line 3: a line of NDJSON-LD is not empty; an empty message is {}");
        assertThatThrownBy(() -> read(DataFormat.NDJSONLD, json + "[]\n"))
                .hasMessage("line 3: a line of NDJSON-LD is one JSON object");
        assertThatThrownBy(() -> read(DataFormat.NDJSONLD, json + "{} {}\n")).hasMessageStartingWith("line 3");
        assertThatThrownBy(() -> read(DataFormat.NDJSONLD, json + "{\"a\": 1,}\n"))
                .hasMessageStartingWith("line 3, column");
        assertThatThrownBy(() -> read(DataFormat.NDJSONLD, json + "{\"@id\": \"a\"}\n"))
                .hasMessageStartingWith("line 3");
        assertThatThrownBy(() -> read(DataFormat.NDJSONLD, "{\"@context\": \"http://c.example/\"}\n{\"a\": 1}\n"))
                .hasMessageStartingWith("line 2: Could not load document from http://c.example/: contexts outside");
    }

    @Test
    void aVersionOfRdf12IsReadAsFarAsItIsUsed() throws IOException {
        assertThat(read(DataFormat.TTL, "VERSION \"1.2\"\n" + A)).hasSize(1);
        assertThatThrownBy(() -> read(
                        DataFormat.TTL, "VERSION \"1.2-messages\"\n<< " + A.replace(" .\n", "") + " >> <urn:p> 1 ."))
                .hasMessageContaining("<< s p o >> in a text of VERSION \"1.2\" is a node that reifies the triple");
        assertThat(read(DataFormat.TTL, "VERSION \"1.1-messages\"\n<< " + A.replace(" .\n", "") + " >> <urn:p> 1 ."))
                .hasSize(1);
    }

    @Test
    void theLimitsHoldForEachMessage() throws IOException {
        String log = V + (A + "MESSAGE\n").repeat(2000);
        ReadingLimits few = ReadingLimits.ofElement(200, 2);
        for (DataFormat format : TEXTS) {
            assertThat(pulled(format, log, few)).hasSize(2000);
            assertThatThrownBy(() -> pulled(format, log + A + B + A, few))
                    .isInstanceOf(DocumentLimitException.class)
                    .hasMessage("more than the limit of 2 statements");
            assertThatThrownBy(() -> pulled(format, log + A.replace("/1", "/" + "1".repeat(200)), few))
                    .isInstanceOf(DocumentLimitException.class)
                    .hasMessage("a message has more than the limit of 200 bytes");
        }
        String line = "{\"@id\": \"urn:a\", \"urn:p\": 1}\n";
        assertThat(pulled(DataFormat.NDJSONLD, line.repeat(500), few)).hasSize(500);
        assertThatThrownBy(
                        () -> pulled(DataFormat.NDJSONLD, line + line.replace("1}", "1" + " ".repeat(200) + "}"), few))
                .hasMessage("a message has more than the limit of 200 bytes");
    }

    /** A message that has ended is there before anything behind it is read. */
    @Test
    void aReaderStopsBetweenMessages() throws IOException {
        for (DataFormat format : TEXTS) {
            MessageReader reader =
                    reader(format, V + A + "MESSAGE\n" + B + "MESSAGE\nnonsense", ReadingLimits.OF_FILES);
            assertThat(reader.next()).isNotNull().satisfies(graph -> assertThat(graph.statements())
                    .hasSize(1));
            assertThat(reader.next()).isNotNull();
            assertThatThrownBy(reader::next).hasMessageStartingWith("line 6");
        }
    }

    @Test
    void messagesHaveThePrefixesThatHold() throws IOException {
        MessageReader reader = reader(
                DataFormat.TTL,
                V + "PREFIX a: <urn:a:> PREFIX b: <urn:b:>\nMESSAGE PREFIX a: <urn:c:> a:x a:x a:x . MESSAGE MESSAGE",
                ReadingLimits.OF_FILES);
        assertThat(reader.next().namespaces())
                .containsOnly(java.util.Map.entry("a", "urn:a:"), java.util.Map.entry("b", "urn:b:"));
        assertThat(reader.next().namespaces())
                .containsOnly(java.util.Map.entry("a", "urn:c:"), java.util.Map.entry("b", "urn:b:"));
        assertThat(reader.next().namespaces()).hasSize(2);
        assertThat(reader.next()).isNull();
        assertThat(reader.next()).isNull();
    }

    /** The draft wraps a message in the active context as {@code {"@context": C, "@graph": L}}, whatever it is. */
    @Test
    void aGraphBehindAContextIsAGraphOfABlankNode() throws IOException {
        String line = "{\"@graph\": [{\"@id\": \"urn:a\", \"urn:p\": 1}]}\n";
        assertThat(read(DataFormat.NDJSONLD, line).get(0).get(0).getContext()).isNull();
        assertThat(read(DataFormat.NDJSONLD, "{\"@context\": {}}\n" + line)
                        .get(0)
                        .get(0)
                        .getContext())
                .isInstanceOf(BNode.class);
    }

    @Test
    void formatsWithoutMessagesAreRefusedAndJoinedOnRequest() throws IOException {
        String log = V + A + "MESSAGE\n" + B;
        for (DataFormat to : List.of(DataFormat.JSONLD, DataFormat.RDFXML)) {
            assertThatThrownBy(() -> converted(DataFormat.NT, bytes(log), to, null))
                    .hasMessage("the format has no messages; choose N-Quads, TriG, NDJSON-LD or Jelly, or join them"
                            + " (--no-messages)");
            assertThat(converted(DataFormat.NT, bytes(log), to, false)).isNotEmpty();
        }
    }

    private static String in(String triple, String graph) {
        return triple.replace(" .\n", " <http://a.example/" + graph + "> .\n");
    }

    private static String blank(String object) {
        return "_:b0 <http://a.example/is> <http://a.example/" + object + "> .\n";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void assertSame(List<List<Statement>> messages, List<String> expected) throws IOException {
        assertThat(messages).hasSameSizeAs(expected);
        for (int i : IntStream.range(0, expected.size()).toArray()) {
            List<Statement> wanted = one(DataFormat.NQ, expected.get(i));
            assertThat(Models.isomorphic(new LinkedHashModel(messages.get(i)), new LinkedHashModel(wanted)))
                    .as("message %d is %s, not %s", i, messages.get(i), wanted)
                    .isTrue();
        }
    }

    /** The messages of a text, in one reading; a text that is no log is one. */
    static List<List<Statement>> read(DataFormat format, String text) throws IOException {
        Collected collected = new Collected();
        RdfTextReader reader = new RdfTextReader(format.document(), null);
        (format.isLog() ? reader.ofMessages() : reader).read(new ByteArrayInputStream(bytes(text)), collected);
        if (!collected.isLog) {
            collected.endMessage();
        }
        return collected.messages;
    }

    private static List<Statement> one(DataFormat format, String text) throws IOException {
        StatementCollector collector = new StatementCollector();
        new RdfTextReader(format.document(), null).read(new ByteArrayInputStream(bytes(text)), collector);
        return List.copyOf(collector.getStatements());
    }

    private static List<List<Statement>> pulled(DataFormat format, String text) throws IOException {
        return pulled(format, text, ReadingLimits.OF_FILES);
    }

    private static List<List<Statement>> pulled(DataFormat format, String text, ReadingLimits limits)
            throws IOException {
        MessageReader reader = reader(format, text, limits);
        List<List<Statement>> messages = new ArrayList<>();
        for (RdfGraph graph = reader.next(); graph != null; graph = reader.next()) {
            messages.add(graph.statements());
        }
        return messages;
    }

    private static MessageReader reader(DataFormat format, String text, ReadingLimits limits) throws IOException {
        return new MessageReader(format.document(), new ByteArrayInputStream(bytes(text)), null, limits, Set.of());
    }

    static String converted(DataFormat from, String text, DataFormat to, Boolean messages) throws IOException {
        return new String(converted(from, bytes(text), to, messages), StandardCharsets.UTF_8);
    }

    static byte[] converted(DataFormat from, byte[] text, DataFormat to, Boolean messages) throws IOException {
        JellySettings settings = new JellySettings(
                null, null, null, null, null, null, null, null, null, StreamForm.DELIMITED, null, null, null);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Conversion("-", from, "-", to, null, ReadingLimits.OF_FILES, settings, messages, null)
                .convert(
                        new ByteArrayInputStream(text), out, null, new ConversionProgress("-", null, System::nanoTime));
        return out.toByteArray();
    }

    private static final class Collected extends StatementCollector implements MessageHandler {
        private final List<List<Statement>> messages = new ArrayList<>();
        private List<Statement> statements = new ArrayList<>();
        private boolean isLog;

        @Override
        public void handleStatement(Statement statement) {
            statements.add(statement);
        }

        @Override
        public void messages() {
            isLog = true;
        }

        @Override
        public void endMessage() {
            messages.add(statements);
            statements = new ArrayList<>();
        }
    }
}
