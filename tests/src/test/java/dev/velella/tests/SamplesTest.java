package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.view.ViewSet;
import dev.velella.view.answer.Row;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.options.ViewConfig;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
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
import org.junit.jupiter.params.provider.CsvSource;
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
                        .add(config.path("target").asText("memory"));
            }
        }
        for (String file :
                List.of("serve.properties", "page.properties", "diff-app.properties", "view-app.properties")) {
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

    /** What most connectors would say alike is a default, or stands in the worker's properties. */
    @ParameterizedTest
    @CsvSource({"memory-sink.json, 6", "weather-source.json, 7"})
    void theSmallestSamplesAreSmall(String sample, int most) throws IOException {
        assertThat(new ObjectMapper()
                        .readTree(DEPLOY.resolve("samples").resolve(sample).toFile())
                        .path("config"))
                .hasSizeLessThanOrEqualTo(most);
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void aSinkReadsTheSnapshotsOfTheDiffApp(Path sample) throws IOException {
        JsonNode config = new ObjectMapper().readTree(sample.toFile()).path("config");
        if (config.has("topics")) {
            boolean isRouted = config.path("target.url").asText().contains("{");
            assertThat(config.path("topics").asText()).isEqualTo(isRouted ? "patches" : "patches,patches-snapshots");
            if (config.path("tasks.max").asInt() > 1) {
                assertThat(config.path("consumer.override.partition.assignment.strategy")
                                .asText())
                        .as("patches and snapshots of a stream come to one task")
                        .isEqualTo("org.apache.kafka.clients.consumer.RangeAssignor");
            }
        }
    }

    /** Else the source does not know what its converter would not write. */
    @ParameterizedTest
    @MethodSource("connectors")
    void aSourceNamesItsConverters(Path sample) throws IOException {
        JsonNode config = new ObjectMapper().readTree(sample.toFile()).path("config");
        assertThat(config.has("source.type")).isNotEqualTo(config.has("topics"));
        if (config.has("source.type")) {
            assertThat(config.path("value.converter").asText()).isEqualTo("dev.velella.converter.JellyConverter");
            assertThat(config.path("key.converter").asText())
                    .isEqualTo("org.apache.kafka.connect.storage.StringConverter");
        }
    }

    /** The page, the deployment and the worker of the quickstart, on which every sample runs, say the same. */
    @Test
    void theWorkerSaysWhatConnectorsNeedNotSay() throws IOException {
        Properties worker = properties(DEPLOY.resolve("compose/connect-worker.properties"));
        Matcher page = Pattern.compile("(?s)Then a connector needs few lines of its own:\n\n```\n(.*?)```")
                .matcher(Files.readString(Path.of("..", "docs", "connect.md")));
        assertThat(page.find()).isTrue();
        Properties shown = new Properties();
        shown.load(new StringReader(page.group(1)));
        Properties quickstart = new Properties();
        quickstart.putAll(ConnectWorker.properties("localhost:9092", Path.of("plugins"), 1));
        assertThat(shown)
                .hasSizeGreaterThan(10)
                .containsEntry("producer.compression.type", "zstd")
                .containsEntry("consumer.allow.auto.create.topics", "false");
        assertThat(worker).containsAllEntriesOf(shown);
        assertThat(quickstart).containsAllEntriesOf(shown);
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

    @Test
    void theViewOfTheSampleHasARowForEachPropertyOfTheSimulatedStation() throws IOException {
        Map<String, String> options = new TreeMap<>();
        properties(DEPLOY.resolve("samples/view-app.properties"))
                .forEach((option, value) -> options.put((String) option, (String) value));
        ViewConfig config = new ViewConfig(options);
        Path file = Path.of("..").resolve(config.viewsDir()).resolve("latest.json");
        ViewSet set = ViewSet.compile(List.of(ViewDefinition.parse(Files.readString(file))), StaticData.NONE, 1);
        SimulatedElement element = Weather.elements(1, 1).get(0);
        List<Row> rows = set.newEngine()
                .answer(
                        set.views().get(0),
                        StreamData.of(element.graph().statements()),
                        element.time().toEpochMilli(),
                        List.of())
                .rows();
        assertThat(rows).hasSizeGreaterThan(5).allSatisfy(row -> assertThat(row.json())
                .matches("\\{\"property\":\".*\",\"value\":-?[0-9.E-]+}"));
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
