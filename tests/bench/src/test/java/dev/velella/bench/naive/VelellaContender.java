package dev.velella.bench.naive;

import dev.velella.bench.data.WeatherMessages;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.process.FreePort;
import dev.velella.bench.process.InstalledPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Velella as it is installed, exactly once throughout: a worker with source and sink, and the diff app. */
final class VelellaContender implements Contender {
    private static final String SESSION = Integer.toString(Task.SESSION_MS);

    private final Task task;
    private final Path home;
    private final int port;
    private @Nullable InstalledPipeline pipeline;
    private @Nullable Process diff;

    /** @param home the distribution */
    VelellaContender(Task task, Path home) throws IOException {
        this.task = task;
        this.home = home;
        this.port = FreePort.next();
    }

    @Override
    public void start() throws IOException, InterruptedException {
        Path folder = Files.createDirectories(task.folder().resolve("installed-" + task.name()));
        InstalledPipeline started = new InstalledPipeline(home, folder, task.bootstrapServers(), 1024, worker());
        pipeline = started;
        startDiff(started);
        started.create("mqtt-weather-source.json", "source-" + task.name(), source());
        createSink(started);
    }

    /** A cluster of its own, in which a killed process is missed as soon as one of the hand-made pipeline. */
    private Map<String, String> worker() {
        return Map.of(
                "group.id", "connect-" + task.name(),
                "offset.storage.topic", "offsets-" + task.name(),
                "config.storage.topic", "configs-" + task.name(),
                "status.storage.topic", "status-" + task.name(),
                "session.timeout.ms", SESSION,
                "heartbeat.interval.ms", "1000");
    }

    private void startDiff(InstalledPipeline started) throws IOException {
        diff = started.diff(
                "diff-" + task.name(), task.graphs(), task.patches(), Map.of("consumer.session.timeout.ms", SESSION));
    }

    private Map<String, String> source() {
        return Map.of(
                "topic",
                task.graphs(),
                "mqtt.server.uri",
                "mqtt://127.0.0.1:" + task.mqttPort(),
                "mqtt.client.id",
                "velella-" + task.name(),
                "payload.json.template",
                WeatherMessages.template(),
                "dead.letter.topic",
                task.deadLetters());
    }

    private void createSink(InstalledPipeline started) throws IOException, InterruptedException {
        Map<String, String> settings =
                new HashMap<>(Map.of("topics", task.patches(), "snapshot.topics", "", "tasks.max", "1"));
        settings.put("consumer.override.session.timeout.ms", SESSION);
        String sample = "memory-sink.json";
        if (task.server() == null) {
            settings.put(
                    "target.dir", task.folder().resolve("store-" + task.name()).toString());
            settings.put("sparql.endpoint.port", Integer.toString(port));
        } else {
            sample = "rdf4j-server-sink.json";
            settings.put("target.url", task.server().queryUrl().toString());
        }
        started.create(sample, "sink-" + task.name(), settings);
    }

    @Override
    public List<Long> pids() {
        return List.of(started().workerPid(), startedDiff().pid());
    }

    /** Source and sink are one process. */
    @Override
    public void kill(String part) throws IOException, InterruptedException {
        if (part.equals("diff")) {
            started().kill(startedDiff());
            startDiff(started());
        } else {
            started().killWorker();
        }
    }

    @Override
    public String queryUrl() {
        return task.server() == null
                ? "http://localhost:" + port + "/sparql"
                : task.server().queryUrl().toString();
    }

    @Override
    public void check() {
        if (!startedDiff().isAlive()) {
            throw new BenchmarkException("the diff app of " + task.name() + " ended");
        }
        try {
            for (String connector : List.of("source-", "sink-")) {
                String failure = started().failure(connector + task.name());
                if (!failure.isEmpty()) {
                    throw new BenchmarkException(connector + task.name() + ": " + failure);
                }
            }
        } catch (IOException e) {
            // the worker is not there yet, as after a kill
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        }
    }

    private InstalledPipeline started() {
        if (pipeline == null) {
            throw new IllegalStateException("not started");
        }
        return pipeline;
    }

    private Process startedDiff() {
        if (diff == null) {
            throw new IllegalStateException("not started");
        }
        return diff;
    }

    @Override
    public void close() {
        if (pipeline != null) {
            pipeline.close();
        }
    }
}
