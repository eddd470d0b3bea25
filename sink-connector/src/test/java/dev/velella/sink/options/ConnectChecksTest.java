package dev.velella.sink.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.JellyConverter;
import dev.velella.sink.RdfSinkConnector;
import dev.velella.sink.RdfSinkTask;
import dev.velella.sink.RecordingContext;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the connector says of Connect's own options when it is validated. */
class ConnectChecksTest {
    private static final String ISOLATION = "consumer.override.isolation.level";

    @TempDir
    Path directory;

    private Map<String, String> sink(String... more) {
        Map<String, String> config = new HashMap<>(Map.of(
                "name",
                "sink",
                "connector.class",
                "dev.velella.sink.RdfSinkConnector",
                "topics",
                "patches",
                "target.dir",
                directory.toString(),
                "value.converter",
                JellyConverter.class.getName(),
                ISOLATION,
                "read_committed"));
        for (int i = 0; i < more.length; i += 2) {
            config.put(more[i], more[i + 1]);
        }
        return config;
    }

    /** All errors, by option. */
    private static Map<String, List<String>> errors(Map<String, String> config) {
        Map<String, List<String>> errors = new HashMap<>();
        for (ConfigValue value : new RdfSinkConnector().validate(config).configValues()) {
            if (!value.errorMessages().isEmpty()) {
                errors.put(value.name(), value.errorMessages());
            }
        }
        return errors;
    }

    private static void isRefused(Map<String, String> config, String option, String... words) {
        assertThat(errors(config)).containsOnlyKeys(option);
        assertThat(errors(config).get(option)).singleElement().asString().contains(words);
    }

    @Test
    void topicsAndTargetAreEnoughWhereTheWorkerHasOurConverter() {
        assertThat(errors(sink())).isEmpty();
        Map<String, String> least = sink();
        least.remove("value.converter");
        assertThat(errors(least)).isEmpty();
    }

    @Test
    void aPutThatLastsLongerThanTheGroupWaitsIsRefused() {
        String interval = "consumer.override.max.poll.interval.ms";
        isRefused(sink(interval, "30000"), interval, "put.max.ms is 60000", "Set put.max.ms to 15000 or less");
        isRefused(sink(interval, "30000", "put.max.ms", "30000"), interval, "put.max.ms is 30000");
        assertThat(errors(sink(interval, "30000", "put.max.ms", "15000"))).isEmpty();
        assertThat(errors(sink(interval, "300000"))).isEmpty();
    }

    @Test
    void aSinkThatMightReadAbortedRecordsIsRefusedAndDoesNotStart() {
        Map<String, String> unset = sink();
        unset.remove(ISOLATION);
        for (Map<String, String> config : List.of(unset, sink(ISOLATION, "read_uncommitted"))) {
            isRefused(
                    config,
                    ISOLATION,
                    "\"" + ISOLATION + "\": \"read_committed\"",
                    "allow.read.uncommitted",
                    "connector.client.config.override.policy");
            RdfSinkTask task = new RdfSinkTask();
            task.initialize(new RecordingContext());
            assertThatThrownBy(() -> task.start(config))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining(ISOLATION);
            assertThat(directory).as("nothing is opened").isEmptyDirectory();
        }
    }

    @Test
    void itRunsWithoutIsolationWhereThatIsAllowedByName() {
        Map<String, String> allowed = sink("allow.read.uncommitted", "true");
        allowed.remove(ISOLATION);
        assertThat(errors(allowed)).isEmpty();
        RdfSinkTask task = new RdfSinkTask();
        task.initialize(new RecordingContext());
        task.start(allowed);
        task.stop();
    }

    @Test
    void aConverterThatGivesNoRdfIsRefused() {
        for (String converter : List.of("org.apache.kafka.connect.json.JsonConverter", "JsonConverter", "Json")) {
            isRefused(
                    sink("value.converter", converter),
                    "value.converter",
                    converter + ", which gives no RDF",
                    "dev.velella.converter.JellyConverter");
        }
        for (String converter : List.of(
                "org.apache.kafka.connect.converters.ByteArrayConverter",
                "org.apache.kafka.connect.storage.StringConverter",
                "dev.velella.converter.MeteredJellyConverter",
                "org.example.OtherConverter")) {
            assertThat(errors(sink("value.converter", converter))).as(converter).isEmpty();
        }
    }

    @Test
    void aConverterThatWouldFailWhatTheSinkCanReadAgainIsRefused() {
        for (String option : List.of("jelly.on.missing.state", "jelly.on.unreadable")) {
            isRefused(
                    sink("value.converter." + option, "fail"),
                    "value.converter." + option,
                    "Remove the line, or set it to envelope");
            assertThat(errors(sink("value.converter." + option, "envelope"))).isEmpty();
        }
    }

    @Test
    void anOutputForOtherSinksIsRefused() {
        for (String format : List.of("n-quads", "nquads", "json-ld", "turtle", "jelly")) {
            isRefused(
                    sink("value.converter.rdf.output.format", format),
                    "value.converter.rdf.output.format",
                    "is " + format,
                    "Remove the line, or set it to struct");
        }
        assertThat(errors(sink("value.converter.rdf.output.format", "STRUCT"))).isEmpty();
    }

    @Test
    void misspeltOptionsAreRefusedWithTheOneThatIsMeant() {
        isRefused(
                sink("value.converter.jelly.on.mising.state", "envelope"),
                "value.converter.jelly.on.mising.state",
                "Did you mean value.converter.jelly.on.missing.state?");
        isRefused(sink("target.directory", "/data"), "target.directory", "Did you mean target.dir?");
        isRefused(sink("task.max", "10"), "task.max", "Did you mean tasks.max?");
        isRefused(sink("errors.tolerence", "all"), "errors.tolerence", "Did you mean errors.tolerance?");
        isRefused(sink("topic", "x"), "topic", "Did you mean topics?");
        isRefused(
                sink("consumer.overide.max.poll.records", "5"),
                "consumer.overide.max.poll.records",
                "Did you mean consumer.override.max.poll.records?");
        isRefused(sink("chekpoint.interval.ms", "1"), "chekpoint.interval.ms", "checkpoint.interval.ms?");
        Map<String, String> without = sink("value.converter.jelly.on.unreadable", "envelope");
        without.remove("value.converter");
        isRefused(without, "value.converter", "value.converter.jelly.on.unreadable has no effect");
    }

    @Test
    void optionsOfConnectAndOfTransformationsAreNotOurs() {
        assertThat(errors(sink(
                        "tasks.max", "1",
                        "errors.tolerance", "all",
                        "errors.deadletterqueue.topic.name", "dead",
                        "transforms", "drop",
                        "transforms.drop.type", "org.apache.kafka.connect.transforms.DropHeaders",
                        "predicates", "",
                        "config.action.reload", "none",
                        "connector.plugin.version", "[1,2)",
                        "value.converter.schemas.enable", "false",
                        "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                        "header.converter", "org.apache.kafka.connect.storage.StringConverter",
                        "consumer.override.max.poll.records", "10")))
                .isEmpty();
    }

    @Test
    void aStoreInTheWorkerHasOneTask() {
        isRefused(sink("tasks.max", "2"), "tasks.max", "one writer");
        assertThat(ConnectChecks.problems(sink("tasks.max", "2", "target", "http")))
                .isEmpty();
    }
}
