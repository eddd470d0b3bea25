package dev.velella.tests.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.ChildJvm;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances of the service in processes of their own; one is killed, and another one is added, while a client asks. */
class KilledInstancesIT {
    private static final int STREAMS = 30;
    private static final int REQUESTS = 20;

    @TempDir
    private Path directory;

    private final HttpClient http = HttpClient.newHttpClient();

    /** An instance of the service. */
    private final class Instance implements AutoCloseable {
        private final int port = Ports.free();
        private final Process process;
        private final Path log;

        Instance(ServePipeline pipeline, String name) throws IOException {
            Map<String, String> options = new HashMap<>(pipeline.options(
                    directory.resolve(name),
                    "serve.group",
                    "killed",
                    "serve.advertised.address",
                    "localhost:" + port,
                    "session.timeout.ms",
                    "6000"));
            options.put("serve.listener", "localhost:" + port);
            Path config = Files.write(
                    directory.resolve(name + ".properties"),
                    options.entrySet().stream()
                            .map(option -> option.getKey() + "=" + option.getValue())
                            .toList());
            log = directory.resolve(name + ".log");
            List<String> command = new ArrayList<>(ChildJvm.ofDistribution(128, List.of()));
            command.addAll(List.of("dev.velella.cli.Main", "serve", "--config", config.toString()));
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        }

        HttpResponse<String> get(String path) throws IOException, InterruptedException {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                            .header("Accept", "application/n-quads")
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }

        /** SIGKILL. */
        void kill() {
            process.destroyForcibly().onExit().join();
        }

        @Override
        public void close() {
            kill();
        }
    }

    @Test
    void everyAnswerIsCompleteOrRefusedWhileOneInstanceIsKilledAndOneIsAdded() throws Exception {
        try (ServePipeline pipeline = new ServePipeline(directory)) {
            for (int i = 0; i < STREAMS; i++) {
                pipeline.send("shared-" + i, ServePipeline.reading("shared-" + i, i));
            }
            try (Instance one = new Instance(pipeline, "one");
                    Instance two = new Instance(pipeline, "two")) {
                awaitBoth(one, two);
                int complete = 0;
                Instance three = null;
                try {
                    for (int i = 0; i < REQUESTS; i++) {
                        if (i == 5) {
                            two.kill();
                        } else if (i == 10) {
                            three = new Instance(pipeline, "three");
                        } else if (i == 11) {
                            awaitAll(one); // the dead one's partitions have come back
                        } else if (i == 15) {
                            awaitBoth(one, three);
                        }
                        complete += isComplete(one) ? 1 : 0;
                    }
                    assertThat(complete).isGreaterThanOrEqualTo(10);
                } finally {
                    if (three != null) {
                        three.kill();
                    }
                }
            }
        }
    }

    /** Waits until both have partitions, and give all. */
    private static void awaitBoth(Instance one, Instance other) throws Exception {
        for (Instance each : List.of(one, other)) {
            Await.until("both have partitions: " + each.log, ServePipeline.PATIENCE, () -> {
                try {
                    String ready = each.get("/health/ready").body();
                    return ready.startsWith("ready") && !ready.contains("other instances []");
                } catch (IOException e) {
                    return false;
                }
            });
            awaitAll(each);
        }
    }

    private static void awaitAll(Instance instance) throws Exception {
        Await.until("all graphs are served: " + instance.log, ServePipeline.PATIENCE, () -> isComplete(instance));
    }

    /** Whether the answer has all streams; fails if it has a part of them. */
    private static boolean isComplete(Instance instance) throws Exception {
        HttpResponse<String> response;
        try {
            response = instance.get("/graphs?prefix=shared-");
        } catch (IOException e) {
            return false; // broken off, and the client sees it
        }
        if (response.statusCode() == 503) {
            assertThat(response.body()).containsAnyOf("partition", "instance", "begun");
            return false;
        }
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        if (response.body().lines().count() < STREAMS * 2L) {
            // The diff app may not have written all streams yet; a complete answer never loses one again.
            assertThat(seenAll)
                    .as("an answer after a complete one has a part only")
                    .isFalse();
            return false;
        }
        seenAll = true;
        return true;
    }

    private static volatile boolean seenAll;
}
