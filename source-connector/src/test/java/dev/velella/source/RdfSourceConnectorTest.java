package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.VelellaVersion;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.source.file.FileOptions;
import dev.velella.source.file.FileSource;
import dev.velella.source.format.TestFiles;
import dev.velella.source.options.RdfSourceConfig;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.connector.ConnectorContext;
import org.apache.kafka.connect.errors.AlreadyExistsException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RdfSourceConnectorTest {
    private static final Map<String, String> SIMULATOR = Map.of("source.type", "simulator", "topic", "graphs");

    private final RdfSourceConnector connector = new RdfSourceConnector();

    @TempDir
    Path folder;

    @Test
    void isFoundAsAService() {
        assertThat(ServiceLoader.load(SourceConnector.class)).hasExactlyElementsOfTypes(RdfSourceConnector.class);
    }

    @Test
    void hasTheVersionOfTheBuild() {
        assertThat(connector.version()).isEqualTo(VelellaVersion.get());
    }

    @Test
    void goodOptionsHaveNoErrors() {
        assertThat(errors(SIMULATOR)).isEmpty();
        Path file = TestFiles.write(folder.resolve("a.ttl"), new byte[0]);
        assertThat(errors(Map.of("source.type", "file", "topic", "graphs", "file.path", file.toString())))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "source.type|gopher|simulator, file, dump, mqtt, http",
                "key.source|device|auto, graph-name, subject-type, constant, topic, topic-segment, json-pointer",
                "key.pattern|([a-z|is not a regular expression",
                "key.pattern|[a-z]+|has no group",
                "key.subject.type|Sensor|is not an absolute IRI",
                "temporal.property|prov:at Time|is not an absolute IRI",
                "simulator.stations|0|at least 1",
                "simulator.elements|-1|at least 0",
                "simulator.seed|one|LONG",
                "batch.max.records|0|at least 1",
                "limits.element.statements|0|at least 1",
                "topic|a b|a topic name has",
                "topic|a{topic[1]}|{topic[N]} goes with source.type=mqtt only",
                "topic.partitions|0|at least 1",
            })
    void wrongValueIsAnErrorOfItsOption(String option, String value, String message) {
        Map<String, String> props = new HashMap<>(SIMULATOR);
        props.put(option, value);
        assertThat(errors(props)).containsOnlyKeys(option);
        assertThat(errors(props).get(option)).singleElement().asString().contains(message);
        assertThatThrownBy(() -> connector.start(props)).isInstanceOf(ConfigException.class);
    }

    @Test
    void missingOptionsAreErrors() {
        assertThat(errors(Map.of())).containsOnlyKeys("source.type", "topic");
    }

    @Test
    void fileMustBeNamedExistAndBeOfAKnownFormat() {
        Map<String, String> props = new HashMap<>(Map.of("source.type", "file", "topic", "graphs"));
        assertFileError(props, "is needed with source.type=file");
        props.put("file.path", folder.resolve("none.tar.gz").toString());
        assertFileError(props, "no such file");
        props.put(
                "file.path",
                TestFiles.write(folder.resolve("a.csv"), new byte[0]).toString());
        assertFileError(props, "unknown format");
    }

    @Test
    void severalFilesAreNamedByPatternsAndDirectories() {
        TestFiles.write(folder.resolve("b.ttl"), new byte[0]);
        Map<String, String> props = new HashMap<>(Map.of("source.type", "file", "topic", "graphs"));
        props.put("file.paths", folder + "/*.ttl," + folder);
        assertThat(errors(props)).isEmpty();
        props.put("file.paths", folder + "/*.nq");
        assertThat(errors(props).get("file.paths")).singleElement().asString().contains("no file is there");
        props.put("file.watch.interval.ms", "100");
        assertThat(errors(props)).isEmpty();
        props.put("file.path", folder.resolve("b.ttl").toString());
        assertThat(errors(props).get("file.paths")).singleElement().asString().contains("leave one out");
        props.remove("file.paths");
        assertThat(errors(props)).containsOnlyKeys("file.watch.interval.ms");
    }

    @Test
    void filesOfPatchesAreNotMixedWithGraphsAndHaveAConstantKey() {
        Path patches = TestFiles.write(folder.resolve("a.rdfp.gz"), new byte[0]);
        TestFiles.write(folder.resolve("b.ttl"), new byte[0]);
        Map<String, String> props = new HashMap<>(Map.of("source.type", "file", "topic", "patches"));
        props.put("file.paths", folder.toString());
        assertThat(errors(props).get("file.paths"))
                .singleElement()
                .asString()
                .contains("a.rdfp.gz: holds patches, and b.ttl graphs");
        props.put("file.paths", folder + "/*.rdfp.gz");
        assertThat(errors(props)).isEmpty();
        props.remove("file.paths");
        props.put("file.path", patches.toString());
        assertThat(errors(props)).isEmpty();
        props.put("key.source", "graph-name");
        assertThat(errors(props).get("key.source")).singleElement().asString().contains("must be auto or constant");
    }

    @Test
    void filesAreDealtOutAmongTasksAndNewOnesAskForNewTasks() throws Exception {
        for (String name : List.of("a.ttl", "b.ttl", "c.ttl")) {
            TestFiles.write(folder.resolve(name), new byte[0]);
        }
        CountDownLatch asked = new CountDownLatch(1);
        connector.initialize(new ConnectorContext() {
            @Override
            public void requestTaskReconfiguration() {
                asked.countDown();
            }

            @Override
            public void raiseError(Exception e) {
                throw new IllegalStateException(e);
            }

            @Override
            public PluginMetrics pluginMetrics() {
                throw new UnsupportedOperationException();
            }
        });
        connector.start(Map.of(
                "source.type", "file",
                "topic", "graphs",
                "file.paths", folder.toString(),
                "file.watch.interval.ms", "20"));
        try {
            assertThat(filesOfTasks(2)).containsExactly(List.of("a.ttl", "c.ttl"), List.of("b.ttl"));
            assertThat(filesOfTasks(5)).hasSize(3);
            TestFiles.write(folder.resolve("a,\"2.ttl"), new byte[0]);
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(filesOfTasks(2)).containsExactly(List.of("a,\"2.ttl", "b.ttl"), List.of("a.ttl", "c.ttl"));
        } finally {
            connector.stop();
        }
    }

    private List<List<String>> filesOfTasks(int most) {
        return connector.taskConfigs(most).stream()
                .map(config -> FileOptions.files(new RdfSourceConfig(FileSource.TYPE, config)).stream()
                        .map(file -> file.getFileName().toString())
                        .toList())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http.url|ftp://a/b|is none of http and https",
                "http.url|http:///b|names no host",
                "http.url|http://u:p@a/b|holds a user",
                "http.url|http://a/b c|is no URL",
                "http.url|http://a/b#c|has a fragment",
                "http.username|u|both or neither",
                "http.ssl.truststore.location|/nowhere/trust.p12|no such file",
                "http.counter.start|-2|at least -1",
                "http.counter.format|hex|varint, text",
                "http.poll.interval.ms|0|at least 1",
                "on.error|dead-letter|is needed with on.error=dead-letter",
            })
    void wrongOptionsOfUrlsAreErrors(String option, String value, String message) {
        Map<String, String> props =
                new HashMap<>(Map.of("source.type", "http", "topic", "graphs", "http.url", "https://a/b?c={offset}"));
        assertThat(errors(props)).isEmpty();
        props.put(option, value);
        assertThat(errors(props).values()).singleElement().asString().contains(message);
        assertThatThrownBy(() -> connector.start(props)).isInstanceOf(ConfigException.class);
    }

    @Test
    void aKeyStoreThatIsCutSaysSo() {
        Path cut = TestFiles.write(folder.resolve("cut.p12"), new byte[] {48, 2});
        Map<String, String> props =
                new HashMap<>(Map.of("source.type", "http", "topic", "graphs", "http.url", "https://a/b"));
        props.put("http.ssl.truststore.location", cut.toString());
        for (String type : List.of("PKCS12", "JKS")) {
            props.put("http.ssl.truststore.type", type);
            assertThat(errors(props)).containsOnlyKeys("http.ssl.truststore.location");
            assertThat(errors(props).get("http.ssl.truststore.location"))
                    .singleElement()
                    .asString()
                    .endsWith("cannot be read as " + type + ": " + cut + ": it ends too early");
        }
    }

    @Test
    void aUrlNeedsToBeGivenAndOneLoginIsSent() {
        Map<String, String> props = new HashMap<>(Map.of("source.type", "http", "topic", "graphs"));
        assertThat(errors(props)).containsOnlyKeys("http.url");
        props.put("http.url", "https://a/b");
        props.put("http.username", "u");
        props.put("http.password", "secret");
        props.put("http.bearer.token", "secret");
        assertThat(errors(props)).containsOnlyKeys("http.bearer.token");
        assertThat(errors(props).toString()).doesNotContain("secret");
        assertThat(new RdfSourceConnector().exactlyOnceSupport(props)).isEqualTo(ExactlyOnceSupport.SUPPORTED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "simulator.station|simulator.stations",
                "batch.max.record|batch.max.records",
                "topics|topic",
                "topic.partition|topic.partitions",
                "limits.element.statement|limits.element.statements",
                "simulator.rate|simulator.rate.per.second",
                "task.max|tasks.max",
                "errors.tolerence|errors.tolerance",
                "value.convertor|value.converter",
                "value.convertor.jelly.mode|value.converter.jelly.mode",
                "exactly.once.suport|exactly.once.support",
                "producer.overide.linger.ms|producer.override.linger.ms",
                "transform.drop.type|transforms.drop.type",
                "value.converter.jelly.mod|value.converter.jelly.mode",
                "value.converter.jelly.key.frames.interval.records|value.converter.jelly.key.frame.interval.records",
            })
    void misspeltOptionsAreRefusedWithTheOneThatIsMeant(String option, String meant) {
        Map<String, String> props = new HashMap<>(SIMULATOR);
        props.put("value.converter", "dev.velella.converter.JellyConverter");
        props.put(option, "1");
        assertThat(errors(props)).containsOnlyKeys(option);
        assertThat(errors(props).get(option))
                .singleElement()
                .asString()
                .endsWith(option + " is not an option, and has no effect. Did you mean " + meant + "?");
    }

    /** Such a connector would stay RUNNING, commit nothing, and fail after more than a minute. */
    @ParameterizedTest
    @CsvSource({"15000,,10000", "15000,10001,10000", ",,40000", ",50000,40000"})
    void aTransactionThatTheBrokersAbortBeforeItEndsIsRefused(
            @Nullable String timeout, @Nullable String interval, String most) {
        Map<String, String> props = new HashMap<>(SIMULATOR);
        props.put("transaction.boundary", "interval");
        if (timeout != null) {
            props.put("producer.override.transaction.timeout.ms", timeout);
        }
        if (interval != null) {
            props.put("transaction.boundary.interval.ms", interval);
        }
        assertThat(errors(props)).containsOnlyKeys("transaction.boundary.interval.ms");
        assertThat(errors(props).get("transaction.boundary.interval.ms"))
                .singleElement()
                .asString()
                .contains("Set transaction.boundary.interval.ms to at most " + most);
        props.put("transaction.boundary.interval.ms", most);
        assertThat(errors(props)).isEmpty();
        props.put("transaction.boundary", "poll");
        props.put("transaction.boundary.interval.ms", "60000");
        assertThat(errors(props)).isEmpty();
    }

    @Test
    void unknownPropertiesOfKafkasClientsAreWarnedOf() {
        assertThat(ClusterOptions.unknown(Map.of(
                        "kafka.bootstrap.servers", "x",
                        "kafka.bootstrap.server", "x",
                        "kafka.sasl.mechanism", "PLAIN",
                        "kafka.my.own", "x",
                        "topic", "graphs")))
                .containsExactly(
                        "kafka.bootstrap.server is no property of Kafka's clients. Did you mean kafka.bootstrap.servers?",
                        "kafka.my.own is no property of Kafka's clients");
    }

    @Test
    void filtersThatOneTopicCanMatchAreRefused() {
        Map<String, String> props = new HashMap<>(Map.of(
                "source.type", "mqtt",
                "topic", "graphs",
                "mqtt.server.uri", "mqtt://127.0.0.1:1",
                "mqtt.client.id", "test",
                "mqtt.topics", "other,site/#,site/+/w"));
        assertThat(errors(props)).containsOnlyKeys("mqtt.topics");
        assertThat(errors(props).get("mqtt.topics"))
                .singleElement()
                .asString()
                .contains("holds site/# and site/+/w, and a topic can match both");
    }

    @Test
    void optionsOfConnectAndOfKafkaAreNotOurs() {
        Map<String, String> props = new HashMap<>(SIMULATOR);
        for (String option : List.of(
                "name",
                "connector.class",
                "connector.plugin.version",
                "value.converter.schemas.enable",
                "value.converter.plugin.version",
                "header.converter.plugin.version",
                "topic.creation.groups",
                "topic.creation.default.partitions",
                "topic.creation.default.replication.factor",
                "topic.config.retention.ms",
                "exactly.once.support",
                "transaction.boundary",
                "offsets.storage.topic",
                "errors.log.enable",
                "errors.retry.timeout",
                "transforms",
                "predicates",
                "config.action.reload",
                "producer.override.max.block.ms",
                "my.own.note")) {
            props.put(option, "1");
        }
        props.put("value.converter", "dev.velella.converter.JellyConverter");
        props.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
        assertThat(errors(props)).isEmpty();
    }

    @Test
    void keyBySubjectNeedsAType() {
        Path file = TestFiles.write(folder.resolve("a.ttl"), new byte[0]);
        Map<String, String> props =
                Map.of("source.type", "file", "topic", "t", "file.path", file.toString(), "key.source", "subject-type");
        assertThat(errors(props)).containsOnlyKeys("key.subject.type");
    }

    @Test
    void toleratedErrorsAndStatefulRecordsExcludeEachOther() {
        Map<String, String> props = new HashMap<>(SIMULATOR);
        props.put("topic.partitions", "3");
        props.put("errors.tolerance", "all");
        props.put("value.converter", "dev.velella.converter.JellyConverter");
        assertThat(errors(props)).isEmpty();
        props.put("value.converter.jelly.mode", "stateful");
        assertThat(errors(props)).containsOnlyKeys("errors.tolerance");
        assertThat(errors(props).get("errors.tolerance"))
                .singleElement()
                .asString()
                .startsWith("Invalid value all for configuration errors.tolerance: ");
        assertThatThrownBy(() -> connector.start(props))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("errors.tolerance");
        assertThatThrownBy(() -> new RdfSourceTask().start(props)).isInstanceOf(ConfigException.class);
    }

    /** The client by itself would wait for days. */
    @Test
    @Timeout(300)
    void aClusterThatDoesNotAnswerIsAnErrorOfItsOption() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            Map<String, String> props = new HashMap<>(SIMULATOR);
            props.put("kafka.bootstrap.servers", "localhost:" + silent.getLocalPort());
            props.put("kafka.default.api.timeout.ms", Integer.toString(Integer.MAX_VALUE));
            props.put("kafka.request.timeout.ms", Integer.toString(Integer.MAX_VALUE));
            assertThat(errors(props)).containsOnlyKeys("kafka.bootstrap.servers");
        }
    }

    @Test
    void optionsShowWhereTheyHaveAnEffect() {
        Map<String, Boolean> visible = new HashMap<>();
        for (ConfigValue value : connector.validate(SIMULATOR).configValues()) {
            visible.put(value.name(), value.visible());
        }
        assertThat(visible).containsEntry("simulator.seed", true).containsEntry("file.path", false);
    }

    @Test
    void thereIsOneTaskWithTheOptionsOfTheConnector() {
        connector.start(SIMULATOR);
        assertThat(connector.taskConfigs(8)).isEqualTo(List.of(SIMULATOR));
        assertThat(connector.taskClass()).isEqualTo(RdfSourceTask.class);
        connector.stop();
    }

    @Test
    void supportsExactlyOnceWithTransactionsOfTheWorker() {
        assertThat(connector.exactlyOnceSupport(SIMULATOR)).isEqualTo(ExactlyOnceSupport.SUPPORTED);
        assertThat(connector.canDefineTransactionBoundaries(SIMULATOR))
                .isEqualTo(ConnectorTransactionBoundaries.UNSUPPORTED);
    }

    @Test
    void offsetsMayBeAlteredInTheirForm() throws Exception {
        Map<String, Object> file = Map.of("input", "file:/d/a.nq");
        RdfSourceTask task = new RdfSourceTask();
        task.initialize(new StoredOffsets());
        task.start(SIMULATOR);
        Map<String, ?> simulator = task.poll().get(0).sourcePartition();
        task.stop();
        assertThat(connector.alterOffsets(SIMULATOR, Map.of(file, Map.of("elements", 4, "complete", false))))
                .isTrue();
        Map<Map<String, ?>, Map<String, ?>> reset = new HashMap<>();
        reset.put(simulator, null);
        assertThat(connector.alterOffsets(SIMULATOR, reset)).isTrue();
    }

    @Test
    void offsetsOfMessagesAndOfTheirDevicesMayBeAlteredEachInItsForm() {
        Map<String, Object> messages = Map.of("input", "mqtt:gateway-0");
        Map<String, Object> device = Map.of("input", "mqtt-link:gateway-0/site/a");
        Map<String, Object> counted = Map.of("messages", 7, "recent", "");
        Map<Map<String, ?>, Map<String, ?>> good = new HashMap<>();
        good.put(messages, counted);
        good.put(device, null);
        assertThat(connector.alterOffsets(Map.of(), good)).isTrue();
        assertThatThrownBy(() -> connector.alterOffsets(Map.of(), Map.of(messages, Map.of("elements", 4))))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("messages");
        assertThatThrownBy(() -> connector.alterOffsets(Map.of(), Map.of(device, counted)))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("a device's messages");
    }

    @Test
    void offsetsOfAnotherFormAreRefused() {
        assertThatThrownBy(() -> connector.alterOffsets(
                        SIMULATOR, Map.of(Map.of("input", "file:/d/a.nq"), Map.of("position", 4))))
                .as("the worker answers it with 409, not with 500")
                .isInstanceOf(AlreadyExistsException.class);
        for (Map<String, ?> partition : List.<Map<String, ?>>of(
                Map.of(), Map.of("input", "/d/a.nq"), Map.of("input", 1), Map.of("file", "/d/a.nq"))) {
            assertThatThrownBy(() -> connector.alterOffsets(SIMULATOR, Map.of(partition, Map.of("elements", 4))))
                    .isInstanceOf(AlreadyExistsException.class)
                    .hasMessageContaining("not a source partition");
        }
    }

    private void assertFileError(Map<String, String> props, String message) {
        assertThat(errors(props)).containsOnlyKeys("file.path");
        assertThat(errors(props).get("file.path")).singleElement().asString().contains(message);
        assertThatThrownBy(() -> new RdfSourceTask().start(props))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    private Map<String, List<String>> errors(Map<String, String> props) {
        Map<String, List<String>> errors = new HashMap<>();
        for (ConfigValue value : connector.validate(props).configValues()) {
            if (!value.errorMessages().isEmpty()) {
                errors.put(value.name(), value.errorMessages());
            }
        }
        return errors;
    }
}
