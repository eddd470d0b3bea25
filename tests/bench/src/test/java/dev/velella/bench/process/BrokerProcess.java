package dev.velella.bench.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * What the broker's process does: formats a new directory, in memory where the machine has one there, starts broker and
 * controller, says {@code ready PORT DIRECTORY} on standard output, and goes on until its standard input ends, as it does
 * when the process that started it is gone, however that ended. Then the directory is deleted.
 *
 * <p>Each argument {@code PORT:ADVERTISED} is one more listener, whose clients are told another port to connect to.
 */
final class BrokerProcess {
    /** What the line on standard output begins with. */
    static final String READY = "ready ";

    private static final Path MEMORY = Path.of("/dev/shm");

    private BrokerProcess() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        System.setOut(System.err);
        Path directory = Files.isDirectory(MEMORY) && Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "velella-bench")
                : Files.createTempDirectory("velella-bench");
        try {
            int port = FreePort.next();
            Properties properties = properties(directory, port, FreePort.next(), List.of(arguments));
            format(directory, properties);
            KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(properties), Time.SYSTEM);
            server.startup();
            out.println(READY + port + " " + directory);
            out.flush();
            while (System.in.read() >= 0) {
                // nothing is said there
            }
            server.shutdown();
            server.awaitShutdown();
        } finally {
            delete(directory);
        }
        System.exit(0);
    }

    private static Properties properties(Path directory, int port, int controllerPort, List<String> more) {
        Properties p = new Properties();
        String own = "PLAINTEXT://localhost:" + port;
        StringBuilder listeners = new StringBuilder(own);
        StringBuilder advertised = new StringBuilder(own);
        StringBuilder protocols = new StringBuilder("PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        for (int i = 0; i < more.size(); i++) {
            String[] ports = more.get(i).split(":", 2);
            listeners.append(",LINK" + i + "://localhost:" + ports[0]);
            advertised.append(",LINK" + i + "://localhost:" + ports[1]);
            protocols.append(",LINK" + i + ":PLAINTEXT");
        }
        p.put("process.roles", "broker,controller");
        p.put("node.id", "1");
        p.put("log.dirs", directory.toString());
        p.put("listeners", listeners + ",CONTROLLER://localhost:" + controllerPort);
        p.put("advertised.listeners", advertised.toString());
        p.put("inter.broker.listener.name", "PLAINTEXT");
        p.put("controller.listener.names", "CONTROLLER");
        p.put("listener.security.protocol.map", protocols.toString());
        p.put("controller.quorum.voters", "1@localhost:" + controllerPort);
        for (String single : List.of(
                "offsets.topic.replication.factor",
                "transaction.state.log.replication.factor",
                "transaction.state.log.min.isr")) {
            p.put(single, "1");
        }
        // The default takes 128 MiB of heap.
        p.put("log.cleaner.dedupe.buffer.size", "4194304");
        // What a benchmark has deleted shall not take memory for another minute.
        p.put("log.segment.delete.delay.ms", "1000");
        p.put("auto.create.topics.enable", "false");
        return p;
    }

    private static void format(Path directory, Properties properties) throws IOException {
        Path file = directory.resolve("server.properties");
        try (OutputStream out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        String[] arguments = {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()};
        PrintStream said = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        if (StorageTool.execute(arguments, said) != 0) {
            throw new IOException("the directory " + directory + " could not be formatted");
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
