package dev.velella.tests.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.HangingTransactions;
import dev.velella.tests.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two instances of the diff app with three threads each, killed, restarted and joined by a third while graphs flow, and a
 * broker that is killed too: what a read_committed client sees is one unbroken chain of patches a key, which leads through
 * every graph, and its snapshots are graphs of that chain.
 */
class DiffKillIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);
    /** Longer than a transaction lasts. */
    private static final long LOOK_NS = Duration.ofSeconds(20).toNanos();

    private static final int PARTITIONS = 4;
    private static final int STATIONS = 24;
    private static final int INSTANCES = 2;
    private static final int SNAPSHOT_INTERVAL = 20;

    private final long graphs = Long.getLong("velella.diff.graphs", 4_000);

    /** What happens to the running apps. */
    private enum Happening {
        KILL,
        RESTART,
        KILL_BROKER,
        JOIN
    }

    @TempDir
    private Path scratch;

    private BrokerProcess broker;
    private final List<DiffInstance> instances = new ArrayList<>();
    private long healed;

    @BeforeEach
    void startBroker() throws Exception {
        broker = new BrokerProcess(
                scratch.resolve("kafka"), "", Map.of("group.min.session.timeout.ms", "1000"), List.of());
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Topics.create(admin, "graphs", PARTITIONS);
        }
    }

    @AfterEach
    void stop() throws Exception {
        for (DiffInstance instance : instances) {
            instance.close();
        }
        broker.close();
    }

    private Map<String, String> options(String guarantee) {
        Map<String, String> options = new HashMap<>();
        options.put("bootstrap.servers", broker.bootstrapServers());
        options.put("application.id", "diff");
        options.put("processing.guarantee", guarantee);
        options.put("num.stream.threads", "3");
        options.put("num.standby.replicas", "1");
        options.put("consumer.session.timeout.ms", "4000");
        options.put("consumer.heartbeat.interval.ms", "1000");
        options.put("velella.input.topic", "graphs");
        options.put("velella.output.topic", "patches");
        options.put("velella.snapshot.topic", "snapshots");
        options.put("velella.snapshot.interval.patches", String.valueOf(SNAPSHOT_INTERVAL));
        // An element that is processed again is late; left out, it would hide that it was.
        options.put("velella.late", "keep");
        return options;
    }

    private void start(Map<String, String> options) throws Exception {
        for (int i = 0; i < INSTANCES; i++) {
            Map<String, String> own = new HashMap<>(options);
            if (i == 0) {
                own.put("velella.jelly.mode", "self-contained"); // the patches of a partition are of both modes in turn
            }
            instances.add(new DiffInstance(scratch.resolve("instance" + i), own));
        }
    }

    @Test
    void committedPatchesAreOneChainThroughKillsRestartsAndRebalances() throws Exception {
        Map<String, String> options = options("exactly_once_v2");
        // A dead producer's transaction holds up every reader for so long.
        options.put("producer.transaction.timeout.ms", "5000");
        start(options);
        List<Happening> happenings = happenings();
        Random random = new Random(20_261_121);
        try (ReadingsTopic topic = new ReadingsTopic(broker.bootstrapServers(), "graphs", PARTITIONS, STATIONS)) {
            awaitOutputTopic();
            try (PatchWatch watch = new PatchWatch(broker.bootstrapServers(), "patches", PARTITIONS)) {
                for (int i = 0; i < happenings.size(); i++) {
                    long before = watch.patches();
                    topic.send(graphs * (i + 1) / happenings.size());
                    long part = before + (topic.sent() - before) * (1 + random.nextInt(3)) / 4;
                    awaitPatches(watch, part);
                    happen(happenings.get(i), random, options);
                    awaitPatches(watch, topic.sent());
                }
                assertThat(watch.faults()).isEmpty();
                assertThat(watch.patches()).isEqualTo(topic.sent());
                assertThat(watch.onDictionaries()).isBetween(1L, watch.patches() - 1);
                for (int station = 0; station < STATIONS; station++) {
                    String key = Readings.key(station);
                    assertThat(watch.number(key)).as("last patch of %s", key).isEqualTo(topic.number(key));
                }
                checkSnapshots(topic);
            }
        }
        System.out.println("diff: " + graphs + " graphs, " + happenings + ", " + healed + " instances started again"
                + " after they had given up, faults 0");
    }

    /** Every snapshot is the graph of its number, none comes before an older one, and the last one is not old. */
    private void checkSnapshots(ReadingsTopic topic) {
        Map<String, Long> last = new HashMap<>();
        JellyGraphDecoder decoder = new JellyGraphDecoder(SimpleValueFactory.getInstance(), Limits.DEFAULT);
        Topics.committed(broker.bootstrapServers(), "snapshots", PARTITIONS).forEach(record -> {
            String key = record.key();
            String header = new String(
                    record.headers().lastHeader(RecordHeaderNames.PATCH).value(), StandardCharsets.US_ASCII);
            PatchPosition position = PatchPosition.parse(header);
            String where = key + ", snapshot " + header;
            assertThat(position.snapshot()).as(where).isTrue();
            assertThat(position.number()).as(where).isGreaterThan(last.getOrDefault(key, 0L));
            assertThat(Set.copyOf(decoder.decode(record.value()).statements()))
                    .as(where)
                    .isEqualTo(Readings.target(key, position.number()));
            last.put(key, position.number());
        });
        for (int station = 0; station < STATIONS; station++) {
            String key = Readings.key(station);
            assertThat(last.getOrDefault(key, 0L))
                    .as("last snapshot of %s", key)
                    .isGreaterThan(topic.number(key) - SNAPSHOT_INTERVAL);
        }
    }

    /** Shows that the test above would be red: at-least-once gives patches again, and other ones. */
    @Test
    @Tag("long")
    void withoutExactlyOnceTheChainBreaks() throws Exception {
        Map<String, String> options = options("at_least_once");
        options.put("commit.interval.ms", "60000");
        start(options);
        try (ReadingsTopic topic = new ReadingsTopic(broker.bootstrapServers(), "graphs", PARTITIONS, STATIONS)) {
            awaitOutputTopic();
            try (PatchWatch watch = new PatchWatch(broker.bootstrapServers(), "patches", PARTITIONS)) {
                topic.send(500);
                awaitPatches(watch, 500);
                for (DiffInstance instance : instances) {
                    instance.kill();
                }
                topic.send(600);
                awaitPatches(watch, 600);
                assertThat(watch.faults()).isNotEmpty();
            }
        }
    }

    /** Everything once for the short run, and as often as the long one has room for. */
    private List<Happening> happenings() {
        List<Happening> happenings = new ArrayList<>();
        for (long i = 0; i < Math.max(1, graphs / 10_000); i++) {
            happenings.addAll(List.of(Happening.values()));
        }
        return happenings;
    }

    private void happen(Happening happening, Random random, Map<String, String> options) throws Exception {
        DiffInstance one = instances.get(random.nextInt(instances.size()));
        switch (happening) {
            case KILL -> one.kill();
            case RESTART -> one.restart();
            case KILL_BROKER -> {
                broker.kill();
                broker.start();
            }
            case JOIN -> {
                if (instances.size() == INSTANCES) {
                    instances.add(new DiffInstance(scratch.resolve("joining"), options));
                } else {
                    instances.remove(INSTANCES).close();
                }
            }
        }
    }

    private void awaitOutputTopic() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Await.until(
                    "the app makes its output topic",
                    PATIENCE,
                    () -> admin.listTopics().names().get().contains("patches"));
        }
    }

    /** What a killed broker left open is ended as the guide says: the input is still there, and is processed again. */
    private void awaitPatches(PatchWatch watch, long goal) throws Exception {
        HangingTransactions transactions = new HangingTransactions(broker.bootstrapServers());
        AtomicLong last = new AtomicLong(System.nanoTime());
        Await.until(goal + " patches", PATIENCE, () -> {
            if (System.nanoTime() - last.get() > LOOK_NS) {
                last.set(System.nanoTime());
                transactions.abort().forEach(System.out::println);
            }
            for (DiffInstance instance : instances) {
                healed += instance.heal() ? 1 : 0;
            }
            return watch.poll().patches() >= goal;
        });
    }
}
