package dev.velella.bench.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.MarkdownTables;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.format.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

/** Each stream is counted in each format, and a stream without prefixes is the same stream. */
class FormatsSuiteTest {
    private final Figures figures = new Figures(new PrintStream(OutputStream.nullOutputStream()));

    @Test
    void everyStreamIsCountedInEveryFormat() throws IOException {
        new FormatsSuite(20, figures, new PrintStream(OutputStream.nullOutputStream())).run(FormatsSuite.names());
        MarkdownTables tables = new MarkdownTables();
        new FormatsReport(figures).addTo(tables);
        assertThat(tables.lines())
                .filteredOn(line -> line.startsWith("| jelly |"))
                .hasSize(1 + GraphStream.values().length)
                .allMatch(line -> !line.contains("–"));
        assertThat(figures.get("mean/messages/n-triples/none")).hasValue(1);
    }

    @Test
    void aStreamWithoutATableOfPrefixesHasTheSameStatements() {
        for (GraphStream stream : GraphStream.values()) {
            var graphs = stream.graphs(10);
            JellyGraphDecoder decoder = new JellyGraphDecoder(SimpleValueFactory.getInstance(), Limits.DEFAULT);
            List<byte[]> frames = GraphFormat.JELLY_NO_PREFIX.messages(graphs);
            for (int i = 0; i < graphs.size(); i++) {
                assertThat(new HashSet<>(decoder.decodeNext(frames.get(i)).statements()))
                        .isEqualTo(new HashSet<>(graphs.get(i).statements()));
            }
        }
    }
}
