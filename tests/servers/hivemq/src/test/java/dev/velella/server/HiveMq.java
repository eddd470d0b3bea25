package dev.velella.server;

import com.hivemq.embedded.EmbeddedHiveMQ;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** HiveMQ at {@code 127.0.0.1:PORT}, open to everybody. Arguments: directory for all that it keeps, port. */
public final class HiveMq {
    private HiveMq() {}

    /** Starts the broker and never returns. */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Path config = Files.createDirectories(directory.resolve("conf"));
        Files.writeString(
                config.resolve("config.xml"),
                "<hivemq><listeners><tcp-listener><port>" + args[1] + "</port>"
                        + "<bind-address>127.0.0.1</bind-address></tcp-listener></listeners>"
                        + "<mqtt><queued-messages><max-queue-size>1000000</max-queue-size></queued-messages></mqtt>"
                        + "<anonymous-usage-statistics><enabled>false</enabled></anonymous-usage-statistics></hivemq>");
        EmbeddedHiveMQ broker = EmbeddedHiveMQ.builder()
                .withConfigurationFolder(config)
                .withDataFolder(Files.createDirectories(directory.resolve("data")))
                .withExtensionsFolder(Files.createDirectories(directory.resolve("extensions")))
                .build();
        // Asked to end, it writes down what it keeps.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> broker.stop().join()));
        try {
            broker.start().join();
        } catch (RuntimeException e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
        new CountDownLatch(1).await();
    }
}
