package dev.velella.tests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.quickstart.part.Ports;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.guides.Fences;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The README of each example, followed: a shell runs each command as it stands there, and a command whose answer stands behind it
 * is repeated until it gives that. Only ports and images are others. The examples share a project, so that Kafka and the worker
 * start once; between two, the connectors are deleted in place of the whole project.
 */
@RequiresContainerEngine
@EnabledIfSystemProperty(
        named = ComposeDeployment.IMAGE_PROPERTY,
        matches = ".+",
        disabledReason = "no image of worker and diff app: deploy/images/build.sh makes one")
class ExamplesContainerIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Path ALL = Path.of("..", "examples");

    private static final Map<String, String> PLACES = new LinkedHashMap<>();

    private static Compose compose;
    private static @Nullable Path last;
    private static ConnectRest rest;
    private static String restUrl;

    static List<Path> examples() throws IOException {
        try (Stream<Path> folders = Files.list(ALL)) {
            return folders.filter(Files::isDirectory).sorted().toList();
        }
    }

    @BeforeAll
    static void prepare() throws Exception {
        String project = System.getProperty("velella.compose.project", "velella-" + UUID.randomUUID());
        compose = new Compose(project + "-examples", Path.of("target", "examples.log"));
        // As for all tests: containers that live for a minute gain nothing from the optimising compiler.
        compose.set("WORKER_JAVA_OPTIONS", "-Xmx512m -XX:TieredStopAtLevel=1");
        compose.set("DIFF_JAVA_OPTIONS", "-Xmx256m -XX:TieredStopAtLevel=1");
        PLACES.put("docker compose", compose.command());
        place("SPARQL_PORT", "localhost:7878");
        place("OXIGRAPH_PORT", "localhost:7879");
        restUrl = "http://" + place("CONNECT_PORT", "localhost:8083");
        rest = new ConnectRest(restUrl);
    }

    private static String place(String variable, String address) throws IOException {
        String port = Integer.toString(Ports.free());
        compose.set(variable, port);
        PLACES.put(address, "localhost:" + port);
        return "localhost:" + port;
    }

    @AfterAll
    static void stop() throws Exception {
        if (last != null) {
            compose.run(last, "", "logs", "--no-color", "--timestamps");
            compose.run(last, "", "down", "--volumes", "--remove-orphans", "--timeout", "1");
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theReadmeGivesItsAnswers(Path example) throws Exception {
        last = example;
        List<Fences.Fence> fences = Fences.of(example.resolve("README.md"));
        int answers = 0;
        for (int i = 0; i < fences.size(); i++) {
            String command = fences.get(i).text();
            if (i + 1 < fences.size() && fences.get(i + 1).language().equals("csv")) {
                i++;
                answers++;
                await(example, command, fences.get(i).text());
            } else {
                assertThat(shell(example, command)).as(command).isNotNull();
            }
        }
        assertThat(answers).isPositive();
        for (String connector : connectors()) {
            send("DELETE", "/connectors/" + connector);
        }
    }

    private static void await(Path example, String command, String answer) throws Exception {
        AtomicReference<@Nullable String> given = new AtomicReference<>();
        try {
            Await.until(example + " gives its answer", PATIENCE, () -> {
                for (String connector : connectors()) {
                    assertThat(rest.failure(connector)).as(connector).isEmpty();
                }
                given.set(shell(example, command));
                return answer.equals(given.get());
            });
        } catch (AssertionError e) {
            assertThat(given.get()).as("%s%n%s", e.getMessage(), command).isEqualTo(answer);
            throw e;
        }
    }

    /** The output of a command of a README with the lines of this system; null where the command fails. */
    private static @Nullable String shell(Path example, String text) throws IOException, InterruptedException {
        String command = text;
        for (Map.Entry<String, String> place : PLACES.entrySet()) {
            command = command.replace(place.getKey(), place.getValue());
        }
        String output = compose.shell(example, command);
        return output == null ? null : output.replace("\r\n", "\n");
    }

    private static List<String> connectors() throws IOException, InterruptedException {
        String names = send("GET", "/connectors");
        return Stream.of(names.split("[^a-z-]+"))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static String send(String method, String path) throws IOException, InterruptedException {
        var answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(restUrl + path))
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());
        assertThat(answer.statusCode())
                .as("%s %s: %s", method, path, answer.body())
                .isBetween(200, 204);
        return answer.body();
    }
}
