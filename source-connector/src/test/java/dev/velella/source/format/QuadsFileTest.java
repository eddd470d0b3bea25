package dev.velella.source.format;

import static dev.velella.source.format.TestFiles.gzip;
import static dev.velella.source.format.TestFiles.readAll;
import static dev.velella.source.format.TestFiles.utf8;
import static dev.velella.source.format.TestFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.RdfGraph;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuadsFileTest {
    @TempDir
    Path folder;

    @Test
    void elementBeginsAtEachNewGraphName() {
        assertThat(sizes("a p 1 g1", "a p 2 g1", "a p 1 g2", "a p 1 g1")).containsExactly(2, 1, 1);
    }

    @Test
    void defaultGraphStatementsBelongToTheGraphTheyAreAboutBeforeOrAfterIt() {
        assertThat(sizes("g1 at 1", "a p 1 g1", "g2 at 2", "a p 1 g2")).containsExactly(2, 2);
        assertThat(sizes("a p 1 g1", "g1 at 1", "a p 1 g2", "g2 at 2")).containsExactly(2, 2);
        assertThat(sizes("g1 at 1", "a p 1 g1", "g1 is x", "a p 1 g2", "g2 at 2", "g2 is y"))
                .containsExactly(3, 3);
    }

    @Test
    void sameNameInARowIsOneElement() {
        assertThat(sizes("g1 at 1", "a p 1 g1", "g1 at 1", "a p 1 g1")).containsExactly(4);
    }

    @Test
    void defaultGraphStatementAboutAnotherThingIsAnErrorWithItsLine() {
        Path between = quads("a p 1 g1", "x p 1", "a p 1 g2");
        assertThatThrownBy(() -> readAll(between))
                .isInstanceOf(InputFormatException.class)
                .hasMessage(
                        between + ": line 2: a statement of the default graph must stand next to the named graph that"
                                + " it is about, and there is none named urn:x:x");
        Path last = quads("a p 1 g1", "g1 at 1", "x p 1");
        assertThatThrownBy(() -> readAll(last)).hasMessageStartingWith(last + ": line 3: ");
        Path triples = quads("a p 1", "b p 1");
        assertThatThrownBy(() -> readAll(triples)).hasMessageStartingWith(triples + ": line 1: ");
    }

    @Test
    void syntaxErrorHasItsLineAndComesAfterTheElementsBeforeIt() throws IOException {
        Path file = write(
                folder.resolve("a.nq"),
                utf8(text("a p 1 g1", "a p 1 g2", "a p 1 g3") + "# comment\n\nnonsense\n" + text("a p 1 g4")));
        try (ElementReader<RdfGraph> reader = ElementFile.open(file, ElementLimits.DEFAULT)) {
            assertThat(reader.next()).isNotNull();
            assertThat(reader.next()).isNotNull();
            assertThatThrownBy(reader::next)
                    .isInstanceOf(InputFormatException.class)
                    .hasMessageStartingWith(file + ": line 6: ");
        }
    }

    @Test
    void linesAreCountedAcrossBlocks() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            lines.add("a p " + i + " g" + i / 10);
        }
        String good = text(lines.toArray(String[]::new));
        assertThat(readAll(write(folder.resolve("a.nq"), utf8(good)))).hasSize(2000);
        Path bad = write(folder.resolve("b.nq"), utf8(good + "<urn:x:a> <urn:x:p> 7 .\n"));
        assertThatThrownBy(() -> readAll(bad)).hasMessageStartingWith(bad + ": line 20001: ");
        lines.add(15_000, "x p 1");
        Path orphan = quads(lines.toArray(String[]::new));
        assertThatThrownBy(() -> readAll(orphan)).hasMessageStartingWith(orphan + ": line 15001: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    void lineEndsMayBeOfEitherKindAndTheLastMayBeMissing(String end) {
        String text = "\uFEFF" + text("a p 1 g1", "a p 1 g2").replace("\n", end);
        Path file = write(folder.resolve("a.nq"), utf8(text.stripTrailing()));
        assertThat(readAll(file)).hasSize(2);
        ElementFile.verify(file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    void linesOfAMessageLogAreNoStatements(String end) {
        String log = "VERSION \"1.1-messages\"\n" + text("a p 1 g1") + "MESSAGE\n" + text("a p MESSAGE g2")
                + "MESSAGE\nnonsense\n";
        Path file = write(folder.resolve("a.nq"), utf8(log.replace("\n", end)));
        assertThatThrownBy(() -> readAll(file)).hasMessageStartingWith(file + ": line 6, column 1: ");
        Path good = write(
                folder.resolve("b.nq"), utf8(log.replace("nonsense", "# end").replace("\n", end)));
        assertThat(readAll(good)).hasSize(2);
    }

    @Test
    void lineLongerThanABufferIsRead() {
        String value = "é\\n".repeat(100_000);
        Path file = write(folder.resolve("a.nq"), utf8(text("a p 1 g1", "a p " + value + " g2", "a p 1 g3")));
        assertThat(readAll(file)).hasSize(3);
        Path same = file;
        assertThatThrownBy(() -> readAll(same, new ElementLimits(10, 100_000)))
                .hasMessage(file + ": an element is larger than 100000 bytes (limits.element.bytes)");
    }

    @Test
    void elementAboveTheLimitIsAnError() {
        Path file = quads("a p 1 g1", "a p 1 g2", "a p 2 g2", "a p 3 g2");
        assertThatThrownBy(() -> readAll(file, new ElementLimits(2, 1000)))
                .hasMessage(file + ": an element has more than 2 statements (limits.element.statements)");
    }

    @Test
    void truncatedLineIsFoundBeforeAnythingIsEmitted() throws IOException {
        Path file = simulated(500, "a.nq");
        ElementFile.verify(file);
        byte[] bytes = Files.readAllBytes(file);
        Path cut = write(folder.resolve("b.nq"), Arrays.copyOf(bytes, bytes.length - 100));
        assertThatThrownBy(() -> ElementFile.verify(cut))
                .isInstanceOf(InputFormatException.class)
                .hasMessageStartingWith(cut + ": line 58000: ");
        byte[] zip = gzip(bytes);
        Path cutZip = write(folder.resolve("b.nq.gz"), Arrays.copyOf(zip, zip.length / 2));
        assertThatThrownBy(() -> ElementFile.verify(cutZip))
                .hasMessage(cutZip + ": ends too early; the file is truncated");
    }

    @Test
    void emptyFileIsAnError() {
        Path file = write(folder.resolve("a.nq"), utf8("# nothing\n"));
        assertThatThrownBy(() -> ElementFile.verify(file)).hasMessage(file + ": the file holds no element");
        assertThatThrownBy(() -> readAll(file)).hasMessage(file + ": the file holds no element");
    }

    @Test
    void simulatedStreamReadsBackAsItWas() throws IOException {
        Path file = simulated(200, "a.nq");
        Path zip = write(folder.resolve("a.nq.gz"), gzip(Files.readAllBytes(file)));
        List<RdfGraph> expected = simulatedElements(200);
        assertThat(readAll(file)).isEqualTo(expected);
        assertThat(readAll(zip)).isEqualTo(expected);
    }

    @Test
    void skippingGivesTheSameRestAsReading() throws IOException {
        Path file = simulated(50, "a.nq");
        try (ElementReader<RdfGraph> reader = ElementFile.open(file, ElementLimits.DEFAULT)) {
            for (int i = 0; i < 20; i++) {
                assertThat(reader.skip()).isTrue();
            }
            assertThat(reader.next()).isEqualTo(simulatedElements(50).get(20));
        }
    }

    private List<Integer> sizes(String... lines) {
        return readAll(quads(lines)).stream().map(e -> e.statements().size()).toList();
    }

    private Path quads(String... lines) {
        return write(folder.resolve("quads.nq"), utf8(text(lines)));
    }

    /** Lines of subject, predicate, literal and perhaps a graph. */
    private static String text(String... lines) {
        StringBuilder out = new StringBuilder();
        for (String line : lines) {
            String[] terms = line.split(" ");
            out.append("<urn:x:" + terms[0] + "> <urn:x:" + terms[1] + "> \"" + terms[2] + "\"");
            out.append(terms.length > 3 ? " <urn:x:" + terms[3] + "> .\n" : " .\n");
        }
        return out.toString();
    }

    private Path simulated(int elements, String name) throws IOException {
        Path file = folder.resolve(name);
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            for (RdfGraph element : simulatedElements(elements)) {
                for (Statement statement : element.statements()) {
                    NTriplesUtil.append(statement.getSubject(), out);
                    out.append(' ');
                    NTriplesUtil.append(statement.getPredicate(), out);
                    out.append(' ');
                    NTriplesUtil.append(statement.getObject(), out);
                    out.append(' ');
                    if (statement.getContext() != null) {
                        NTriplesUtil.append(statement.getContext(), out);
                    }
                    out.append(" .\n");
                }
            }
        }
        return file;
    }

    private static List<RdfGraph> simulatedElements(int count) {
        WeatherSimulator simulator = new WeatherSimulator(WeatherOptions.of(3, count));
        List<RdfGraph> elements = new ArrayList<>();
        for (SimulatedElement e = simulator.next(); e != null; e = simulator.next()) {
            elements.add(e.graph());
        }
        return elements;
    }
}
