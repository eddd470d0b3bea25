package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.VelellaVersion;
import dev.velella.sink.options.InputChecks;
import dev.velella.sink.options.RdfSinkConfig;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.errors.AlreadyExistsException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RdfSinkConnectorTest {
    @TempDir
    Path directory;

    private static List<String> faults(Map<String, String> config, String option) {
        for (ConfigValue value : new RdfSinkConnector().validate(config).configValues()) {
            if (value.name().equals(option)) {
                return value.errorMessages();
            }
        }
        throw new AssertionError("no option " + option);
    }

    private Map<String, String> config(String option, String value) {
        Map<String, String> config = new HashMap<>(Map.of("name", "sink", "target.dir", directory.toString()));
        config.put(option, value);
        return config;
    }

    @Test
    void isFoundByTheServiceLoader() {
        assertThat(ServiceLoader.load(SinkConnector.class).stream().map(ServiceLoader.Provider::type))
                .contains(RdfSinkConnector.class);
        assertThat(new RdfSinkConnector().version()).isEqualTo(VelellaVersion.get());
    }

    @Test
    void hasOneTaskWhateverTheLimit() {
        RdfSinkConnector connector = new RdfSinkConnector();
        Map<String, String> config = config("tasks.max", "8");
        connector.start(config);

        assertThat(connector.taskConfigs(8)).containsExactly(config);
    }

    @Test
    void acceptsADirectoryThatIsNotThereYet() {
        String below = directory.resolve("a/b").toString();

        assertThat(faults(config("target.dir", below), "target.dir")).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void refusesADirectoryThatCannotBeMade() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        assertThat(faults(config("target.dir", file.resolve("store").toString()), "target.dir"))
                .singleElement()
                .asString()
                .contains("not a directory");
    }

    /** An option that is accepted and does nothing hides that the store is not what its operator believes. */
    @ParameterizedTest
    @CsvSource({
        "http, history, true, target=memory or lmdb",
        "sparql, history.retention.ms, 1000, target=memory or lmdb",
        "http, sparql.endpoint.port, 7878, target=memory or lmdb",
        "http, lmdb.map.size.bytes, 99999999, target=lmdb",
        "memory, lmdb.map.size.bytes, 99999999, target=lmdb",
        "lmdb, checkpoint.interval.ms, 300, target=memory",
        "memory, target.url, http://localhost:1/, target=http or sparql",
        "lmdb, history.retention.ms, 1000, history=true"
    })
    void refusesAnOptionThatHasNoEffectWithItsTarget(String target, String option, String value, String condition) {
        Map<String, String> config = config(option, value);
        config.put("target", target);
        assertThat(faults(config, option)).as(option).anySatisfy(fault -> assertThat(fault)
                .contains(option + " has no effect here: it is for " + condition + ". Leave it out"));
    }

    /** Where the user may write everything, as root may, nothing is to be seen. */
    @Test
    void refusesADirectoryThatIsNotWritable() throws Exception {
        Path closed = Files.createDirectory(
                directory.resolve("closed"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));
        for (Path store : List.of(closed, closed.resolve("a/b"))) {
            List<String> faults = faults(config("target.dir", store.toString()), "target.dir");
            if (Files.isWritable(closed)) {
                assertThat(faults).as("root may write everywhere").isEmpty();
            } else {
                assertThat(faults)
                        .singleElement()
                        .asString()
                        .contains(closed + " is not writable for the worker's user");
            }
        }
    }

    @Test
    void refusesTheDirectoryOfAnotherConnectorOrKindOfStore() throws Exception {
        RdfSinkTask running = new RdfSinkTask();
        running.initialize(new RecordingContext());
        Map<String, String> config = config("consumer.override.isolation.level", "read_committed");
        running.start(config);
        try {
            assertThat(faults(config, "target.dir")).as("its own task runs").isEmpty();
            config.put("name", "other");
            assertThat(faults(config, "target.dir")).singleElement().asString().contains("is in use by connector sink");
        } finally {
            running.stop();
        }
        assertThat(faults(config, "target.dir")).isEmpty();

        assertThat(directory.resolve("memorystore.data")).exists();
        config.put("target", "lmdb");
        assertThat(faults(config, "target.dir")).singleElement().asString().contains("holds a store of target=memory");

        Files.delete(directory.resolve("memorystore.data"));
        Files.createDirectory(directory.resolve("lmdb"));
        assertThat(faults(config, "target.dir")).isEmpty();
        config.put("target", "memory");
        assertThat(faults(config, "target.dir")).singleElement().asString().contains("holds a store of target=lmdb");
    }

    @Test
    void refusesAPortThatIsTakenUnlessByItsOwnTask() throws Exception {
        RdfSinkTask running = new RdfSinkTask();
        running.initialize(new RecordingContext());
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = taken.getLocalPort();
            Map<String, String> config = config("sparql.endpoint.port", Integer.toString(port));
            assertThat(faults(config, "sparql.endpoint.port"))
                    .singleElement()
                    .asString()
                    .contains("port " + port);
        }
        Map<String, String> config = config("sparql.endpoint.port", Integer.toString(port));
        assertThat(faults(config, "sparql.endpoint.port")).isEmpty();
        config.put("consumer.override.isolation.level", "read_committed");
        running.start(config);
        try {
            assertThat(faults(config, "sparql.endpoint.port")).isEmpty();
        } finally {
            running.stop();
        }
    }

    @Test
    void refusesAMissingDirectoryOption() {
        assertThat(faults(Map.of("name", "sink"), "target.dir")).hasSize(1);
    }

    @Test
    void refusesPortsAndTargetsThatDoNotExist() {
        assertThat(faults(config("sparql.endpoint.port", "70000"), "sparql.endpoint.port"))
                .hasSize(1);
        assertThat(faults(config("target", "tape"), "target")).hasSize(1);
        assertThat(faults(config("on.chain.break", "ignore"), "on.chain.break")).hasSize(1);
    }

    /** The client by itself would wait for days. */
    @Test
    @Timeout(300)
    void aClusterThatDoesNotAnswerIsAnErrorOfItsOption() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            Map<String, String> config = config("kafka.bootstrap.servers", "localhost:" + silent.getLocalPort());
            config.put("topics", "patches");
            config.put("kafka.default.api.timeout.ms", Integer.toString(Integer.MAX_VALUE));
            config.put("kafka.request.timeout.ms", Integer.toString(Integer.MAX_VALUE));

            assertThat(faults(config, "kafka.bootstrap.servers"))
                    .singleElement()
                    .asString()
                    .startsWith("no answer from the cluster at kafka.bootstrap.servers=localhost:");
        }
    }

    @Test
    void clientPropertiesNeedBrokers() {
        assertThat(faults(config("kafka.security.protocol", "SSL"), "kafka.bootstrap.servers"))
                .containsExactly("kafka.bootstrap.servers is needed with kafka.security.protocol");
        assertThatThrownBy(() -> new RdfSinkConnector().start(config("kafka.security.protocol", "SSL")))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("kafka.security.protocol");
    }

    @Test
    void optionsThatNeedOthersSaySo() {
        assertThat(faults(config("on.chain.break", "dead-letter"), "on.chain.break"))
                .singleElement()
                .asString()
                .contains("errors.tolerance=all");
        Map<String, String> tolerant = config("on.chain.break", "dead-letter");
        tolerant.put("errors.tolerance", "all");
        assertThat(faults(tolerant, "on.chain.break")).isEmpty();
        assertThat(faults(config("snapshot.topics", "s:p"), "snapshot.topics"))
                .singleElement()
                .asString()
                .contains("kafka.bootstrap.servers");
        assertThat(faults(config("snapshot.topics", "s"), "snapshot.topics"))
                .anySatisfy(fault -> assertThat(fault).contains("SNAPSHOTS:PATCHES"));
        Map<String, String> unread = config("snapshot.topics", "s:p");
        unread.putAll(Map.of("topics", "p,q", "kafka.bootstrap.servers", "localhost:1"));
        assertThat(InputChecks.problems(unread))
                .containsOnlyKeys("snapshot.topics")
                .allSatisfy(
                        (option, fault) -> assertThat(fault).contains("names s, which the connector does not read"));
        assertThat(faults(config("graph.policy", "fixed"), "graph.fixed"))
                .singleElement()
                .asString()
                .contains("needs graph.fixed");
        assertThatThrownBy(() -> new RdfSinkConfig(config("on.chain.break", "dead-letter")))
                .isInstanceOf(ConfigException.class);
    }

    @Test
    void offsetsAreNotAltered() {
        assertThatThrownBy(() -> new RdfSinkConnector()
                        .alterOffsets(config("topics", "t"), Map.of(new TopicPartition("t", 0), 5L)))
                .as("the worker answers it with 409, not with 500")
                .isInstanceOf(AlreadyExistsException.class)
                .hasMessageContaining("empty store");
    }

    @Test
    void everyOptionIsDocumentedAndGrouped() {
        assertThat(RdfSinkConfig.definition().configKeys().values()).allSatisfy(key -> {
            assertThat(key.documentation).isNotBlank();
            assertThat(key.group).isNotBlank();
            assertThat(key.displayName).isNotBlank();
        });
    }
}
