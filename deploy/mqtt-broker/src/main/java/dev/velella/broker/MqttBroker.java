package dev.velella.broker;

import com.hivemq.embedded.EmbeddedHiveMQ;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs HiveMQ Community Edition on 127.0.0.1. The broker accepts every client on this machine, and keeps all its data
 * in memory. It ends when its standard input ends, so it never outlives the process that started it.
 */
public final class MqttBroker {
    private MqttBroker() {}

    /**
     * Starts the broker. Ends the process when standard input ends, or with status 1 if the broker does not start.
     *
     * @param args directory of its configuration, which is created if it is missing, and port
     * @throws IOException if the directory cannot be used
     */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        Path configuration = Files.createDirectories(directory.resolve("conf"));
        Files.writeString(configuration.resolve("config.xml"), configuration(Integer.parseInt(args[1])));
        EmbeddedHiveMQ broker = EmbeddedHiveMQ.builder()
                .withConfigurationFolder(configuration)
                .withDataFolder(Files.createDirectories(directory.resolve("data")))
                .withExtensionsFolder(Files.createDirectories(directory.resolve("extensions")))
                .build();
        try {
            broker.start().join();
        } catch (RuntimeException e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
        while (System.in.read() >= 0) {
            // Waits: nobody writes to standard input, and it ends with the other process.
        }
        Runtime.getRuntime().halt(0);
    }

    private static String configuration(int port) {
        return "<hivemq><listeners><tcp-listener><port>" + port + "</port>"
                + "<bind-address>127.0.0.1</bind-address></tcp-listener></listeners>"
                + "<persistence><mode>in-memory</mode></persistence>"
                + "<mqtt><queued-messages><max-queue-size>100000</max-queue-size></queued-messages></mqtt>"
                + "<anonymous-usage-statistics><enabled>false</enabled></anonymous-usage-statistics></hivemq>";
    }
}
