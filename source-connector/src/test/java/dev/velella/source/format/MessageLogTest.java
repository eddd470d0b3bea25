package dev.velella.source.format;

import static dev.velella.source.format.TestFiles.gzip;
import static dev.velella.source.format.TestFiles.readAll;
import static dev.velella.source.format.TestFiles.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are logs of RDF Messages, and those of earlier drafts, whose delimiters are comments. */
class MessageLogTest {
    private static final String A = "<urn:a> <urn:p> \"1\" .\n";
    private static final String B = "<urn:b> <urn:p> \"MESSAGE\" .\n";
    private static final String VERSION = "VERSION \"1.2-messages\"\n";
    private static final String QUAD = "<urn:a> <urn:p> \"1\" <urn:g> .\n";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"MESSAGE", "  MESSAGE\t\r", "MESSAGE # @message"})
    void aDelimiterEndsAMessage(String delimiter) {
        String d = delimiter + "\n";
        for (String name : List.of("a.nt", "a.nq", "a.ttl", "a.trig")) {
            assertThat(sizes(name, VERSION + A + B + d + "# @message\n" + B + d + d + A))
                    .as(name)
                    .containsExactly(2, 1, 0, 1);
            assertThat(sizes(name, VERSION + d + A + d + B + d))
                    .as("at both ends")
                    .containsExactly(0, 1, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"# @message", "#@message", "\t# @message\t\r"})
    void aCommentEndsAMessageOfAnEarlierDraft(String delimiter) {
        String d = delimiter + "\n";
        String log = "VERSION \"1.1\"\n" + A + B + d + B + d + d + A;
        assertThat(sizes("a.nt", log)).containsExactly(2, 1, 0, 1);
        assertThat(sizes("b.nt", d + A + d + B + d)).as("at both ends").containsExactly(1, 1);
        assertThat(sizes(TestFiles.write(folder.resolve("c.nt"), utf8(log)), FlatElements.MESSAGES))
                .containsExactly(2, 1, 0, 1);
    }

    @Test
    void aDelimiterOfWhichTheFileSaysNothingIsAnErrorUnlessTheOptionSaysIt() {
        for (String name : List.of("a.nt", "a.nq", "a.ttl", "a.trig")) {
            Path file = TestFiles.write(folder.resolve(name), utf8(A + "MESSAGE\n" + B));
            assertThatThrownBy(() -> sizes(file, FlatElements.AUTO)).hasMessageContaining("messages");
            assertThat(sizes(file, FlatElements.MESSAGES)).containsExactly(1, 1);
        }
    }

    @Test
    void theAnnouncementMayStandBehindOtherDirectives() {
        String head =
                "\uFEFF# a log\nPREFIX u: <urn:> @base <urn:x:> .\n@prefix : <urn:y:>.\n VERSION '1.1' version \"1.1-messages\"\n";
        assertThat(sizes("a.ttl", head + "u:a :p <b> . MESSAGE MESSAGE u:a :p u:c ."))
                .containsExactly(1, 0, 1);
    }

    @Test
    void linesOfNdJsonLdAreMessages() {
        String log =
                """
                {"@context": {"@vocab": "urn:v:"}}
                {"@id": "urn:a", "p": 1, "q": 2}
                {}
                {"@id": "urn:a", "p": 1}
                """;
        assertThat(sizes("a.ndjsonld", log)).containsExactly(2, 0, 1);
        Path file = TestFiles.write(folder.resolve("b.ndjsonld.gz"), gzip(utf8(log + "nonsense\n")));
        assertThatThrownBy(() -> readAll(file)).hasMessageStartingWith(file + ": line 5");
    }

    @Test
    void prefixesOfALogReachAllItsMessagesAndBlankNodesOnlyTheirOwn() {
        Path file = TestFiles.write(
                folder.resolve("a.trig"),
                utf8(
                        VERSION
                                + "PREFIX u: <urn:>\nu:g { _:b u:p 1 }\nMESSAGE\nu:g { _:b u:p 2 }\n@prefix u: <urn:x:> .\n@message .\nu:a u:a u:a ."));
        List<RdfGraph> graphs = readAll(file);
        assertThat(graphs).hasSize(3);
        assertThat(graphs.get(1).statements().get(0).getPredicate().stringValue())
                .isEqualTo("urn:p");
        assertThat(graphs.get(2).statements().get(0).getSubject().stringValue()).isEqualTo("urn:x:a");
    }

    @Test
    void aDocumentOfAnArchiveIsOneMessage() {
        byte[] one = utf8(VERSION + A + "MESSAGE\n");
        Path good = TestFiles.write(folder.resolve("a.tar"), TestFiles.tar(Map.of("a.ttl", one)));
        assertThat(readAll(good)).hasSize(1);
        Path bad = TestFiles.write(
                folder.resolve("b.tar"), TestFiles.tar(Map.of("a.nt", utf8(VERSION + A + "MESSAGE\n" + B))));
        assertThatThrownBy(() -> readAll(bad))
                .hasMessageStartingWith(bad + ": entry a.nt")
                .hasMessageEndingWith("a log of several RDF Messages, where one graph is expected");
    }

    @Test
    void aVersionOfMessagesSaysSoWithoutADelimiter() {
        assertThat(sizes("a.nt", "VERSION \"1.2-messages\"\n" + A + B)).containsExactly(2);
    }

    @Test
    void messagesOfQuadsMayHaveSeveralGraphsAndGraphsSeveralMessages() {
        String log = VERSION + QUAD + A.replace(" .", " <urn:h> .") + "MESSAGE\n" + QUAD + "MESSAGE\n" + QUAD;
        assertThat(sizes("a.nq", log)).containsExactly(2, 1, 1);
        Path file = folder.resolve("a.nq");
        assertThat(sizes(file, FlatElements.GRAPHS)).containsExactly(1, 1, 2);
    }

    @Test
    void compressedLogsAreReadAndTruncatedOnesAreNot() {
        byte[] whole = gzip(utf8(VERSION + (A + "MESSAGE\n").repeat(5000)));
        Path file = TestFiles.write(folder.resolve("a.nt.gz"), whole);
        assertThat(readAll(file)).hasSize(5000);
        TestFiles.write(file, java.util.Arrays.copyOf(whole, whole.length - 9));
        assertThatThrownBy(() -> ElementFile.verify(file)).hasMessageContaining("truncated");
    }

    @Test
    void whatIsWrongIsToldWithItsLine() {
        Path file = TestFiles.write(folder.resolve("a.nt"), utf8(VERSION + A + "MESSAGE\n" + A + "nonsense\n"));
        assertThatThrownBy(() -> readAll(file)).hasMessageStartingWith(file + ": line 5, column 1: ");
        for (String delimiter : List.of("# @message\n", "MESSAGE\n")) {
            TestFiles.write(file, utf8((delimiter.startsWith("#") ? "" : VERSION) + A + delimiter + QUAD));
            assertThatThrownBy(() -> readAll(file))
                    .hasMessageStartingWith(file + ": line ")
                    .hasMessageMatching(
                            "(?s).*(a graph name, and N-Triples have none|N-Triples has no named graphs).*");
        }
    }

    @Test
    void delimitersThatComeLateAreNotPassedOverInSilence() {
        String text = QUAD.repeat(4000) + "MESSAGE\n" + QUAD;
        Path file = TestFiles.write(folder.resolve("a.nq"), utf8(text));
        assertThatThrownBy(() -> readAll(file))
                .hasMessageStartingWith(file + ": line 4001: a delimiter of messages, and the file did not begin with");
        assertThat(sizes(file, FlatElements.MESSAGES)).containsExactly(4000, 1);
    }

    @Test
    void aMessageAboveTheLimitIsAnError() {
        Path file = TestFiles.write(folder.resolve("a.nt"), utf8(VERSION + A + B + "MESSAGE\n" + A + B + A));
        assertThat(readAll(file, new ElementLimits(3, 100))).hasSize(2);
        assertThatThrownBy(() -> readAll(file, new ElementLimits(2, 100)))
                .hasMessage(file + ": more than the limit of 2 statements (limits.element.statements)");
        assertThatThrownBy(() -> readAll(file, new ElementLimits(9, 30)))
                .hasMessage(file + ": a message has more than the limit of 30 bytes (limits.element.bytes)");
    }

    private List<Integer> sizes(String name, String text) {
        return sizes(TestFiles.write(folder.resolve(name), utf8(text)), FlatElements.AUTO);
    }

    private static List<Integer> sizes(Path file, FlatElements flat) {
        List<Integer> sizes = new ArrayList<>();
        try (ElementReader<RdfGraph> reader = ElementFile.open(file, ElementLimits.DEFAULT, flat)) {
            for (RdfGraph graph = reader.next(); graph != null; graph = reader.next()) {
                sizes.add(graph.statements().size());
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return sizes;
    }
}
