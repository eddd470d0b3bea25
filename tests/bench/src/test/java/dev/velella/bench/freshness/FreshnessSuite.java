package dev.velella.bench.freshness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.process.FreePort;
import dev.velella.bench.process.InstalledPipeline;
import dev.velella.bench.process.StoreProcess;
import dev.velella.bench.process.StoreProgress;
import dev.velella.bench.process.WorkFolder;
import dev.velella.bench.sink.SinkSuite;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * What {@code tests/bench/run freshness} does: how old an element is when queries see it. The source, a worker, the diff app and
 * a sink run as they are installed, exactly once throughout; first as fast as they can, then at a tenth of that. An element
 * is born when the source makes its record, whose timestamp its patch inherits.
 */
public final class FreshnessSuite {
    static final String DEFAULT_INTERVALS = "default";
    static final String SHORT_INTERVALS = "10ms";

    /** Part of the capacity at which ages are measured. */
    private static final double LOAD = 0.1;

    private static final int STATIONS = 20;
    private static final long LOOK_MS = 4;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final FreshnessScale scale;
    private final Path home;
    private final Path servers;
    private final Figures figures;
    private final PrintStream progress;

    /**
     * @param home the distribution
     * @param servers the folder {@code tests/servers}, built
     */
    public FreshnessSuite(FreshnessScale scale, Path home, Path servers, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.home = home;
        this.servers = servers;
        this.figures = figures;
        this.progress = progress;
    }

    /**
     * Measures stores.
     *
     * @param kinds of {@link SinkSuite#names}
     */
    public void run(List<String> kinds) throws IOException {
        Path folder = Files.createTempDirectory("velella-freshness");
        try (BenchmarkBroker broker = new BenchmarkBroker(folder.resolve("broker.log"));
                InstalledPipeline pipeline = new InstalledPipeline(home, folder, broker.bootstrapServers())) {
            for (String kind : kinds) {
                run(kind, broker, pipeline, folder);
            }
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        }
        WorkFolder.delete(folder);
    }

    private void run(String kind, BenchmarkBroker broker, InstalledPipeline pipeline, Path folder)
            throws IOException, InterruptedException {
        try (StoreProcess server = SinkSuite.embedded().contains(kind)
                ? null
                : new StoreProcess(SinkSuite.server(kind), servers, folder.resolve(kind + "-server"))) {
            progress.println(kind + " at full speed");
            double capacity = new Run(kind, "full", server, broker, pipeline, folder, Map.of())
                    .at(0, scale.capacityMs(), scale.capacityMs())
                    .appliedPerSecond();
            figures.add("capacity/" + kind, capacity, "elements/s");
            for (String intervals : intervals(kind)) {
                progress.println(kind + ", commit intervals: " + intervals);
                Map<String, String> diff =
                        intervals.equals(SHORT_INTERVALS) ? Map.of("commit.interval.ms", "10") : Map.of();
                Run run = new Run(kind, intervals, server, broker, pipeline, folder, diff);
                report(
                        kind + "/" + intervals,
                        run.at(Math.max(1, capacity * LOAD), scale.warmUpMs(), scale.measuredMs()),
                        run);
            }
        }
    }

    /** Short intervals gained little with any store, so one store is enough to see whether this is still true. */
    private static List<String> intervals(String kind) {
        return kind.equals("memory") ? List.of(DEFAULT_INTERVALS, SHORT_INTERVALS) : List.of(DEFAULT_INTERVALS);
    }

    private void report(String name, StoreProgress seen, Run run) {
        Map<Long, Long> records = run.records();
        long[] applied = seen.agesWhenApplied(records);
        long[] durable = seen.agesWhenDurable(records);
        figures.add("elements/" + name, applied.length, "elements");
        for (double share : new double[] {0.5, 0.99, 1}) {
            String percentile = share == 1 ? "max" : "p" + Math.round(share * 100);
            figures.add("applied/" + name + "/" + percentile, StoreProgress.percentile(applied, share), "ms");
            figures.add("durable/" + name + "/" + percentile, StoreProgress.percentile(durable, share), "ms");
        }
    }

    /** One stream from the source to one store. */
    private static final class Run {
        private final String kind;
        private final String name;
        private final @Nullable StoreProcess server;
        private final BenchmarkBroker broker;
        private final InstalledPipeline pipeline;
        private final Path folder;
        private final Map<String, String> diffSettings;
        private final int port = FreePort.next();
        private long fromMs;
        private long toMs;

        Run(
                String kind,
                String run,
                @Nullable StoreProcess server,
                BenchmarkBroker broker,
                InstalledPipeline pipeline,
                Path folder,
                Map<String, String> diffSettings)
                throws IOException {
            this.kind = kind;
            this.name = kind + "-" + run;
            this.server = server;
            this.broker = broker;
            this.pipeline = pipeline;
            this.folder = folder;
            this.diffSettings = diffSettings;
        }

        /** Runs it at a rate, 0 for as fast as it can; what was seen is of the time after the warm-up. */
        StoreProgress at(double rate, int warmUpMs, int measuredMs) throws IOException, InterruptedException {
            broker.createTopic("graphs-" + name);
            broker.createTopic("patches-" + name);
            Process diff = pipeline.diff("diff-" + name, "graphs-" + name, "patches-" + name, diffSettings);
            createSink();
            pipeline.create(
                    "weather-source.json",
                    "source-" + name,
                    Map.of(
                            "topic",
                            "graphs-" + name,
                            "simulator.elements",
                            "0",
                            "simulator.stations",
                            Integer.toString(STATIONS),
                            "simulator.rate.per.second",
                            Double.toString(rate)));
            pipeline.await("the first patches in the store", () -> look()[0] > STATIONS);
            StoreProgress seen = new StoreProgress();
            long begin = System.currentTimeMillis();
            fromMs = begin + warmUpMs;
            toMs = fromMs + measuredMs;
            lookUntil(seen, toMs);
            pipeline.delete("source-" + name);
            lookUntilDurable(seen);
            pipeline.delete("sink-" + name);
            pipeline.end(diff);
            return seen;
        }

        private void lookUntil(StoreProgress seen, long untilMs) throws IOException, InterruptedException {
            while (System.currentTimeMillis() < untilMs) {
                see(seen);
                Thread.sleep(LOOK_MS);
            }
        }

        /** What was seen last is all there is: the source has ended, and nothing is waiting. */
        private void lookUntilDurable(StoreProgress seen) throws IOException, InterruptedException {
            Duration quiet = Duration.ofSeconds(2);
            long since = System.nanoTime();
            long[] last = look();
            long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while ((System.nanoTime() - since < quiet.toNanos() || last[0] != last[1]) && System.nanoTime() < until) {
                long[] now = see(seen);
                if (now[0] != last[0] || now[1] != last[1]) {
                    since = System.nanoTime();
                }
                last = now;
                Thread.sleep(LOOK_MS);
            }
        }

        private long[] see(StoreProgress seen) throws IOException, InterruptedException {
            long[] offsets = look();
            long now = System.currentTimeMillis();
            if (now >= fromMs) {
                seen.see(now, offsets[0], offsets[1]);
            }
            return offsets;
        }

        private void createSink() throws IOException, InterruptedException {
            Map<String, String> settings =
                    new HashMap<>(Map.of("topics", "patches-" + name, "snapshot.topics", "", "tasks.max", "1"));
            String sample = "memory-sink.json";
            if (server == null) {
                settings.put("target", kind);
                settings.put("target.dir", folder.resolve("store-" + name).toString());
                settings.put("sparql.endpoint.port", Integer.toString(port));
            } else {
                sample = server.kind().isRdf4j() ? "rdf4j-server-sink.json" : "sparql-sink.json";
                settings.put("target.url", server.queryUrl().toString());
                if (!server.kind().isRdf4j()) {
                    settings.put("target.update.url", server.updateUrl().toString());
                }
            }
            pipeline.create(sample, "sink-" + name, settings);
        }

        /** Next offsets of what is applied and of what is durable. */
        private long[] look() throws IOException, InterruptedException {
            if (server == null) {
                JsonNode partitions = JSON.readTree(pipeline.get("http://localhost:" + port + "/status")
                                .body())
                        .path("partitions");
                return new long[] {
                    partitions.path(0).path("applied").asLong(),
                    partitions.path(0).path("durable").asLong()
                };
            }
            String query = "SELECT ?o { GRAPH <urn:velella:system> { <urn:velella:system:partition:sink-" + name
                    + ":patches-" + name + ":0> <urn:velella:system#nextOffset> ?o } }";
            String[] lines = pipeline.get(server.queryUrl() + "?query="
                            + URLEncoder.encode(query, StandardCharsets.UTF_8) + "&Accept=text%2Fcsv&format=csv")
                    .body()
                    .split("\\R");
            long next = lines.length > 1 ? Long.parseLong(lines[1].strip()) : 0;
            return new long[] {next, next};
        }

        /** Offset and timestamp of the patches of the time after the warm-up. */
        Map<Long, Long> records() {
            Map<Long, Long> records = new LinkedHashMap<>();
            TopicPartition partition = new TopicPartition("patches-" + name, 0);
            try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                    Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed"),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer())) {
                consumer.assign(List.of(partition));
                consumer.seekToBeginning(List.of(partition));
                long end = consumer.endOffsets(List.of(partition)).get(partition);
                while (consumer.position(partition) < end) {
                    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                        if (record.timestamp() >= fromMs && record.timestamp() < toMs) {
                            records.put(record.offset(), record.timestamp());
                        }
                    }
                }
            }
            return records;
        }
    }
}
