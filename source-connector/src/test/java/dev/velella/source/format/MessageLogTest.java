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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RDF message logs of N-Triples and N-Quads. */
class MessageLogTest {
    private static final String A = "<urn:a> <urn:p> \"1\" .\n";
    private static final String B = "<urn:b> <urn:p> \"MESSAGE\" .\n";
    private static final String QUAD = "<urn:a> <urn:p> \"1\" <urn:g> .\n";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"MESSAGE", "# @message", "  MESSAGE\t\r", "#@message"})
    void aDelimiterEndsAMessage(String delimiter) {
        String d = delimiter + "\n";
        assertThat(sizes("a.nt", "VERSION \"1.1\"\n" + A + B + d + B + d + d + A))
                .containsExactly(2, 1, 0, 1);
        assertThat(sizes("b.nt", d + A + d + B + d)).as("at both ends").containsExactly(1, 1);
    }

    @Test
    void aVersionOfMessagesSaysSoWithoutADelimiter() {
        assertThat(sizes("a.nt", "VERSION \"1.2-messages\"\n" + A + B)).containsExactly(2);
    }

    @Test
    void messagesOfQuadsMayHaveSeveralGraphsAndGraphsSeveralMessages() {
        String log = QUAD + A.replace(" .", " <urn:h> .") + "MESSAGE\n" + QUAD + "MESSAGE\n" + QUAD;
        assertThat(sizes("a.nq", log)).containsExactly(2, 1, 1);
        Path file = folder.resolve("a.nq");
        assertThat(sizes(file, FlatElements.GRAPHS)).containsExactly(1, 1, 2);
    }

    @Test
    void compressedLogsAreReadAndTruncatedOnesAreNot() {
        byte[] whole = gzip(utf8((A + "MESSAGE\n").repeat(5000)));
        Path file = TestFiles.write(folder.resolve("a.nt.gz"), whole);
        assertThat(readAll(file)).hasSize(5000);
        TestFiles.write(file, java.util.Arrays.copyOf(whole, whole.length - 9));
        assertThatThrownBy(() -> ElementFile.verify(file)).hasMessageContaining("truncated");
    }

    @Test
    void whatIsWrongIsToldWithItsLine() {
        Path file =
                TestFiles.write(folder.resolve("a.nt"), utf8("VERSION \"1.1\"\n" + A + "MESSAGE\n" + A + "nonsense\n"));
        assertThatThrownBy(() -> readAll(file)).hasMessageStartingWith(file + ": line 5: ");
        TestFiles.write(file, utf8(A + "MESSAGE\n" + QUAD));
        assertThatThrownBy(() -> readAll(file)).hasMessage(file + ": line 3: a graph name, and N-Triples have none");
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
        Path file = TestFiles.write(folder.resolve("a.nt"), utf8(A + B + "MESSAGE\n" + A + B + A));
        assertThat(readAll(file, new ElementLimits(3, 100))).hasSize(2);
        assertThatThrownBy(() -> readAll(file, new ElementLimits(2, 100)))
                .hasMessage(file + ": an element has more than 2 statements (limits.element.statements)");
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
