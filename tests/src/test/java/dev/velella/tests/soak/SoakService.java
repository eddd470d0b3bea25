package dev.velella.tests.soak;

import dev.velella.quickstart.part.Ports;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;

/** {@code velella serve}, or an instance of the diff app, in a process of its own with its port for HTTP. */
final class SoakService {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final ChildProcess process;
    private final int port;

    private SoakService(ChildProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** The service of graphs. */
    static SoakService serve(String name, Path scratch, String bootstrapServers, Distribution distribution)
            throws IOException {
        int port = Ports.free();
        return new SoakService(
                process(
                        name,
                        "serve",
                        scratch,
                        distribution,
                        Map.of(
                                "bootstrap.servers",
                                bootstrapServers,
                                "serve.patch.topic",
                                SoakPipeline.PATCHES,
                                "serve.snapshot.topic",
                                SoakPipeline.SNAPSHOTS,
                                "serve.listener",
                                "localhost:" + port,
                                "serve.state.dir",
                                scratch.resolve("serve-state").toString())),
                port);
    }

    /**
     * An instance of the diff app.
     *
     * @param state its directory
     * @param snapshots number of patches between two snapshots of a stream
     */
    static SoakService diff(
            String name, Path scratch, Path state, String bootstrapServers, Distribution distribution, int snapshots)
            throws IOException {
        int port = Ports.free();
        Map<String, String> options = new HashMap<>();
        options.put("bootstrap.servers", bootstrapServers);
        options.put("application.id", "soak-diff");
        options.put("state.dir", state.toString());
        options.put("num.standby.replicas", "1");
        // Kafka gives a dead consumer 45 s before another gets its partitions.
        options.put("consumer.session.timeout.ms", "6000");
        options.put("consumer.heartbeat.interval.ms", "1000");
        options.put("velella.input.topic", SoakPipeline.GRAPHS);
        options.put("velella.output.topic", SoakPipeline.PATCHES);
        options.put("velella.snapshot.topic", SoakPipeline.SNAPSHOTS);
        options.put("velella.snapshot.interval.patches", Integer.toString(snapshots));
        options.put("velella.health.listener", "localhost:" + port);
        return new SoakService(process(name, "diff-app", scratch, distribution, options), port);
    }

    private static ChildProcess process(
            String name, String verb, Path scratch, Distribution distribution, Map<String, String> options)
            throws IOException {
        Path config = Files.write(
                scratch.resolve(name + ".properties"),
                options.entrySet().stream()
                        .map(option -> option.getKey() + "=" + option.getValue())
                        .sorted()
                        .toList());
        List<String> command = new ArrayList<>(distribution.jvm(256, List.of()));
        command.addAll(List.of("dev.velella.cli.Main", verb, "--config", config.toString()));
        return new ChildProcess(name, command, SoakPipeline.log(name));
    }

    ChildProcess process() {
        return process;
    }

    /** Whether it has its partitions and works. */
    boolean isReady() throws InterruptedException {
        try {
            return get("/health/ready", "*/*").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** Number of the last reading of each device that is served; empty while nothing is. */
    Map<String, Long> numbers() throws Exception {
        Map<String, Long> numbers = new HashMap<>();
        try {
            HttpResponse<String> answer = get("/graphs", "application/n-quads");
            if (answer.statusCode() == 200
                    && answer.headers().firstValue("Velella-Left-Out").isEmpty()) {
                for (Statement statement : Rio.parse(new StringReader(answer.body()), RDFFormat.NQUADS)) {
                    if (statement.getPredicate().stringValue().equals(SoakReading.NUMBER)) {
                        String device = statement.getSubject().stringValue();
                        numbers.put(
                                device.substring(device.lastIndexOf(':') + 1),
                                ((Literal) statement.getObject()).longValue());
                    }
                }
            }
            return numbers;
        } catch (IOException e) {
            return Map.of();
        }
    }

    /** The graph of a stream. */
    Set<Statement> graph(String device) throws Exception {
        HttpResponse<String> answer = get("/graphs/" + device, "application/n-quads");
        if (answer.statusCode() != 200) {
            throw new IOException(device + ": " + answer.statusCode() + " " + answer.body());
        }
        return new HashSet<>(Rio.parse(new StringReader(answer.body()), RDFFormat.NQUADS));
    }

    private HttpResponse<String> get(String path, String accept) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                        .timeout(LONGEST)
                        .header("Accept", accept)
                        .build(),
                BodyHandlers.ofString());
    }
}
