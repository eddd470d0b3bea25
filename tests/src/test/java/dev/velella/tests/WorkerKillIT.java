package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.graph.TargetGraph;
import dev.velella.quickstart.RecordValues;
import dev.velella.quickstart.StoreCheck;
import dev.velella.quickstart.StoreClient;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.sink.RunningConnector;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The worker that runs source and sink is killed again and again in the middle of the stream; afterwards every topic and
 * the store hold what they would hold without the kills.
 */
class WorkerKillIT {
    private static final int PARTITIONS = 2;
    private static final int STATIONS = 3;
    private static final int RATE = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Elements after the last kill, at least. */
    private static final int REST = 150;

    private final int kills = Integer.getInteger("velella.kills", 2);

    /** The stream has no end while the worker is killed; the sum of what it has then, and the rest. */
    private int elements;

    @Test
    void storeAndTopicsAreAsIfTheWorkerHadNeverBeenKilled(@TempDir Path scratch) throws Exception {
        int sparqlPort = Ports.free();
        Map<String, String> diff = new HashMap<>();
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free())) {
            createTopic(broker.bootstrapServers(), "graphs");
            diff.put("bootstrap.servers", broker.bootstrapServers());
            diff.put("state.dir", scratch.resolve("streams").toString());
            diff.put("velella.input.topic", "graphs");
            diff.put("velella.output.topic", "patches");
            diff.put("velella.jelly.mode", "self-contained");
            StoreClient store = new StoreClient("http://localhost:" + sparqlPort);
            try (WorkerProcess worker = new WorkerProcess(scratch, broker.bootstrapServers());
                    DiffApp app = new DiffApp(new DiffConfig(diff))) {
                ConnectRest rest = worker.rest();
                app.start();
                worker.awaitUp();
                RunningConnector source = createConnectors(worker, broker.bootstrapServers(), scratch, sparqlPort);
                long applied = 0;
                for (int kill = 0; kill < kills; kill++) {
                    long goal = applied + 100;
                    Await.until("patches applied beyond " + goal, PATIENCE, () -> applied(store) > goal);
                    applied = applied(store);
                    worker.kill();
                    worker.start();
                    worker.awaitUp();
                }
                source.stop();
                elements = Math.toIntExact(emitted(rest)) + REST;
                source.configure(Map.of("simulator.elements", Integer.toString(elements)));
                Await.until("the source is through", PATIENCE, () -> complete(rest));
                List<ConsumerRecord<String, byte[]>> graphs =
                        Topics.committed(broker.bootstrapServers(), "graphs", PARTITIONS);
                Map<String, RdfGraph> last = checkGraphs(broker.bootstrapServers(), graphs);
                Map<String, Set<Statement>> expected = new LinkedHashMap<>();
                TargetGraph target = TargetGraph.of(new DiffConfig(diff).graphSettings());
                last.forEach((key, graph) -> expected.put(key, new LinkedHashSet<>(target.statements(key, graph))));
                Await.until("the patches lead to the last graphs", PATIENCE, () -> patched(broker.bootstrapServers())
                        .equals(expected));
                StoreCheck check = new StoreCheck(target, store);
                Await.until("the store equals the stream", PATIENCE, () -> check.compare(last)
                        .equal());
                assertThat(app.failure()).isEmpty();
            }
        }
    }

    /** Returns the source. */
    private static RunningConnector createConnectors(
            WorkerProcess worker, String bootstrapServers, Path scratch, int sparqlPort) throws Exception {
        Samples samples = new Samples(Installation.home());
        worker.rest()
                .create(samples.connector(
                        "memory-sink.json",
                        Map.of(
                                "kafka.bootstrap.servers",
                                bootstrapServers,
                                "topics",
                                "patches",
                                "snapshot.topics",
                                "",
                                "target.dir",
                                scratch.resolve("store").toString(),
                                "checkpoint.interval.ms",
                                "500",
                                // Kafka gives a dead consumer 45 s before another gets its partitions.
                                "consumer.override.session.timeout.ms",
                                "6000",
                                "sparql.endpoint.port",
                                Integer.toString(sparqlPort))));
        RunningConnector source = new RunningConnector(
                worker.restUrl(),
                samples.connector(
                        "weather-source.json",
                        Map.of(
                                "kafka.bootstrap.servers",
                                bootstrapServers,
                                "producer.override.transaction.timeout.ms",
                                "8000",
                                "simulator.elements",
                                "0",
                                "simulator.stations",
                                Integer.toString(STATIONS),
                                "simulator.rate.per.second",
                                Integer.toString(RATE))));
        source.create();
        return source;
    }

    /** Nothing lost, nothing twice, in order: the topic holds exactly what the simulator makes. */
    private Map<String, RdfGraph> checkGraphs(String bootstrapServers, List<ConsumerRecord<String, byte[]>> records) {
        Map<String, List<RdfGraph>> expected = new HashMap<>();
        for (SimulatedElement element : Weather.elements(elements, STATIONS)) {
            expected.computeIfAbsent(element.key(), key -> new ArrayList<>()).add(element.graph());
        }
        Map<String, List<RdfGraph>> found = new HashMap<>();
        try (RecordValues values = new RecordValues(bootstrapServers)) {
            for (ConsumerRecord<String, byte[]> record : records) {
                found.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(values.read(record, RdfGraph.class));
            }
        }
        Map<String, RdfGraph> last = new LinkedHashMap<>();
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        expected.forEach((key, graphs) -> {
            assertThat(found.get(key)).as("graphs of %s", key).hasSameSizeAs(graphs);
            for (int i = 0; i < graphs.size(); i++) {
                assertThat(found.get(key).get(i)).as("graph %d of %s", i, key).isEqualTo(graphs.get(i));
            }
            last.put(key, graphs.get(graphs.size() - 1));
        });
        return last;
    }

    private static Map<String, Set<Statement>> patched(String bootstrapServers) {
        PatchLog log = new PatchLog();
        log.applyAll(Topics.committed(bootstrapServers, "patches", PARTITIONS));
        return log.graphs();
    }

    private static long emitted(ConnectRest rest) throws Exception {
        return rest.offsets("weather-source")
                .path(0)
                .path("offset")
                .path("elements")
                .asLong();
    }

    private static boolean complete(ConnectRest rest) throws Exception {
        for (JsonNode entry : rest.offsets("weather-source")) {
            if (entry.path("offset").path("complete").asBoolean()) {
                return true;
            }
        }
        return false;
    }

    /** Sum of the sink's next offsets; -1 while its endpoint does not answer, as after a kill. */
    private static long applied(StoreClient store) throws InterruptedException {
        try {
            Optional<JsonNode> status = store.status();
            if (status.isEmpty()) {
                return -1;
            }
            long sum = 0;
            for (JsonNode partition : status.get().path("partitions")) {
                sum += partition.path("applied").asLong();
            }
            return sum;
        } catch (IOException e) {
            return -1;
        }
    }

    private static void createTopic(String bootstrapServers, String name) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            Topics.create(admin, name, PARTITIONS);
        }
    }
}
