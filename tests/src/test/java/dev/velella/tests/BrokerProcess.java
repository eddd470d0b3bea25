package dev.velella.tests;

import dev.velella.fixture.ShortLivedJvm;
import dev.velella.quickstart.part.Ports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A KRaft broker in a process of its own, which can be killed and started again; its log goes to {@code
 * target/broker.log}.
 *
 * <p>Has a listener {@code PLAINTEXT} and, where its properties say so, others.
 */
public final class BrokerProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(240);

    private final Path file;
    private final String bootstrapServers;
    /** Directory of the libraries of another version; null for those of the distribution. */
    private final @Nullable Path libraries;

    private Process process;

    /** A broker without other listeners. */
    public BrokerProcess(Path directory) throws Exception {
        this(directory, "", Map.of(), List.of());
    }

    /** A broker without other listeners, of the version of Kafka whose libraries are in a directory. */
    public BrokerProcess(Path directory, Path libraries) throws Exception {
        this(directory, "", Map.of(), List.of(), libraries);
    }

    /**
     * Formats the directory and starts the broker, which is up when this returns.
     *
     * @param listeners more listeners, comma-separated; empty for none
     * @param more properties, in place of those that every broker here has
     * @param formatArguments more arguments of {@code kafka-storage format}
     */
    public BrokerProcess(Path directory, String listeners, Map<String, String> more, List<String> formatArguments)
            throws Exception {
        this(directory, listeners, more, formatArguments, null);
    }

    private BrokerProcess(
            Path directory,
            String listeners,
            Map<String, String> more,
            List<String> formatArguments,
            @Nullable Path libraries)
            throws Exception {
        this.libraries = libraries;
        Files.createDirectories(directory);
        int port = Ports.free();
        int controllerPort = Ports.free();
        bootstrapServers = "localhost:" + port;
        Properties properties = properties(directory.resolve("log"));
        String own = "PLAINTEXT://localhost:" + port + (listeners.isEmpty() ? "" : "," + listeners);
        properties.put("listeners", own + ",CONTROLLER://localhost:" + controllerPort);
        properties.put("advertised.listeners", own);
        properties.put("controller.quorum.voters", "1@localhost:" + controllerPort);
        properties.putAll(more);
        file = directory.resolve("server.properties");
        try (OutputStream out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        format(formatArguments);
        start();
    }

    /** Host and port of the listener {@code PLAINTEXT}. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    /** Starts the broker once more after {@link #kill}. */
    public void start() throws Exception {
        process = launch(List.of("kafka.Kafka", file.toString()));
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrapServers);
        try (Admin admin = Admin.create(config)) {
            Await.until("the broker answers", PATIENCE, () -> {
                if (!process.isAlive()) {
                    throw new AssertionError("the broker ended" + LogTail.of("broker.log"));
                }
                try {
                    return !admin.describeCluster()
                            .nodes()
                            .get(30, TimeUnit.SECONDS)
                            .isEmpty();
                } catch (java.util.concurrent.TimeoutException | java.util.concurrent.ExecutionException e) {
                    return false;
                }
            });
        }
    }

    private Process launch(List<String> program) throws IOException {
        List<String> command;
        if (libraries == null) {
            command = ChildJvm.ofDistribution(384, List.of("-Dlog4j2.configurationFile=log4j2-worker.xml"));
        } else {
            command = ShortLivedJvm.command(384);
            command.addAll(List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-cp", libraries + "/*"));
        }
        command.addAll(program);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        Path.of("target", "broker.log").toFile()))
                .start();
    }

    /** Ends the process at once. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Asks the process to end and waits for it. */
    public void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the broker does not stop" + LogTail.of("broker.log"));
        }
    }

    /** Lets the process do nothing until {@link #resume}: its connections stay, and nobody answers. */
    public void pause() throws Exception {
        Signals.send(process.pid(), "STOP");
    }

    /** Lets it go on after {@link #pause}. */
    public void resume() throws Exception {
        Signals.send(process.pid(), "CONT");
    }

    /** Number of the process. */
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        kill();
    }

    private static Properties properties(Path log) {
        Properties p = new Properties();
        p.put("process.roles", "broker,controller");
        p.put("node.id", "1");
        p.put("log.dirs", log.toString());
        p.put("controller.listener.names", "CONTROLLER");
        p.put("inter.broker.listener.name", "PLAINTEXT");
        p.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:SASL_SSL");
        for (String single : List.of(
                "offsets.topic.replication.factor",
                "transaction.state.log.replication.factor",
                "transaction.state.log.min.isr",
                "share.coordinator.state.topic.replication.factor",
                "share.coordinator.state.topic.min.isr",
                "share.coordinator.state.topic.num.partitions")) {
            p.put(single, "1");
        }
        p.put("offsets.topic.num.partitions", "4");
        p.put("transaction.state.log.num.partitions", "4");
        p.put("log.cleaner.dedupe.buffer.size", "4194304");
        p.put("group.initial.rebalance.delay.ms", "0");
        p.put("auto.create.topics.enable", "true"); // nothing here may make use of it
        return p;
    }

    private void format(List<String> more) throws IOException, InterruptedException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        List<String> arguments =
                new ArrayList<>(List.of("format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()));
        arguments.addAll(more);
        if (libraries != null) {
            arguments.add(0, "kafka.tools.StorageTool");
            if (launch(arguments).waitFor() != 0) {
                throw new IOException("not formatted" + LogTail.of("broker.log"));
            }
            return;
        }
        if (StorageTool.execute(arguments.toArray(String[]::new), new PrintStream(said, true, StandardCharsets.UTF_8))
                != 0) {
            throw new IOException("not formatted: " + said.toString(StandardCharsets.UTF_8));
        }
    }
}
