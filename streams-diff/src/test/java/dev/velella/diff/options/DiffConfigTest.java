package dev.velella.diff.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.velella.diff.Rdf;
import dev.velella.diff.input.LookBackClient;
import dev.velella.frame.JellyMode;
import dev.velella.frame.StreamLimits;
import dev.velella.graph.ElementType;
import dev.velella.graph.GraphPolicy;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TemporalStatement;
import dev.velella.record.partition.LookBackLimits;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiffConfigTest {

    private static DiffConfig config(String... more) {
        Map<String, String> properties = new HashMap<>();
        properties.put(DiffConfig.INPUT_TOPIC_CONFIG, "graphs");
        properties.put(DiffConfig.OUTPUT_TOPIC_CONFIG, "patches");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        return new DiffConfig(properties);
    }

    private static void refused(String option, String value, String... messageParts) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> config(option, value))
                .satisfies(e -> assertThat(e.getMessage()).contains(messageParts));
    }

    @Test
    void defaultsAreThoseOfTheDocumentation() {
        DiffConfig config = config();
        assertThat(config.graphSettings()).isEqualTo(GraphSettings.DEFAULT);
        assertThat(config.settings().late()).isEqualTo(LatePolicy.DROP);
        assertThat(config.settings().maxFutureMs()).isEqualTo(3_600_000);
        FrameSettings frames = config.settings().frames();
        assertThat(frames.mode()).isEqualTo(JellyMode.DICTIONARY);
        assertThat(frames.streamLimits()).isEqualTo(StreamLimits.DEFAULT);
        assertThat(frames.lookBack()).isEqualTo(LookBackLimits.DEFAULT);
        assertThat(config.topics().replicas()).isEqualTo((short) -1);
        assertThat(config.streamsProperties())
                .containsEntry(StreamsConfig.APPLICATION_ID_CONFIG, "velella-diff")
                .containsEntry(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, "exactly_once_v2");
    }

    @Test
    void commitsAreEarlyOnlyWhereReadersWaitForThem() {
        assertThat(config().settings().earlyCommitMs()).isEqualTo(25);
        assertThat(config().streamsProperties()).containsEntry(StreamsConfig.POLL_MS_CONFIG, 10L);
        assertThat(config("poll.ms", "50", "velella.early.commit.ms", "40").streamsProperties())
                .containsEntry(StreamsConfig.POLL_MS_CONFIG, "50");
        for (DiffConfig never :
                List.of(config("velella.early.commit.ms", "0"), config("processing.guarantee", "at_least_once"))) {
            assertThat(never.settings().earlyCommitMs()).isZero();
            assertThat(never.streamsProperties()).doesNotContainKey(StreamsConfig.POLL_MS_CONFIG);
        }
    }

    @Test
    void optionsOfKafkaStreamsGoThroughUnchanged() {
        assertThat(config("producer.linger.ms", "5", "application.id", "mine", "any.thing", "x")
                        .streamsProperties())
                .containsEntry("producer.linger.ms", "5")
                .containsEntry("application.id", "mine")
                .containsEntry("any.thing", "x")
                .containsEntry("bootstrap.servers", "localhost:9092")
                .doesNotContainKey(DiffConfig.INPUT_TOPIC_CONFIG);
    }

    @Test
    void theProducerCompressesUnlessTheUserSaysOtherwise() {
        assertThat(producer()).containsEntry("compression.type", "zstd").containsEntry("batch.size", 65_536);
        assertThat(producer("compression.type", "lz4", "batch.size", "1000"))
                .containsEntry("compression.type", "lz4")
                .containsEntry("batch.size", "1000");
        assertThat(producer("producer.compression.type", "none", "producer.batch.size", "2000"))
                .containsEntry("compression.type", "none")
                .containsEntry("batch.size", "2000");
    }

    @Test
    void aCommitSendsBatchesSoTheProducerLingersAsKafkaStreamsHasIt() {
        assertThat(producer()).containsEntry("linger.ms", "100");
    }

    private static Map<String, Object> producer(String... more) {
        return new StreamsConfig(config(more).streamsProperties()).getProducerConfigs("p");
    }

    @Test
    void ownOptionsAreRead() {
        DiffConfig config = config(
                "velella.graph.policy", "fixed",
                "velella.graph.fixed", "http://example.org/g",
                "velella.temporal.statement", "drop",
                "velella.element.type", "named-graph",
                "velella.late", "keep",
                "velella.late.max.future.ms", "-1",
                "velella.output.replication.factor", "3");
        assertThat(config.graphSettings())
                .isEqualTo(new GraphSettings(
                        GraphPolicy.FIXED,
                        GraphSettings.DEFAULT_TEMPLATE,
                        Rdf.iri("g"),
                        TemporalStatement.DROP,
                        ElementType.NAMED_GRAPH));
        assertThat(config.settings().late()).isEqualTo(LatePolicy.KEEP);
        assertThat(config.settings().maxFutureMs()).isEqualTo(-1);
        assertThat(config.topics().replicas()).isEqualTo((short) 3);
    }

    @Test
    void optionsOfTheCodecAreRead() {
        FrameSettings frames = config(
                        "velella.jelly.mode", "self-contained",
                        "velella.limits.streams", "9",
                        "velella.limits.state.bytes", "10",
                        "velella.lookback.max.records", "11",
                        "velella.lookback.max.bytes", "12",
                        "velella.lookback.timeout.ms", "13",
                        "velella.lookback.max.per.minute", "14")
                .settings()
                .frames();
        assertThat(frames.mode()).isEqualTo(JellyMode.SELF_CONTAINED);
        assertThat(frames.streamLimits()).isEqualTo(new StreamLimits(9, 10));
        assertThat(frames.lookBack()).isEqualTo(new LookBackLimits(11, 12, 13, 14));
    }

    /** Kafka Streams lets the two be equal; then a busy app would commit nothing. */
    @Test
    void aCommitThatComesAfterTheBrokersHaveAbortedTheTransactionIsRefused() {
        refused("commit.interval.ms", "10000", "commit.interval.ms", "after 10000 ms", "transaction.timeout.ms");
        assertThat(config("commit.interval.ms", "10000", "producer.transaction.timeout.ms", "20000"))
                .isNotNull();
        assertThat(config("commit.interval.ms", "30000", "processing.guarantee", "at_least_once"))
                .isNotNull();
    }

    @Test
    void unknownOwnOptionNamesTheNearest() {
        refused("velella.graph.polcy", "keep", "velella.graph.polcy", "unknown", "velella.graph.policy");
    }

    @ParameterizedTest
    @CsvSource({
        "velella.graph.policy, none, per-stream",
        "velella.temporal.statement, maybe, drop",
        "velella.element.type, graphs, named-graph",
        "velella.late, later, topic",
        "velella.blank.nodes, guess, match",
        "velella.late.max.future.ms, -2, -1",
        "velella.output.replication.factor, 0, -1",
        "velella.jelly.mode, stateful, dictionary",
        "velella.jelly.mode, auto, self-contained",
        "velella.lookback.max.per.minute, 0, 1"
    })
    void wrongValueNamesOptionValueAndWhatIsAllowed(String option, String value, String allowed) {
        refused(option, value, option, value, allowed);
    }

    @Test
    void contradictionsAreRefused() {
        refused("velella.output.topic", "graphs", "velella.output.topic", "input topic");
        refused("velella.graph.policy", "fixed", "velella.graph.policy=fixed", "graph.fixed");
        refused("velella.graph.fixed", "not an iri", "velella.graph.fixed", "absolute IRI");
        refused("velella.graph.fixed", "urn:velella:system", "velella.graph.fixed", "urn:velella:system");
        refused("velella.element.type", "dataset", "velella.element.type=dataset", "graph.policy=keep");
        refused("velella.graph.template", "urn:x:y", "velella.graph.template", "{key}", "urn:x:y");
        refused("velella.late", "topic", "velella.late=topic needs velella.late.topic");
        refused("velella.late.topic", "late", "velella.late.topic", "velella.late=topic only");
        refused("velella.on.error", "dead-letter", "velella.on.error=dead-letter needs velella.dead.letter.topic");
        refused("velella.dead.letter.topic", "dead", "velella.dead.letter.topic", "velella.on.error=dead-letter only");
        refused("velella.snapshot.topic", "patches", "velella.snapshot.topic", "velella.output.topic");
    }

    @Test
    void marksNeedGraphsOfStreams() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> config("velella.graph.policy", "keep", "velella.stream.ttl.action", "mark"))
                .withMessageContaining("velella.stream.ttl.action")
                .withMessageContaining("velella.graph.policy=per-stream");
    }

    @Test
    void securityAndStandbysReachEveryClient() {
        DiffConfig config = config(
                "security.protocol", "SASL_SSL",
                "sasl.mechanism", "PLAIN",
                "sasl.jaas.config", "secret",
                "ssl.truststore.location", "/trust.p12",
                "num.standby.replicas", "1",
                "producer.linger.ms", "7");
        StreamsConfig streams = new StreamsConfig(config.streamsProperties());
        assertThat(streams.getInt("num.standby.replicas")).isEqualTo(1);
        assertThat(streams.getProducerConfigs("p")).containsEntry("linger.ms", "7");
        MockProcessorContext<Object, Object> task =
                new MockProcessorContext<>(properties(config), new TaskId(0, 3), new File("."));
        Map<String, Object> lookBack = new LookBackClient().config(task);
        assertThat(lookBack)
                .containsEntry("isolation.level", "read_committed")
                .doesNotContainKey("group.id")
                .hasEntrySatisfying("client.id", id -> assertThat((String) id).endsWith("0_3-look-back"));
        for (Map<String, Object> client : List.of(
                streams.getAdminConfigs("a"),
                streams.getMainConsumerConfigs("g", "c", 0),
                streams.getRestoreConsumerConfigs("c"),
                streams.getProducerConfigs("p"),
                lookBack)) {
            assertThat(client)
                    .containsEntry("security.protocol", "SASL_SSL")
                    .containsEntry("sasl.mechanism", "PLAIN")
                    .containsEntry("ssl.truststore.location", "/trust.p12")
                    .hasEntrySatisfying("sasl.jaas.config", jaas -> assertThat(
                                    jaas instanceof Password password ? password.value() : jaas)
                            .isEqualTo("secret"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"diff-app.properties", "diff-app-full.properties"})
    void samplesAreAccepted(String sample) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of("..", "deploy", "samples", sample))) {
            properties.load(reader);
        }
        Map<String, String> options = new HashMap<>();
        properties.forEach((option, value) -> options.put((String) option, (String) value));
        DiffConfig config = new DiffConfig(options);
        assertThat(config.outputTopic()).isEqualTo("patches");
        assertThat(new StreamsConfig(config.streamsProperties()).getString("application.id"))
                .isEqualTo("velella-diff");
    }

    private static Properties properties(DiffConfig config) {
        Properties properties = new Properties();
        properties.putAll(config.streamsProperties());
        return properties;
    }

    @Test
    void topicsAreRequired() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new DiffConfig(Map.of(DiffConfig.OUTPUT_TOPIC_CONFIG, "patches")))
                .withMessageContaining(DiffConfig.INPUT_TOPIC_CONFIG);
    }
}
