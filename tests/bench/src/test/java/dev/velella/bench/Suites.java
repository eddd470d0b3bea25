package dev.velella.bench;

import dev.velella.bench.codec.CodecReport;
import dev.velella.bench.diff.DiffReport;
import dev.velella.bench.edge.EdgeReport;
import dev.velella.bench.freshness.FreshnessReport;
import dev.velella.bench.history.HistoryReport;
import dev.velella.bench.kafka.KafkaReport;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.Report;
import dev.velella.bench.naive.NaiveReport;
import dev.velella.bench.outbox.OutboxReport;
import dev.velella.bench.results.BarPlot;
import dev.velella.bench.results.BarPlot.Bar;
import dev.velella.bench.sink.SinkReport;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The tables and pictures of all suites. */
final class Suites {
    private Suites() {}

    /** How the figures of each suite are shown. */
    static Map<String, Function<Figures, Report>> reports() {
        return Map.ofEntries(
                Map.entry("codec", CodecReport::new),
                Map.entry("codec-java25", CodecReport::times),
                Map.entry("kafka", KafkaReport::new),
                Map.entry("diff", DiffReport::new),
                Map.entry("sink", SinkReport::new),
                Map.entry("freshness", FreshnessReport::new),
                Map.entry("edge", EdgeReport::new),
                Map.entry("history", HistoryReport::new),
                Map.entry("outbox", OutboxReport::new),
                Map.entry("naive", NaiveReport::new));
    }

    /** The picture of each question of {@code docs/benchmarks.md}. */
    static List<BarPlot> plots() {
        return List.of(
                new BarPlot(
                        "patch-bytes",
                        "codec",
                        "Bytes of a row of a weather patch",
                        List.of(
                                ours("Velella, dense order", "size/weather-patches/velella-dense"),
                                ours("Velella, self-contained", "size/weather-patches/velella-big"),
                                peer("RDF Patch text", "size/weather-patches/jena-text"),
                                peer("RDF Patch Thrift", "size/weather-patches/jena-thrift"))),
                new BarPlot(
                        "graph-reading",
                        "codec",
                        "Reading a triple of a weather graph that stands alone, ns",
                        List.of(
                                ours("Velella", "time/weather-parse-big/velella"),
                                ours("Velella, all texts", "time/weather-parse-big/velella-eager"),
                                peer("Jelly-JVM", "time/weather-parse-big/jelly-jvm"),
                                peer("RDF4J binary", "time/weather-parse-big/rdf4j-binary"),
                                peer("N-Triples of RDF4J", "time/weather-parse-big/rdf4j-ntriples"))),
                new BarPlot(
                        "patch-rates",
                        "kafka",
                        "Weather patches a second through a broker, zstd",
                        List.of(
                                ours("Velella, dictionary", "rate/weather-patches-zstd/velella-dictionary"),
                                ours("Velella, self-contained", "rate/weather-patches-zstd/velella-self-contained"),
                                peer("RDF Patch text", "rate/weather-patches-zstd/rdf-patch-text"),
                                peer("RDF Patch Thrift", "rate/weather-patches-zstd/rdf-patch-thrift"))),
                new BarPlot(
                        "diff-time",
                        "diff",
                        "Diff of a weather graph, a hundred streams, ns a triple",
                        List.of(
                                ours("Velella, dictionary", "time/weather-speed-keep-100/velella-dictionary"),
                                ours("Velella, key frames", "time/weather-speed-keep-100/velella"),
                                peer("RDF4J and Jena", "time/weather-speed-keep-100/rdf4j"))),
                new BarPlot(
                        "store-rates",
                        "sink",
                        "Times as many patches as with a transaction for each, 100,000 statements",
                        List.of(
                                ours("memory", "ratio/memory-100000/one-per-patch"),
                                ours("LMDB", "ratio/lmdb-100000/one-per-patch"),
                                ours("RDF4J server", "ratio/http-100000/one-per-patch"),
                                ours("Fuseki, memory", "ratio/sparql-memory-100000/one-per-patch"),
                                ours("Fuseki, TDB2", "ratio/sparql-tdb2-100000/one-per-patch"))),
                new BarPlot(
                        "freshness",
                        "freshness",
                        "Age of 99 of 100 elements when queries see them, ms",
                        List.of(
                                ours("memory", "applied/memory/default/p99"),
                                ours("LMDB", "applied/lmdb/default/p99"),
                                ours("RDF4J server", "applied/http/default/p99"),
                                ours("Fuseki, memory", "applied/sparql-memory/default/p99"),
                                ours("Fuseki, TDB2", "applied/sparql-tdb2/default/p99"))),
                new BarPlot(
                        "beside-a-pipeline-by-hand",
                        "naive",
                        "Times as many triples for each processor core as by hand",
                        List.of(
                                ours("memory, first way", "ratio-cores-own/memory/naive"),
                                ours("memory, better way", "ratio-cores-own/memory/better-naive"),
                                ours("RDF4J server, first way", "ratio-cores-own/http/naive"),
                                ours("RDF4J server, better way", "ratio-cores-own/http/better-naive"))),
                new BarPlot(
                        "device-bytes",
                        "edge",
                        "Bytes that a device sends for a weather graph",
                        List.of(
                                ours("Jelly, dictionary, changes", "wire/jelly-changes-dictionary"),
                                ours("Jelly, dictionary", "wire/jelly-dictionary"),
                                ours("Jelly, self-contained", "wire/jelly-self-contained"),
                                peer("N-Triples", "wire/n-triples"))),
                new BarPlot(
                        "history",
                        "history",
                        "Times as long with a history as without",
                        List.of(
                                ours("LMDB, write", "ratio/lmdb-write/history/plain"),
                                ours("LMDB, join in the present", "ratio/lmdb-present-join/history/plain"),
                                ours("LMDB, join in the past", "ratio/lmdb-past-join/history/plain"),
                                ours("memory, write", "ratio/memory-write/history/plain"),
                                ours("memory, join in the past", "ratio/memory-past-join/history/plain"))),
                new BarPlot(
                        "outbox",
                        "outbox",
                        "Times as long a commit of 10 statements takes with an outbox",
                        List.of(
                                ours("LMDB", "ratio/lmdb-10-statements-1-writers/outbox/plain"),
                                ours("LMDB, 8 writers", "ratio/lmdb-10-statements-8-writers/outbox/plain"),
                                ours("memory, synced", "ratio/memory-synced-10-statements-1-writers/outbox/plain"),
                                ours(
                                        "memory, synced, 8 writers",
                                        "ratio/memory-synced-10-statements-8-writers/outbox/plain"),
                                ours("memory, no disk", "ratio/memory-10-statements-1-writers/outbox/plain"))));
    }

    private static Bar ours(String label, String figure) {
        return new Bar(label, figure, true);
    }

    private static Bar peer(String label, String figure) {
        return new Bar(label, figure, false);
    }
}
