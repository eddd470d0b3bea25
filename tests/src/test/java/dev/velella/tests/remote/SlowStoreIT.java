package dev.velella.tests.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.quickstart.ConnectRest;
import dev.velella.quickstart.ConnectWorker;
import dev.velella.quickstart.EmbeddedBroker;
import dev.velella.quickstart.Ports;
import dev.velella.rdf.RdfPatch;
import dev.velella.serde.JellyPatchSerializer;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.sink.RemoteSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is much slower than its topics: what waits for it waits in Kafka, and not in the worker. */
class SlowStoreIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final int PARTITIONS = 3;
    private static final int STATEMENTS = 10;
    private static final int LITERAL_CHARS = 2_000;
    /** Of a heap of {@value #HEAP_MEGABYTES} MB at least twice as much waits in the topic. */
    private static final int PATCHES = 16_000;

    private static final int HEAP_MEGABYTES = 160;

    private final Random random = new Random(1);

    @BeforeAll
    static void startServers() throws Exception {
        SharedServers.start();
    }

    @Test
    void whatWaitsForASlowStoreTakesNoMemory(@TempDir Path scratch) throws Exception {
        StoreServer server = SharedServers.get(StoreServer.Kind.FUSEKI);
        try (EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", (Object) broker.bootstrapServers()));
                FaultyProxy proxy = new FaultyProxy(server.queryUrl())) {
            Topics.create(admin, "slow", PARTITIONS);
            write(broker.bootstrapServers());
            proxy.slow(Duration.ofMillis(150), url -> url.getPath().endsWith("/update"));
            RemoteSink sink = new RemoteSink(
                    StoreServer.Kind.FUSEKI,
                    "slow",
                    Map.of(
                            "target.url",
                            proxy.url(server.queryUrl()).toString(),
                            "target.update.url",
                            proxy.url(server.updateUrl()).toString(),
                            "batch.max.records",
                            "20",
                            "put.max.ms",
                            "500"));
            Map<String, String> workerConfig = ConnectWorker.properties(
                    broker.bootstrapServers(), Installation.home().resolve("plugins"), Ports.free());
            Process worker =
                    Installation.worker(scratch, workerConfig, List.of("-XX:+ExitOnOutOfMemoryError"), HEAP_MEGABYTES);
            try {
                ConnectRest rest = new ConnectRest(workerConfig.get("listeners"));
                Await.until("the worker answers", PATIENCE, () -> {
                    try {
                        return rest.plugins().size() > 0;
                    } catch (IOException e) {
                        return false;
                    }
                });
                rest.create(sink.connector(broker.bootstrapServers()));
                awaitApplied(sink, worker, 100);
                long early = liveBytes(worker);
                awaitApplied(sink, worker, 1_000);
                long late = liveBytes(worker);
                System.out.printf("live heap after 100 patches: %d MB, after 1000: %d MB%n", early >> 20, late >> 20);
                assertThat(late).as("live bytes, %d before", early).isLessThan(early + (16 << 20));
                assertThat(rest.failure(sink.name())).isEmpty();
                assertThat(sink.applied()).as("most waits still").isLessThan(PATCHES / 2);
            } finally {
                worker.destroyForcibly().waitFor();
            }
        }
    }

    private static void awaitApplied(RemoteSink sink, Process worker, int records) throws Exception {
        Await.until(records + " patches applied", PATIENCE, () -> {
            assertThat(worker.isAlive()).as("the worker lives").isTrue();
            return sink.applied() >= records;
        });
    }

    /** Each patch replaces what the one before it wrote. */
    private void write(String bootstrapServers) {
        try (KafkaProducer<String, RdfPatch> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new JellyPatchSerializer())) {
            List<List<Statement>> last = new ArrayList<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                last.add(List.of());
            }
            for (int i = 0; i < PATCHES; i++) {
                int partition = i % PARTITIONS;
                List<Statement> next = new ArrayList<>();
                for (int s = 0; s < STATEMENTS; s++) {
                    next.add(VALUES.createStatement(
                            VALUES.createIRI("urn:slow:" + partition),
                            VALUES.createIRI("urn:value"),
                            VALUES.createLiteral(text()),
                            VALUES.createIRI("urn:slow:graph")));
                }
                producer.send(
                        new ProducerRecord<>("slow", partition, null, RdfPatch.change(last.get(partition), next)));
                last.set(partition, next);
            }
        }
    }

    private String text() {
        byte[] text = new byte[LITERAL_CHARS];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) ('a' + random.nextInt(26));
        }
        return new String(text, StandardCharsets.US_ASCII);
    }

    /** What is reachable in a JVM, as its own histogram says after a collection. */
    private static long liveBytes(Process process) throws IOException, InterruptedException {
        Process histogram = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(process.pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String text = new String(histogram.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        histogram.waitFor();
        String total = text.lines()
                .filter(line -> line.startsWith("Total"))
                .findFirst()
                .orElseThrow(() -> new IOException("no histogram: " + text));
        return Long.parseLong(total.trim().split("\\s+")[2]);
    }
}
