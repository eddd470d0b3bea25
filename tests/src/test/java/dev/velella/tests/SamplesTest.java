package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The samples fit each other; that they run shows {@link SamplesIT}. */
class SamplesTest {
    private static final Path DEPLOY = Path.of("..", "deploy");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([a-z]+):");

    static List<Path> connectors() throws IOException {
        try (Stream<Path> files = Files.list(DEPLOY.resolve("samples"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private static Properties properties(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return properties;
    }

    /** Somebody who tries all samples on one machine would otherwise find one port taken. */
    @Test
    void storesAndServicesOfTheSamplesHavePortsOfTheirOwn() throws IOException {
        Map<String, Set<String>> users = new TreeMap<>();
        for (Path sample : connectors()) {
            JsonNode config = new ObjectMapper().readTree(sample.toFile()).path("config");
            if (config.has("sparql.endpoint.port")) {
                users.computeIfAbsent(config.path("sparql.endpoint.port").asText(), port -> new TreeSet<>())
                        .add(config.path("target").asText());
            }
        }
        for (String file : List.of("serve.properties", "page.properties", "diff-app.properties")) {
            properties(DEPLOY.resolve("samples").resolve(file)).forEach((option, value) -> {
                if (option.toString().endsWith("listener")) {
                    users.computeIfAbsent(value.toString().replaceFirst(".*:", ""), port -> new TreeSet<>())
                            .add(file);
                }
            });
        }
        assertThat(users)
                .hasSizeGreaterThan(3)
                .allSatisfy((port, names) -> assertThat(names).as(port).hasSize(1));
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void aSinkReadsTheSnapshotsOfTheDiffAppAndMakesNoTopics(Path sample) throws IOException {
        JsonNode config = new ObjectMapper().readTree(sample.toFile()).path("config");
        if (config.has("target")) {
            boolean isRouted = config.path("target.url").asText().contains("{");
            assertThat(config.path("topics").asText()).isEqualTo(isRouted ? "patches" : "patches,patches-snapshots");
            assertThat(config.path("snapshot.topics").asText()).isEqualTo(isRouted ? "" : "patches-snapshots:patches");
            assertThat(config.path("consumer.override.allow.auto.create.topics").asText())
                    .isEqualTo("false");
            if (config.path("tasks.max").asInt() > 1) {
                assertThat(config.path("consumer.override.partition.assignment.strategy")
                                .asText())
                        .as("patches and snapshots of a stream come to one task")
                        .isEqualTo("org.apache.kafka.clients.consumer.RangeAssignor");
            }
            for (String option : List.of("jelly.on.missing.state", "jelly.on.unreadable")) {
                assertThat(config.path("value.converter." + option).asText())
                        .as(option)
                        .isEqualTo("envelope");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void whatAConnectorWritesIsCompressedInLargeBatches(Path sample) throws IOException {
        JsonNode config = new ObjectMapper().readTree(sample.toFile()).path("config");
        boolean isSource = config.has("source.type");
        assertThat(isSource).as("every connector is a source or a sink").isNotEqualTo(config.has("target"));
        if (isSource || config.has("errors.deadletterqueue.topic.name")) {
            assertThat(config.path("producer.override.compression.type").asText())
                    .isEqualTo("zstd");
        }
        if (isSource) {
            assertThat(config.path("producer.override.batch.size").asInt()).isEqualTo(65_536);
            assertThat(config.path("producer.override.linger.ms").asInt())
                    .as("records wait, but not so long that people notice")
                    .isBetween(5, 20);
        }
    }

    @Test
    void theWorkerOfTheDeploymentCompressesWhatConnectorsWrite() throws IOException {
        Properties worker = properties(DEPLOY.resolve("compose/connect-worker.properties"));
        assertThat(worker)
                .containsEntry("producer.compression.type", "zstd")
                .containsEntry("producer.batch.size", "65536")
                .containsEntry("producer.linger.ms", "20");
        assertThat(worker.getProperty("connector.client.config.override.policy", "All"))
                .as("a worker takes what the samples override")
                .isEqualTo("All");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"samples/diff-app.properties", "samples/diff-app-full.properties", "compose/diff-app.properties"
            })
    void theDiffAppWritesSnapshotsLongBeforeRetentionPutsBadElementsAsideAndServesHealth(String file)
            throws IOException {
        Properties options = properties(DEPLOY.resolve(file));
        assertThat(options.getProperty("velella.output.topic")).isEqualTo("patches");
        assertThat(options.getProperty("velella.snapshot.topic")).isEqualTo("patches-snapshots");
        assertThat(Long.parseLong(options.getProperty("velella.snapshot.interval.ms")))
                .isLessThanOrEqualTo(3_600_000);
        assertThat(options).containsKey("velella.health.listener");
        assertThat(options)
                .as("one bad element stops nobody")
                .containsEntry("velella.on.error", "dead-letter")
                .containsEntry("velella.dead.letter.topic", "diff-dead-letters");
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void everyProviderOfVariablesIsOnThePageOfConnectAndInTheDeployment(Path sample) throws IOException {
        Matcher variable = VARIABLE.matcher(Files.readString(sample));
        String providers =
                properties(DEPLOY.resolve("compose/connect-worker.properties")).getProperty("config.providers");
        String page = Files.readString(Path.of("..", "docs", "connect.md"));
        while (variable.find()) {
            assertThat(providers.split(",")).contains(variable.group(1));
            assertThat(page).contains("config.providers." + variable.group(1) + ".class=");
        }
    }
}
