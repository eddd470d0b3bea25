package dev.velella.tests.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.serve.app.ServeApp;
import dev.velella.tests.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The versions of a stream, as a foreign client of Linked Data Event Streams reads and follows them: {@code ldes-client} of npm,
 * whose {@code cli.js} the property {@code velella.ldes.client} names. Without it the test is skipped, or fails if {@code
 * velella.ldes.required} is true.
 */
class LdesClientIT {
    private static final Pattern MEMBER = Pattern.compile("<[^>]*#([0-9]+)> <http://purl.org/dc/terms/isVersionOf> .*");
    private static final Pattern VALUE =
            Pattern.compile("<[^>]*> <http://example.org/value> \"([0-9]+)\".* <[^>]*#([0-9]+)> \\.");

    @TempDir
    private Path directory;

    private final int members = Integer.getInteger("velella.ldes.members", 300);
    private final int following = Integer.getInteger("velella.ldes.following", 100);

    /** Number of a member, as the client gives it, and how often it does. */
    private final Map<Integer, AtomicInteger> seen = new ConcurrentHashMap<>();

    /** Value in the graph of a member. */
    private final Map<Integer, Integer> values = new ConcurrentHashMap<>();

    @Test
    void aForeignClientReadsEveryVersionOnceAndFollows() throws Exception {
        Path client = client();
        try (ServePipeline pipeline = new ServePipeline(directory);
                ServeApp app = pipeline.serve(
                        pipeline.options(directory.resolve("state"), "serve.ldes.page.versions", "100"))) {
            send(pipeline, 1, members);
            pipeline.awaitText(app, "/graphs/ldes", "\"" + members + "\"");
            Path log = directory.resolve("client.log");
            long begun = System.nanoTime();
            Process process = new ProcessBuilder(
                            "node",
                            client.toString(),
                            "http://localhost:" + app.port() + "/ldes?key=ldes",
                            "--follow",
                            "--poll-interval",
                            "500")
                    .redirectError(log.toFile())
                    .start();
            Thread reader = new Thread(() -> read(process.inputReader()), "ldes-client-output");
            reader.setDaemon(true);
            reader.start();
            try {
                await(process, log, members);
                System.out.println(members + " members after " + (System.nanoTime() - begun) / 1_000_000 + " ms");
                send(pipeline, members + 1, members + following);
                await(process, log, members + following);
            } finally {
                process.destroyForcibly().onExit().join();
            }
            reader.join();
            for (int i = 1; i <= members + following; i++) {
                assertThat(seen.get(i)).as("member %s", i).hasValue(1);
                assertThat(values).as("graph of member %s", i).containsEntry(i, i);
            }
            assertThat(seen).hasSize(members + following);
        }
    }

    private static void send(ServePipeline pipeline, int first, int last) throws Exception {
        for (int i = first; i <= last; i++) {
            pipeline.send("ldes", ServePipeline.reading("ldes", i));
        }
    }

    private void await(Process process, Path log, int number) throws Exception {
        Await.until(number + " members have come", ServePipeline.PATIENCE, () -> {
            assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
            return seen.size() >= number && values.size() >= number;
        });
    }

    private void read(BufferedReader out) {
        try (out) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                Matcher member = MEMBER.matcher(line);
                Matcher value = VALUE.matcher(line);
                if (member.matches()) {
                    seen.computeIfAbsent(Integer.valueOf(member.group(1)), number -> new AtomicInteger())
                            .incrementAndGet();
                } else if (value.matches()) {
                    values.put(Integer.valueOf(value.group(2)), Integer.valueOf(value.group(1)));
                }
            }
        } catch (IOException e) {
            // the process has been ended
        }
    }

    private static Path client() {
        String path = System.getProperty("velella.ldes.client", "");
        boolean isThere = !path.isEmpty() && Files.isReadable(Path.of(path));
        if (!isThere && Boolean.getBoolean("velella.ldes.required")) {
            throw new AssertionError("velella.ldes.required is set, and velella.ldes.client names no file: " + path);
        }
        Assumptions.assumeTrue(isThere, "velella.ldes.client names no client of LDES");
        return Path.of(path);
    }
}
