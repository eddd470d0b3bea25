package dev.velella.quickstart.part;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * A KRaft broker and controller in this process, listening on localhost. It consists of Kafka's production classes,
 * with small buffers.
 *
 * <p>The data directory is formatted on first use and kept. Closing stops the broker and waits for it.
 */
public final class EmbeddedBroker implements AutoCloseable {
    /** The broker's id. */
    public static final int ID = 1;

    private final KafkaRaftServer server;
    private final String bootstrapServers;

    /**
     * Starts a broker.
     *
     * @param directory directory of logs and metadata; created if it is missing
     * @param port port for clients; the caller has checked that it is free
     * @throws IOException if the directory cannot be used
     */
    public EmbeddedBroker(Path directory, int port) throws IOException {
        this(directory, port, Map.of());
    }

    /**
     * Starts a broker with properties of its own.
     *
     * @param changes properties of the broker to add or to replace
     * @throws IOException if the directory cannot be used
     */
    public EmbeddedBroker(Path directory, int port, Map<String, String> changes) throws IOException {
        Files.createDirectories(directory);
        bootstrapServers = "localhost:" + port;
        Properties properties = properties(directory, port);
        properties.putAll(changes);
        if (!Files.exists(directory.resolve("meta.properties"))) {
            format(properties);
        }
        server = new KafkaRaftServer(new KafkaConfig(properties), Time.SYSTEM);
        server.startup();
    }

    /** Host and port for clients. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }

    private static Properties properties(Path directory, int port) throws IOException {
        int controllerPort = Ports.free();
        Properties p = new Properties();
        p.put("process.roles", "broker,controller");
        p.put("node.id", Integer.toString(ID));
        p.put("log.dirs", directory.toString());
        p.put("listeners", "PLAINTEXT://localhost:" + port + ",CONTROLLER://localhost:" + controllerPort);
        p.put("advertised.listeners", "PLAINTEXT://localhost:" + port);
        p.put("controller.listener.names", "CONTROLLER");
        p.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        p.put("controller.quorum.voters", ID + "@localhost:" + controllerPort);
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
        p.put("num.io.threads", "2");
        p.put("num.network.threads", "2");
        p.put("background.threads", "2");
        // The default takes 128 MiB of heap.
        p.put("log.cleaner.dedupe.buffer.size", "4194304");
        p.put("group.initial.rebalance.delay.ms", "0");
        // Transactions of a dead producer hold up all other clients. By default the broker looks for them only every 10
        // s.
        p.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        p.put("auto.create.topics.enable", "false");
        return p;
    }

    private static void format(Properties properties) throws IOException {
        Path file = Files.createTempFile("velella-broker", ".properties");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try {
            try (OutputStream out = Files.newOutputStream(file)) {
                properties.store(out, null);
            }
            PrintStream print = new PrintStream(said, true, StandardCharsets.UTF_8);
            String[] arguments = {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()};
            if (StorageTool.execute(arguments, print) != 0) {
                throw new IOException(
                        "the broker's directory " + properties.get("log.dirs") + " could not be formatted: "
                                + said.toString(StandardCharsets.UTF_8).strip());
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
