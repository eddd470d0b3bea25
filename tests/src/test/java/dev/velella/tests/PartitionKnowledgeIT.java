package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.failure.UserException;
import dev.velella.fixture.SharedFolder;
import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.ClusterAccessException;
import dev.velella.kit.cluster.TopicFacts;
import dev.velella.quickstart.RecordValues;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.RecordHeaderReader;
import dev.velella.sink.RdfSinkConnector;
import dev.velella.source.RdfSourceConnector;
import dev.velella.source.RdfSourceTask;
import dev.velella.status.read.ConnectRest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.connect.connector.Connector;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What source and sink make of what a real broker says of their topics. */
class PartitionKnowledgeIT {
    private static final int PARTITIONS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    static Path scratch;

    private static EmbeddedBroker broker;
    private static Admin admin;
    private static ConnectWorker worker;
    private static ConnectRest rest;

    @BeforeAll
    static void start() throws Exception {
        broker = new EmbeddedBroker(
                scratch.resolve("kafka"),
                Ports.free(),
                Map.of(
                        "authorizer.class.name",
                        "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                        "allow.everyone.if.no.acl.found",
                        "true"));
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        create("compacted", Map.of("cleanup.policy", "compact,delete"));
        create("plain", Map.of());
        worker = new ConnectWorker(broker.bootstrapServers(), Installation.plugins(), Ports.free());
        rest = new ConnectRest(worker.restUrl());
    }

    @AfterAll
    static void stop() {
        worker.close();
        admin.close();
        broker.close();
    }

    @Test
    void aTopicIsDescribedAndOneThatDoesNotExistIsNot() throws Exception {
        try (ClusterAccess cluster = access()) {
            TopicFacts facts = cluster.describe("compacted", PATIENCE).orElseThrow();
            assertThat(facts.partitions()).isEqualTo(PARTITIONS);
            assertThat(facts.cleanupPolicies()).isEqualTo(Set.of("compact", "delete"));
            assertThat(facts.id())
                    .isEqualTo(admin.describeTopics(List.of("compacted"))
                            .allTopicNames()
                            .get()
                            .get("compacted")
                            .topicId());
            assertThat(cluster.describe("nowhere", PATIENCE)).isEmpty();
            assertThat(cluster.describe(List.of("plain", "nowhere"), PATIENCE)).containsOnlyKeys("plain");
        }
        assertThat(admin.listTopics().names().get()).doesNotContain("nowhere");
    }

    @Test
    void aTopicThatMayNotBeDescribedIsAnErrorThatSaysWhatIsNeeded() throws Exception {
        create("locked", Map.of());
        admin.createAcls(List.of(new AclBinding(
                        new ResourcePattern(ResourceType.TOPIC, "locked", PatternType.LITERAL),
                        new AccessControlEntry("User:*", "*", AclOperation.READ, AclPermissionType.DENY))))
                .all()
                .get();
        try (ClusterAccess cluster = access()) {
            Await.until("the access rule holds", PATIENCE, () -> refused(cluster));
            assertThatThrownBy(() -> cluster.describe("locked", PATIENCE))
                    .isInstanceOf(ClusterAccessException.class)
                    .hasMessageContaining("does not allow to look at topic locked")
                    .hasMessageContaining("needs Describe and DescribeConfigs");
        }
        assertThat(errors(new RdfSourceConnector(), source("locked", "auto")))
                .containsOnlyKeys("kafka.bootstrap.servers");
    }

    private static boolean refused(ClusterAccess cluster) {
        try {
            cluster.describe("locked", PATIENCE);
            return false;
        } catch (ClusterAccessException e) {
            return true;
        }
    }

    @Test
    void recordsAreStampedAsSoonAsTheTopicExistsAndKeepToTheirPartitions() throws Exception {
        Map<String, String> options = source("later", "auto");
        options.putAll(Map.of("simulator.elements", "0", "simulator.stations", "20"));
        RdfSourceTask task = started(options);
        try {
            SourceRecord before = next(task);
            assertThat(before.kafkaPartition()).isNull();
            assertThat(stamp(before)).isEmpty();

            create("later", Map.of());
            Await.until("records are stamped", PATIENCE, () -> stamp(next(task)).isPresent());

            Map<Integer, Long> last = new HashMap<>();
            for (int i = 0; i < 200; i++) {
                SourceRecord record = next(task);
                int partition = BuiltInPartitioner.partitionForKey(
                        ((String) record.key()).getBytes(StandardCharsets.UTF_8), PARTITIONS);
                assertThat(record.kafkaPartition()).isEqualTo(partition);
                String[] parts = stamp(record).orElseThrow().split("\\.");
                assertThat(parts[0]).isEqualTo("p" + partition);
                long ordinal = Long.parseLong(parts[1]);
                Long previous = last.put(partition, ordinal);
                assertThat(ordinal).isEqualTo(previous == null ? ordinal : previous + 1);
            }
            assertThat(last).hasSize(PARTITIONS);
        } finally {
            task.stop();
        }
    }

    @Test
    void aTopicIsCreatedBeforeTheFirstRecordWhichIsStamped() throws Exception {
        Map<String, String> options = source("made", "stateful");
        options.putAll(Map.of(
                "topic.create", "true",
                "topic.partitions", "5",
                "topic.replication.factor", "1",
                "topic.config.retention.ms", "86400000"));
        assertThat(errors(new RdfSourceConnector(), options)).isEmpty();
        assertThat(admin.listTopics().names().get())
                .as("validation creates nothing")
                .doesNotContain("made");
        for (int run = 0; run < 2; run++) { // the second time it exists
            RdfSourceTask task = started(options);
            try {
                SourceRecord first = next(task);
                assertThat(stamp(first)).isPresent();
            } finally {
                task.stop();
            }
        }
        try (ClusterAccess cluster = access()) {
            TopicFacts facts = cluster.describe("made", PATIENCE).orElseThrow();
            assertThat(facts.partitions()).isEqualTo(5);
            assertThat(facts.cleanupPolicies()).isEqualTo(Set.of("delete"));
        }
        ConfigResource made = new ConfigResource(ConfigResource.Type.TOPIC, "made");
        Config settings = admin.describeConfigs(List.of(made)).all().get().get(made);
        assertThat(settings.get("retention.ms").value()).isEqualTo("86400000");
        assertThat(settings.get("cleanup.policy").source())
                .as("whatever the brokers have for others")
                .isEqualTo(ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG);
    }

    @Test
    void aTopicThatExistsKeepsItsSettingsAndTheLogSaysWhichAreOthers() throws Exception {
        create("kept", Map.of("retention.ms", "1000000", "cleanup.policy", "delete,compact"));
        Map<String, String> options = source("kept", "auto");
        options.putAll(Map.of(
                "topic.create", "true",
                "topic.config.retention.ms", "86400000",
                "topic.config.cleanup.policy", "compact,delete",
                "topic.config.max.message.bytes", "1048588")); // as it is
        List<String> lines;
        try (LoggedMessages log = LoggedMessages.of("dev.velella.source")) {
            lines = log.messages();
            assertThat(errors(new RdfSourceConnector(), options)).isEmpty();
            started(options).stop();
        }
        assertThat(lines)
                .filteredOn(line -> line.contains("Topic kept exists"))
                .singleElement()
                .asString()
                .contains("stay as they are: {retention.ms=1000000}", "would be {retention.ms=86400000}");
        ConfigResource kept = new ConfigResource(ConfigResource.Type.TOPIC, "kept");
        assertThat(admin.describeConfigs(List.of(kept))
                        .all()
                        .get()
                        .get(kept)
                        .get("retention.ms")
                        .value())
                .isEqualTo("1000000");
    }

    @Test
    void aRecordThatIsNotInTheClusterThatWasAskedStopsTheTask() throws Exception {
        Map<String, String> options = source("plain", "auto");
        options.putAll(Map.of("simulator.elements", "0"));
        RdfSourceTask task = started(options);
        try {
            SourceRecord record = next(task);
            task.commitRecord(record, written("routed", 0, 7)); // a transformation sent it elsewhere: not looked for
            task.commitRecord(record, null); // or left it out
            task.commitRecord(record, written("plain", 1, 1_000_000));
            assertThatThrownBy(() -> Await.until("the task ends", PATIENCE, () -> task.poll() == null))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("the worker has written record plain-1@1000000, but in the cluster")
                    .hasMessageContaining("set kafka.bootstrap.servers to the brokers of the worker");
        } finally {
            task.stop();
        }
    }

    private static RecordMetadata written(String topic, int partition, long offset) {
        return new RecordMetadata(new TopicPartition(topic, partition), offset, 0, 0, 0, 0);
    }

    @Test
    void aTopicThatCannotBeCreatedIsSaidWhenTheConnectorIsMade() {
        Map<String, String> options = source("unmade", "auto");
        options.putAll(Map.of("topic.create", "true", "topic.replication.factor", "3"));
        assertThat(errors(new RdfSourceConnector(), options)).containsOnlyKeys("topic.create");
        assertThat(errors(new RdfSourceConnector(), options).get("topic.create"))
                .contains("does not create topic unmade: Unable to replicate the partition 3 time(s)");
        assertThatThrownBy(() -> started(options)).hasMessageContaining("does not create topic unmade");
        options.put("topic.replication.factor", "1");
        options.put("topic.config.retention.hours", "1");
        assertThat(errors(new RdfSourceConnector(), options).get("topic.create"))
                .contains("retention.hours");
        options.remove("kafka.bootstrap.servers");
        assertThat(errors(new RdfSourceConnector(), options).get("kafka.bootstrap.servers"))
                .contains("is needed with topic.create=true");
    }

    @Test
    void aConverterThatDoesNotWriteRdfIsRefusedWhenTheConnectorIsMade() {
        Map<String, String> options = source("plain", "auto");
        options.remove("value.converter.jelly.mode");
        options.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
        assertRefused(options, "value.converter", "does not write RDF");
    }

    @Test
    void statefulRecordsInACompactedTopicAreRefusedByName() {
        Map<String, String> stateful = source("compacted", "stateful");
        assertThat(errors(new RdfSourceConnector(), stateful)).containsOnlyKeys("topic");
        assertThat(errors(new RdfSourceConnector(), stateful).get("topic"))
                .contains("topic compacted is compacted (cleanup.policy)", "set its cleanup.policy to delete");
        assertThatThrownBy(() -> started(stateful))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic compacted is compacted");
        assertThat(errors(new RdfSourceConnector(), source("plain", "stateful")))
                .isEmpty();
    }

    @Test
    void withoutDemandRecordsOfACompactedTopicAreNotCounted() throws Exception {
        assertThat(errors(new RdfSourceConnector(), source("compacted", "auto")))
                .isEmpty();
        RdfSourceTask task = started(source("compacted", "auto"));
        try {
            assertThat(stamp(next(task))).isEmpty();
        } finally {
            task.stop();
        }
    }

    /** The first bad message would stop all others, and then the task. */
    @Test
    void aTopicOfDeadLettersThatCannotBeMadeIsRefusedWhenTheConnectorIsMade() throws Exception {
        Map<String, String> options = new HashMap<>();
        new ObjectMapper()
                .readTree(SharedFolder.require("cases/dead-letter-topic-missing.json")
                        .toFile())
                .path("config")
                .properties()
                .forEach(
                        option -> options.put(option.getKey(), option.getValue().asText()));
        options.put("kafka.bootstrap.servers", broker.bootstrapServers());
        options.put("topic", "plain");
        assertThat(errors(new RdfSourceConnector(), options)).doesNotContainKey("dead.letter.topic");
        options.put("topic.replication.factor", "3");
        for (String topic : List.of("plain", "graphs.{topic[2]}")) {
            options.put("topic", topic);
            assertThat(errors(new RdfSourceConnector(), options)).containsOnlyKeys("dead.letter.topic");
            assertThat(errors(new RdfSourceConnector(), options).get("dead.letter.topic"))
                    .contains("topic dead does not exist", "Unable to replicate the partition 3 time(s)");
        }
        options.put("dead.letter.topic", "compacted"); // exists
        assertThat(errors(new RdfSourceConnector(), options)).doesNotContainKey("dead.letter.topic");
        options.put("dead.letter.topic", "dead");
        options.put("topic.creation.default.replication.factor", "3"); // the worker makes topics, with its own rights
        assertThat(errors(new RdfSourceConnector(), options)).doesNotContainKey("dead.letter.topic");
        assertThat(admin.listTopics().names().get())
                .as("validation creates nothing")
                .doesNotContain("dead");
    }

    /** The worker makes the topic when the task starts, with three replicas; here the task would fail then. */
    @Test
    void aDeadLetterQueueThatTheWorkerCannotMakeIsRefusedWhenTheSinkIsMade() {
        Map<String, String> sink = new HashMap<>(Map.of(
                "consumer.override.isolation.level",
                "read_committed",
                "name",
                "sink",
                "target.dir",
                scratch.resolve("store").toString(),
                "kafka.bootstrap.servers",
                broker.bootstrapServers(),
                "topics",
                "plain",
                "errors.tolerance",
                "all",
                "errors.deadletterqueue.topic.name",
                "sink-dead"));
        assertThat(errors(new RdfSinkConnector(), sink)).containsOnlyKeys("errors.deadletterqueue.topic.name");
        assertThat(errors(new RdfSinkConnector(), sink).get("errors.deadletterqueue.topic.name"))
                .contains("topic sink-dead does not exist", "Unable to replicate the partition 3 time(s)")
                .contains("errors.deadletterqueue.topic.replication.factor");
        sink.put("errors.deadletterqueue.topic.replication.factor", "1");
        assertThat(errors(new RdfSinkConnector(), sink)).isEmpty();
        sink.remove("errors.deadletterqueue.topic.replication.factor");
        sink.put("errors.deadletterqueue.topic.name", "plain"); // exists
        assertThat(errors(new RdfSinkConnector(), sink)).isEmpty();
    }

    @Test
    void aTopicOfPatchesMustNotBeCompacted() {
        Map<String, String> sink = new HashMap<>(Map.of(
                "consumer.override.isolation.level",
                "read_committed",
                "name",
                "sink",
                "target.dir",
                scratch.resolve("store").toString(),
                "kafka.bootstrap.servers",
                broker.bootstrapServers(),
                "topics",
                "plain,compacted,nowhere"));
        assertThat(errors(new RdfSinkConnector(), sink)).containsOnlyKeys("topics");
        assertThat(errors(new RdfSinkConnector(), sink).get("topics")).contains("topic compacted is compacted");
        assertThatThrownBy(() -> new RdfSinkConnector().start(sink))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic compacted is compacted");
        sink.put("topics", "plain");
        assertThat(errors(new RdfSinkConnector(), sink)).isEmpty();
        sink.remove("topics");
        sink.put("topics.regex", "comp.*");
        assertThat(errors(new RdfSinkConnector(), sink)).containsOnlyKeys("topics.regex");
        assertThat(errors(new RdfSinkConnector(), sink).get("topics.regex")).contains("compacted");
        sink.put("topics.regex", "pl.*");
        assertThat(errors(new RdfSinkConnector(), sink)).isEmpty();
    }

    @Test
    void aNumberOfPartitionsThatIsNotTheTopicsIsRefused() {
        Map<String, String> options = source("plain", "auto");
        options.put("topic.partitions", "5");
        assertThat(errors(new RdfSourceConnector(), options).get("topic.partitions"))
                .contains("topic.partitions is 5", "topic plain has 3 partitions");
        assertThatThrownBy(() -> started(options)).hasMessageContaining("topic.partitions is 5");
    }

    @Test
    void aWorkerRefusesWhatTheConnectorsRefuse() {
        Map<String, String> tolerant = source("plain", "stateful");
        tolerant.put("errors.tolerance", "all");
        assertRefused(tolerant, "configuration errors.tolerance", "records are dropped after");
        assertRefused(source("compacted", "stateful"), "topic compacted is compacted");
        Map<String, String> sink = Map.of(
                "connector.class",
                "dev.velella.sink.RdfSinkConnector",
                "target.dir",
                scratch.resolve("store").toString(),
                "topics",
                "compacted",
                "kafka.bootstrap.servers",
                broker.bootstrapServers());
        assertRefused(sink, "topic compacted is compacted");
    }

    @Test
    void recordsInATopicThatConnectCreatesBecomeCountedAndTheStampIsNotSent() throws Exception {
        int elements = 3000;
        int stations = 20;
        Map<String, String> options = source("created", "auto");
        options.putAll(Map.of(
                "simulator.elements", Integer.toString(elements),
                "simulator.stations", Integer.toString(stations),
                "batch.max.records", "50",
                "topic.creation.default.partitions", Integer.toString(PARTITIONS),
                "topic.creation.default.replication.factor", "1"));
        rest.create(connector("created-source", options));
        Await.until("the source is through", PATIENCE, () -> complete("created-source"));

        Map<Integer, List<Boolean>> counted = new HashMap<>();
        Map<String, List<RdfGraph>> graphs = new HashMap<>();
        try (RecordValues values = new RecordValues(broker.bootstrapServers())) {
            for (ConsumerRecord<String, byte[]> record :
                    Topics.committed(broker.bootstrapServers(), "created", PARTITIONS)) {
                assertThat(record.headers().lastHeader("velella.partition")).isNull();
                assertThat(record.partition())
                        .isEqualTo(BuiltInPartitioner.partitionForKey(
                                record.key().getBytes(StandardCharsets.UTF_8), PARTITIONS));
                counted.computeIfAbsent(record.partition(), partition -> new ArrayList<>())
                        .add(RecordHeaderReader.velella(record.headers()).place() != null);
                graphs.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(values.read(record, RdfGraph.class));
            }
        }
        assertThat(counted).hasSize(PARTITIONS).allSatisfy((partition, records) -> {
            assertThat(records).startsWith(false);
            assertThat(records.subList(records.indexOf(true), records.size())).doesNotContain(false);
        });
        Map<String, List<RdfGraph>> expected = new HashMap<>();
        Weather.elements(elements, stations)
                .forEach(element -> expected.computeIfAbsent(element.key(), key -> new ArrayList<>())
                        .add(element.graph()));
        assertThat(graphs).isEqualTo(expected);
    }

    private static boolean complete(String connector) throws Exception {
        for (JsonNode entry : rest.offsets(connector)) {
            if (entry.path("offset").path("complete").asBoolean()) {
                return true;
            }
        }
        assertThat(rest.failure(connector)).isEmpty();
        return false;
    }

    private static void assertRefused(Map<String, String> config, String... reasons) {
        assertThatThrownBy(() -> rest.create(connector("refused", config)))
                .isInstanceOf(UserException.class)
                .hasMessageContainingAll(reasons);
    }

    private static ObjectNode connector(String name, Map<String, String> config) {
        ObjectNode connector = new ObjectMapper().createObjectNode().put("name", name);
        ObjectNode options = connector.putObject("config").put("name", name);
        config.forEach(options::put);
        return connector;
    }

    private static Map<String, String> source(String topic, String mode) {
        return new HashMap<>(Map.of(
                "connector.class", "dev.velella.source.RdfSourceConnector",
                "source.type", "simulator",
                "topic", topic,
                "batch.max.records", "1",
                "kafka.bootstrap.servers", broker.bootstrapServers(),
                "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                "value.converter", "dev.velella.converter.JellyConverter",
                "value.converter.jelly.mode", mode));
    }

    private static ClusterAccess access() {
        return ClusterAccess.of(Map.of("kafka.bootstrap.servers", broker.bootstrapServers()))
                .orElseThrow();
    }

    private static RdfSourceTask started(Map<String, String> options) {
        RdfSourceTask task = new RdfSourceTask();
        task.initialize(new NothingStored());
        task.start(options);
        return task;
    }

    private static SourceRecord next(RdfSourceTask task) throws InterruptedException {
        List<SourceRecord> records = task.poll();
        assertThat(records).hasSize(1);
        return records.get(0);
    }

    private static Optional<String> stamp(SourceRecord record) {
        return Optional.ofNullable(record.headers().lastWithName("velella.partition"))
                .map(header -> (String) header.value());
    }

    private static Map<String, String> errors(Connector connector, Map<String, String> options) {
        Map<String, String> errors = new HashMap<>();
        for (ConfigValue value : connector.validate(options).configValues()) {
            List<String> messages = new ArrayList<>(value.errorMessages());
            if (!messages.isEmpty()) {
                errors.put(value.name(), String.join("; ", messages));
            }
        }
        return errors;
    }

    private static void create(String topic, Map<String, String> configs) throws Exception {
        Topics.create(admin, List.of(new NewTopic(topic, PARTITIONS, (short) 1).configs(configs)));
    }

    /** A worker that stored no offset. */
    private static final class NothingStored implements SourceTaskContext, OffsetStorageReader {
        @Override
        public <T> Map<String, Object> offset(Map<String, T> partition) {
            return null;
        }

        @Override
        public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
            return Map.of();
        }

        @Override
        public Map<String, String> configs() {
            return Map.of();
        }

        @Override
        public OffsetStorageReader offsetStorageReader() {
            return this;
        }

        @Override
        public PluginMetrics pluginMetrics() {
            return null; // as a worker that has no place for metrics
        }
    }
}
