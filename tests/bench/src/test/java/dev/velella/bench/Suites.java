package dev.velella.bench;

import dev.velella.bench.batch.BatchReport;
import dev.velella.bench.codec.CodecReport;
import dev.velella.bench.converter.ConverterReport;
import dev.velella.bench.diff.DiffReport;
import dev.velella.bench.edge.EdgeReport;
import dev.velella.bench.formats.FormatsReport;
import dev.velella.bench.freshness.FreshnessReport;
import dev.velella.bench.grpc.GrpcReport;
import dev.velella.bench.history.HistoryReport;
import dev.velella.bench.kafka.KafkaReport;
import dev.velella.bench.load.LoadReport;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.Report;
import dev.velella.bench.naive.NaiveReport;
import dev.velella.bench.outbox.OutboxReport;
import dev.velella.bench.quickstart.QuickstartReport;
import dev.velella.bench.readers.ReadersReport;
import dev.velella.bench.results.BarPlot;
import dev.velella.bench.results.BarPlot.Bar;
import dev.velella.bench.serve.ServeReport;
import dev.velella.bench.sink.SinkReport;
import dev.velella.bench.source.SourceReport;
import dev.velella.bench.writers.WritersReport;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The tables and pictures of all suites. */
final class Suites {
    private Suites() {}

    /** How the figures of each suite are shown. */
    static Map<String, Function<Figures, Report>> reports() {
        return Map.ofEntries(
                Map.entry("quickstart", QuickstartReport::new),
                Map.entry("codec", CodecReport::new),
                Map.entry("codec-java25", CodecReport::times),
                Map.entry("formats", FormatsReport::new),
                Map.entry("sizes", BatchReport::new),
                Map.entry("kafka", KafkaReport::new),
                Map.entry("converter", ConverterReport::new),
                Map.entry("diff", DiffReport::new),
                Map.entry("sink", SinkReport::new),
                Map.entry("freshness", FreshnessReport::new),
                Map.entry("edge", EdgeReport::new),
                Map.entry("source", SourceReport::new),
                Map.entry("history", HistoryReport::new),
                Map.entry("serve", ServeReport::new),
                Map.entry("outbox", OutboxReport::new),
                Map.entry("grpc", GrpcReport::new),
                Map.entry("load", LoadReport::new),
                Map.entry("readers", ReadersReport::new),
                Map.entry("writers", WritersReport::new),
                Map.entry("naive", NaiveReport::new));
    }

    /** Pictures of some figures, each below the tables of its suite. */
    static List<BarPlot> plots() {
        return List.of(
                new BarPlot(
                        "patch-bytes",
                        "codec",
                        "Bytes of a row of a weather patch",
                        List.of(
                                new Bar("Velella, dense order", "size/weather-patches/velella-dense", true),
                                new Bar("Velella, given order", "size/weather-patches/velella-stateful", true),
                                new Bar("Velella, self-contained", "size/weather-patches/velella-big", true),
                                new Bar("RDF Patch text", "size/weather-patches/jena-text", false),
                                new Bar("RDF Patch Thrift", "size/weather-patches/jena-thrift", false))),
                new BarPlot(
                        "graph-writing",
                        "codec",
                        "Writing a triple of a weather graph that stands alone, ns",
                        List.of(
                                new Bar("Velella", "time/weather-serialize-big-shared/velella", true),
                                new Bar("Jelly-JVM", "time/weather-serialize-big-shared/jelly-jvm", false),
                                new Bar("RDF4J binary", "time/weather-serialize-big-shared/rdf4j-binary", false),
                                new Bar(
                                        "N-Triples of RDF4J",
                                        "time/weather-serialize-big-shared/rdf4j-ntriples",
                                        false))),
                new BarPlot(
                        "graph-reading",
                        "codec",
                        "Reading a triple of a weather graph that stands alone, ns",
                        List.of(
                                new Bar("Velella", "time/weather-parse-big/velella", true),
                                new Bar("Velella, all texts", "time/weather-parse-big/velella-eager", true),
                                new Bar("Jelly-JVM", "time/weather-parse-big/jelly-jvm", false),
                                new Bar("RDF4J binary", "time/weather-parse-big/rdf4j-binary", false),
                                new Bar("N-Triples of RDF4J", "time/weather-parse-big/rdf4j-ntriples", false))),
                new BarPlot(
                        "patch-rates",
                        "kafka",
                        "Weather patches a second through a broker, zstd",
                        List.of(
                                new Bar("Velella, stateful", "rate/weather-patches-zstd/velella-100", true),
                                new Bar(
                                        "Velella, self-contained",
                                        "rate/weather-patches-zstd/velella-self-contained",
                                        true),
                                new Bar("RDF Patch text", "rate/weather-patches-zstd/rdf-patch-text", false),
                                new Bar("RDF Patch Thrift", "rate/weather-patches-zstd/rdf-patch-thrift", false))),
                new BarPlot(
                        "freshness",
                        "freshness",
                        "Age of an element when queries see it, ms",
                        List.of(
                                new Bar("memory, median", "applied/memory/default/p50", true),
                                new Bar("memory, p99", "applied/memory/default/p99", true),
                                new Bar("lmdb, median", "applied/lmdb/default/p50", true),
                                new Bar("lmdb, p99", "applied/lmdb/default/p99", true),
                                new Bar("http, median", "applied/http/default/p50", true),
                                new Bar("http, p99", "applied/http/default/p99", true),
                                new Bar("sparql-memory, p99", "applied/sparql-memory/default/p99", true),
                                new Bar("sparql-tdb2, p99", "applied/sparql-tdb2/default/p99", true))));
    }
}
