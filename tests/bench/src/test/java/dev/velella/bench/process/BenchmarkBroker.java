package dev.velella.bench.process;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.kit.cluster.NewTopics;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** A broker in a process of its own ({@link BrokerProcess}), with its log in memory. Closing ends the process. */
public final class BenchmarkBroker implements AutoCloseable {
    /** Settings of its JVM. */
    public static final List<String> JVM_OPTIONS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");

    private static final int PATIENCE_S = 300;

    private final Process process;
    private final Path directory;
    private final String bootstrapServers;
    private final Admin admin;

    /**
     * Starts a broker and waits until it is up.
     *
     * @param log takes what the broker says
     * @throws BenchmarkException if it does not come up
     */
    public BenchmarkBroker(Path log) throws IOException {
        this(log, JVM_OPTIONS);
    }

    /** As the other, with other settings of its JVM. */
    public BenchmarkBroker(Path log, List<String> jvmOptions) throws IOException {
        this(log, jvmOptions, List.of());
    }

    /** As the others, with more listeners, as {@link BrokerProcess} takes them. */
    public BenchmarkBroker(Path log, List<String> jvmOptions, List<String> listeners) throws IOException {
        process = ChildJvm.start(
                BrokerProcess.class,
                Stream.concat(jvmOptions.stream(), Stream.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"))
                        .toList(),
                listeners,
                ProcessBuilder.Redirect.to(log.toFile()));
        BufferedReader said = process.inputReader();
        String line = said.readLine();
        if (line == null || !line.startsWith(BrokerProcess.READY)) {
            process.destroy();
            throw new BenchmarkException("the broker did not start; " + log + " says: " + Files.readString(log));
        }
        String[] words = line.substring(BrokerProcess.READY.length()).split(" ", 2);
        bootstrapServers = "localhost:" + words[0];
        directory = Path.of(words[1]);
        admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    /** Host and port for clients. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    /** Number of its process. */
    public long pid() {
        return process.pid();
    }

    /** Where the broker keeps its topics. */
    public Path directory() {
        return directory;
    }

    /** Makes a topic of one partition and waits until its leader answers. */
    public void createTopic(String topic) {
        await(() -> {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
            NewTopics.awaitLeaders(admin, topic, 1, Duration.ofSeconds(PATIENCE_S));
        });
    }

    /** Bytes of the segments of a topic's only partition: batches as they were sent, indexes not counted. */
    public long logBytes(String topic) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(directory.resolve(topic + "-0"))) {
            for (Path file : files.toList()) {
                if (file.toString().endsWith(".log")) {
                    bytes += Files.size(file);
                }
            }
        }
        return bytes;
    }

    /** The offset after the last record, or marker of a transaction, of a topic's only partition. */
    public long end(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        try {
            return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                    .partitionResult(partition)
                    .get()
                    .offset();
        } catch (ExecutionException | InterruptedException e) {
            throw new BenchmarkException("the broker does not tell the end of " + topic, e);
        }
    }

    /** Deletes a topic; its files go a second later. */
    public void deleteTopic(String topic) {
        await(() -> admin.deleteTopics(List.of(topic)).all().get());
    }

    private interface Request {
        void send() throws ExecutionException, InterruptedException;
    }

    private static void await(Request request) {
        try {
            request.send();
        } catch (ExecutionException e) {
            throw new BenchmarkException("the broker refused: " + e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        admin.close();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
    }
}
