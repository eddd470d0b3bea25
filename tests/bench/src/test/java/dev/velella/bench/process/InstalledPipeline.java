package dev.velella.bench.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.bench.measure.BenchmarkException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A Connect worker and diff apps of the distribution, in processes of their own. Closing ends them. */
public final class InstalledPipeline implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final Path home;
    private final Path folder;
    private final String bootstrapServers;
    private final String rest;
    private Process worker;
    private final int workerHeapMegabytes;
    private final List<Process> processes = new ArrayList<>();

    /**
     * Starts a worker and waits until it answers.
     *
     * @param home the distribution, built
     * @param folder for configurations and logs
     */
    public InstalledPipeline(Path home, Path folder, String bootstrapServers) throws IOException, InterruptedException {
        this(home, folder, bootstrapServers, 1024);
    }

    /** As the other, with another heap for the worker. */
    public InstalledPipeline(Path home, Path folder, String bootstrapServers, int workerHeapMegabytes)
            throws IOException, InterruptedException {
        this(home, folder, bootstrapServers, workerHeapMegabytes, Map.of());
    }

    /** As the other, with more settings of the worker. */
    public InstalledPipeline(
            Path home, Path folder, String bootstrapServers, int workerHeapMegabytes, Map<String, String> more)
            throws IOException, InterruptedException {
        if (!Files.isDirectory(home.resolve("plugins"))) {
            throw new BenchmarkException(home + " is no distribution: mvn package -pl deploy/app -am");
        }
        this.home = home.toAbsolutePath().normalize();
        this.folder = folder;
        this.bootstrapServers = bootstrapServers;
        this.rest = "http://localhost:" + FreePort.next();
        Map<String, String> settings = new LinkedHashMap<>(Map.of(
                "bootstrap.servers", bootstrapServers,
                "group.id", "freshness",
                "plugin.path", this.home.resolve("plugins").toString(),
                "plugin.discovery", "service_load",
                "listeners", rest,
                "exactly.once.source.support", "enabled",
                "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                "value.converter", "org.apache.kafka.connect.storage.StringConverter"));
        for (String topic : new String[] {"offset", "config", "status"}) {
            settings.put(topic + ".storage.topic", "connect-" + topic + "s");
            settings.put(topic + ".storage.replication.factor", "1");
        }
        settings.put("offset.storage.partitions", "1");
        settings.put("status.storage.partitions", "1");
        settings.putAll(more);
        file("worker.properties", settings);
        this.workerHeapMegabytes = workerHeapMegabytes;
        worker = startWorker();
        await("the worker", () -> get(rest + "/connectors").statusCode() == 200);
    }

    private Process startWorker() throws IOException {
        return start(
                "worker",
                List.of(
                        "org.apache.kafka.connect.cli.ConnectDistributed",
                        folder.resolve("worker.properties").toString()),
                workerHeapMegabytes);
    }

    /** Kills the worker as {@code kill -9} does, and starts it again; does not wait until it answers. */
    public void killWorker() throws IOException {
        kill(worker);
        worker = startWorker();
    }

    /** Kills a process that was started here, as {@code kill -9} does. */
    public void kill(Process process) {
        processes.remove(process);
        process.destroyForcibly().onExit().join();
    }

    /** Number of the worker's process. */
    public long workerPid() {
        return worker.pid();
    }

    /** Offsets of a connector, as the worker tells them. */
    public JsonNode offsets(String connector) throws IOException, InterruptedException {
        return json.readTree(get(rest + "/connectors/" + connector + "/offsets").body())
                .path("offsets");
    }

    /** The trace of a task that has failed; empty if none has. */
    public String failure(String connector) throws IOException, InterruptedException {
        return json.readTree(get(rest + "/connectors/" + connector + "/status").body())
                .path("tasks")
                .path(0)
                .path("trace")
                .asText("");
    }

    private String file(String name, Map<String, String> settings) throws IOException {
        Path file = folder.resolve(name);
        Properties properties = new Properties();
        properties.putAll(settings);
        try (OutputStream out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        return file.toString();
    }

    private Process start(String name, List<String> arguments, int heapMegabytes) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapMegabytes + "m",
                "-XX:+UseG1GC",
                "-Dvelella.home=" + home,
                "-cp",
                home.resolve("lib") + "/*"));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(folder.resolve(name + ".log").toFile()))
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        processes.add(process);
        return process;
    }

    /** Starts a diff app. */
    public Process diff(String name, String input, String output, Map<String, String> more) throws IOException {
        Map<String, String> settings = new LinkedHashMap<>(Map.of(
                "bootstrap.servers", bootstrapServers,
                "application.id", name,
                "processing.guarantee", "exactly_once_v2",
                "state.dir", folder.resolve(name).toString(),
                "velella.input.topic", input,
                "velella.output.topic", output));
        settings.putAll(more);
        return start(
                name,
                List.of("dev.velella.cli.Main", "diff-app", "--config", file(name + ".properties", settings)),
                768);
    }

    /** Creates a connector as a sample has it, with other settings. */
    public void create(String sample, String name, Map<String, String> settings)
            throws IOException, InterruptedException {
        Map<String, String> config = new LinkedHashMap<>();
        json.readTree(home.resolve("etc").resolve(sample).toFile())
                .get("config")
                .properties()
                .forEach(entry -> config.put(entry.getKey(), entry.getValue().asText()));
        config.putAll(settings);
        config.put("kafka.bootstrap.servers", bootstrapServers);
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(rest + "/connectors/" + name + "/config"))
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString(json.writeValueAsString(config)))
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new BenchmarkException("connector " + name + ": " + answer.body());
        }
    }

    /** Deletes a connector. */
    public void delete(String connector) throws IOException, InterruptedException {
        http.send(
                HttpRequest.newBuilder(URI.create(rest + "/connectors/" + connector))
                        .DELETE()
                        .build(),
                BodyHandlers.discarding());
    }

    /** The answer to a GET. */
    public HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    }

    /** What is waited for; an IOException says that it is not there yet. */
    public interface Condition {
        /** Whether it is there. */
        boolean holds() throws IOException, InterruptedException;
    }

    /**
     * Waits until the condition holds.
     *
     * @throws BenchmarkException if it does not in time, or if a process ends
     */
    public void await(String what, Condition condition) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                if (condition.holds()) {
                    return;
                }
            } catch (IOException e) {
                // not yet
            }
            if (System.nanoTime() > until || processes.stream().anyMatch(process -> !process.isAlive())) {
                throw new BenchmarkException(what + " is not there; the logs are in " + folder);
            }
            Thread.sleep(100);
        }
    }

    /** Ends a process that was started here. */
    public void end(Process process) throws InterruptedException {
        processes.remove(process);
        process.destroy();
        process.waitFor();
    }

    @Override
    public void close() {
        processes.forEach(process -> process.destroyForcibly().onExit().join());
    }
}
