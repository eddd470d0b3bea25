package dev.velella.bench.formats;

import com.github.luben.zstd.Zstd;
import dev.velella.bench.measure.Figures;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * The suite {@code formats}: bytes of a triple in streams of different shapes, as messages that are compressed one by one, and as
 * one document that is compressed whole. Its means over all streams are geometric.
 */
public final class FormatsSuite {
    private static final int ZSTD_LEVEL = 3;
    static final List<String> COMPRESSIONS = List.of("none", "gzip", "zstd");

    private final int elements;
    private final Figures figures;
    private final PrintStream progress;

    /** @param elements graphs of each stream */
    public FormatsSuite(int elements, Figures figures, PrintStream progress) {
        this.elements = elements;
        this.figures = figures;
        this.progress = progress;
    }

    /** Names of the streams. */
    public static List<String> names() {
        return Stream.of(GraphStream.values()).map(GraphStream::label).toList();
    }

    /**
     * Counts.
     *
     * @param selected of {@link #names}
     */
    public void run(List<String> selected) throws IOException {
        Map<String, List<Double>> ratios = new LinkedHashMap<>();
        for (GraphStream stream : GraphStream.values()) {
            if (selected.contains(stream.label())) {
                progress.println("bench: " + stream.label());
                count(stream, ratios);
            }
        }
        ratios.forEach((name, each) -> figures.add(
                "mean/" + name,
                Math.exp(each.stream().mapToDouble(Math::log).average().orElseThrow()),
                "x"));
    }

    private void count(GraphStream stream, Map<String, List<Double>> ratios) throws IOException {
        List<RdfGraph> graphs = stream.graphs(elements);
        double triples =
                graphs.stream().mapToLong(graph -> graph.statements().size()).sum();
        figures.add("triples/" + stream.label(), triples / graphs.size(), "triples/graph");
        long text = GraphFormat.N_TRIPLES.messages(graphs).stream()
                .mapToLong(message -> message.length)
                .sum();
        for (GraphFormat format : GraphFormat.values()) {
            for (String form : List.of("messages", "document")) {
                List<byte[]> parts =
                        form.equals("messages") ? format.messages(graphs) : List.of(format.document(graphs));
                for (String compression : COMPRESSIONS) {
                    long bytes = 0;
                    for (byte[] part : parts) {
                        bytes += compressed(part, compression);
                    }
                    String name = format.label() + "/" + compression;
                    figures.add(form + "/" + stream.label() + "/" + name, bytes / triples, "B/triple");
                    ratios.computeIfAbsent(form + "/" + name, unknown -> new ArrayList<>())
                            .add((double) text / bytes);
                }
            }
        }
    }

    private static long compressed(byte[] part, String compression) throws IOException {
        return switch (compression) {
            case "gzip" -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
                    gzip.write(part);
                }
                yield bytes.size();
            }
            case "zstd" -> Zstd.compress(part, ZSTD_LEVEL).length;
            default -> part.length;
        };
    }
}
