package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.diff.app.DiffApp;
import dev.velella.diff.app.DiffTopology;
import dev.velella.diff.element.RejectedRecordException;
import dev.velella.diff.options.DiffConfig;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.simulator.SimulatedElement;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The diff app with stateful records on both sides, through everything that parts what it wrote from what is visible. */
class DiffStreamsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int STATIONS = 7;
    private static final int INPUT_INTERVAL = 40;

    @TempDir
    private static Path kafka;

    private static EmbeddedBroker broker;
    private static Admin admin;

    @TempDir
    private Path stateDir;

    private String graphs;
    private String patches;
    private String application;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new EmbeddedBroker(kafka, Ports.free());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterAll
    static void stopBroker() {
        admin.close();
        broker.close();
    }

    @BeforeEach
    void nameTopics(TestInfo test) {
        application = test.getTestMethod().orElseThrow().getName();
        graphs = application + "-graphs";
        patches = application + "-patches";
    }

    private static void createTopic(String name, int partitions, String cleanupPolicy) throws Exception {
        NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(Map.of("cleanup.policy", cleanupPolicy));
        Topics.create(admin, List.of(topic));
    }

    private DiffConfig config(String... more) {
        Map<String, String> all = new HashMap<>(Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "application.id",
                application,
                "state.dir",
                stateDir.toString(),
                "consumer.session.timeout.ms",
                "6000",
                "velella.input.topic",
                graphs,
                "velella.output.topic",
                patches,
                "velella.jelly.mode",
                "self-contained"));
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return new DiffConfig(all);
    }

    private PatchHistory committed(int partitions) {
        return PatchHistory.of(Topics.committed(broker.bootstrapServers(), patches, partitions));
    }

    private PatchHistory uncommitted(int partitions) {
        return PatchHistory.of(Topics.uncommitted(broker.bootstrapServers(), patches, partitions));
    }

    private int patchesOn(int partitions) {
        return Topics.committed(broker.bootstrapServers(), patches, partitions).size();
    }

    /** What the patches have to lead to, graph by graph; every element of the simulator differs from the one before. */
    private static void checkGraphs(PatchHistory history, Map<String, List<RdfGraph>> sent) {
        TargetGraph target = TargetGraph.of(GraphSettings.DEFAULT);
        sent.forEach((key, elements) -> {
            List<Set<Statement>> expected = elements.stream()
                    .map(graph -> Set.copyOf(target.statements(key, graph)))
                    .toList();
            assertThat(history.graphs(key)).as("graphs of %s", key).isEqualTo(expected);
        });
    }

    /** Sum of a total over the tasks that run in this process. */
    private static double total(String name) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        double sum = 0;
        for (ObjectName bean : server.queryNames(new ObjectName("kafka.streams:type=velella-diff-metrics,*"), null)) {
            sum += (Double) server.getAttribute(bean, name);
        }
        return sum;
    }

    @Test
    void appThatIsStoppedInTheMiddleOfEveryStreamGoesOnWithLookBack() throws Exception {
        int partitions = 3;
        int batch = 400;
        List<SimulatedElement> elements = Weather.elements(3 * batch, STATIONS);
        createTopic(graphs, partitions, "delete");
        double lookBacks = 0;
        try (GraphTopic input = new GraphTopic(broker.bootstrapServers(), graphs, partitions, 3, INPUT_INTERVAL)) {
            for (int round = 0; round < 3; round++) {
                elements.subList(round * batch, (round + 1) * batch).forEach(e -> input.send(e.key(), e.graph()));
                int written = round == 0 ? 0 : patchesOn(partitions);
                int goal = round == 2 ? elements.size() : written + 50;
                input.sent();
                try (DiffApp app = new DiffApp(config("num.stream.threads", "2", "commit.interval.ms", "50"))) {
                    app.start();
                    Await.until(goal + " patches", PATIENCE, () -> {
                        assertThat(app.failure()).isEmpty();
                        return patchesOn(partitions) >= goal;
                    });
                    lookBacks += total("look-backs-total");
                }
            }
            assertThat(lookBacks).as("look-backs of three starts").isBetween(3.0, 18.0);
            checkGraphs(committed(partitions), input.sent());
            uncommitted(partitions);
        }
    }

    @Test
    void patchOfALoneElementIsCommittedLongBeforeTheInterval() throws Exception {
        createTopic(graphs, 2, "delete");
        List<SimulatedElement> elements = Weather.elements(6, 3);
        try (GraphTopic input = new GraphTopic(broker.bootstrapServers(), graphs, 2, 2, INPUT_INTERVAL);
                DiffApp app = new DiffApp(
                        config("commit.interval.ms", "600000", "producer.transaction.timeout.ms", "600001"))) {
            app.start();
            assertThat(app.awaitRunning(PATIENCE)).isTrue();
            for (int i = 0; i < elements.size(); i++) {
                int goal = i + 1;
                input.send(elements.get(i).key(), elements.get(i).graph());
                input.sent();
                Await.until(goal + " patches", PATIENCE, () -> patchesOn(2) >= goal);
            }
            checkGraphs(committed(2), input.sent());
        }
    }

    /**
     * Comes after the diff and throws when that is done with its so-manyth record, for each of the given numbers once: a
     * failure of which the diff sees nothing, as one at the end of a transaction.
     */
    private static final class Saboteur implements Processor<Object, Object, Void, Void> {
        private final AtomicInteger processed;
        private final Set<Integer> fatal;
        private final Function<TaskId, RuntimeException> failure;
        private TaskId task;

        Saboteur(AtomicInteger processed, Set<Integer> fatal, Function<TaskId, RuntimeException> failure) {
            this.processed = processed;
            this.fatal = fatal;
            this.failure = failure;
        }

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            task = context.taskId();
        }

        @Override
        public void process(Record<Object, Object> record) {
            if (fatal.contains(processed.incrementAndGet())) {
                throw failure.apply(task);
            }
        }
    }

    /** The app's topology, sabotaged beside the diff, until everything that was sent is diffed. */
    private void runSabotaged(
            int partitions,
            int total,
            Set<Integer> fatal,
            Function<TaskId, RuntimeException> failure,
            String... options)
            throws Exception {
        AtomicInteger processed = new AtomicInteger();
        DiffConfig config = config(options);
        createTopic(patches, partitions, "delete");
        Topology topology = DiffTopology.of(config)
                .addProcessor("saboteur", () -> new Saboteur(processed, fatal, failure), "graphs");
        try (KafkaStreams streams = new KafkaStreams(topology, new StreamsConfig(config.streamsProperties()))) {
            streams.setUncaughtExceptionHandler(thrown -> StreamThreadExceptionResponse.REPLACE_THREAD);
            streams.start();
            Await.until(total + " patches", PATIENCE, () -> patchesOn(partitions) >= total);
        }
        assertThat(processed.get())
                .as("records processed, those of aborted transactions more than once")
                .isGreaterThan(total);
    }

    @Test
    void abortedPatchesAreContinuedByNoneWhenThreadsDie() throws Exception {
        int partitions = 3;
        List<SimulatedElement> elements = Weather.elements(900, STATIONS);
        createTopic(graphs, partitions, "delete");
        try (GraphTopic input = new GraphTopic(broker.bootstrapServers(), graphs, partitions, 2, INPUT_INTERVAL)) {
            elements.forEach(e -> input.send(e.key(), e.graph()));
            input.sent();
            runSabotaged(
                    partitions,
                    elements.size(),
                    Set.of(70, 333),
                    task -> new IllegalStateException("sabotage of " + task),
                    "num.stream.threads",
                    "2",
                    "producer.linger.ms",
                    "0",
                    "commit.interval.ms",
                    "1000",
                    "velella.early.commit.ms",
                    "0");
            checkGraphs(committed(partitions), input.sent());
            assertThat(uncommitted(partitions).repeats())
                    .as("aborted patches in the log")
                    .isPositive();
        }
    }

    @Test
    void abortedPatchesAreContinuedByNoneWhenTheSameProcessorIsInitialisedAgain() throws Exception {
        List<SimulatedElement> elements = Weather.elements(400, STATIONS);
        createTopic(graphs, 1, "delete");
        try (GraphTopic input = new GraphTopic(broker.bootstrapServers(), graphs, 1, 2, INPUT_INTERVAL)) {
            elements.forEach(e -> input.send(e.key(), e.graph()));
            input.sent();
            // What Kafka Streams throws itself, when a send timed out.
            runSabotaged(
                    1,
                    elements.size(),
                    Set.of(45, 130),
                    task -> new TaskCorruptedException(Set.of(task)),
                    "num.stream.threads",
                    "1",
                    "producer.linger.ms",
                    "0",
                    "commit.interval.ms",
                    "1000",
                    "velella.early.commit.ms",
                    "0");
            checkGraphs(committed(1), input.sent());
            assertThat(uncommitted(1).repeats())
                    .as("aborted patches in the log")
                    .isPositive();
        }
    }

    @Test
    void recordWhoseKeyFrameIsDeletedStopsTheAppAndIsNamed() throws Exception {
        createTopic(graphs, 1, "delete");
        try (GraphTopic input = new GraphTopic(broker.bootstrapServers(), graphs, 1, 1, 100)) {
            Weather.elements(20, 1).forEach(e -> input.send(e.key(), e.graph()));
            input.sent();
        }
        admin.deleteRecords(Map.of(new TopicPartition(graphs, 0), RecordsToDelete.beforeOffset(5)))
                .all()
                .get();
        try (DiffApp app = new DiffApp(config())) {
            app.start();
            app.awaitStopped();
            assertThat(app.failure()).hasValueSatisfying(failure -> assertThat(failure)
                    .isInstanceOf(RejectedRecordException.class)
                    .hasMessageStartingWith(graphs + "-0@5: record 5 of stream ")
                    .hasMessageContaining("needs the records from its key frame on")
                    .hasMessageContaining("With velella.on.error=skip or dead-letter the app leaves out"));
        }
        assertThat(patchesOn(1)).isZero();
    }

    @Test
    void compactedOutputTopicIsRefusedByName() throws Exception {
        createTopic(graphs, 1, "delete");
        for (String policy : List.of("compact", "compact,delete")) {
            patches = application + "-" + policy.length();
            createTopic(patches, 1, policy);
            for (String mode : List.of("dictionary", "self-contained")) {
                assertThatThrownBy(() -> new DiffApp(config("velella.jelly.mode", mode)).start())
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("velella.output.topic")
                        .hasMessageContaining(patches)
                        .hasMessageContaining("cleanup.policy=" + policy);
            }
        }
    }

    @Test
    void aCompactedInputTopicIsTaken() throws Exception {
        createTopic(graphs, 1, "compact");
        try (DiffApp app = new DiffApp(config())) {
            app.start();
            assertThat(app.awaitRunning(PATIENCE)).isTrue();
        }
    }
}
