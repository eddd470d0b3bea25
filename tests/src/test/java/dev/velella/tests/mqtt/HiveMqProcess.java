package dev.velella.tests.mqtt;

import dev.velella.fixture.ShortLivedJvm;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.LogTail;
import dev.velella.tests.Signals;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** HiveMQ in a process of its own, on a port that it keeps; its log goes to {@code target/hivemq.log}. */
public final class HiveMqProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Path directory;
    private final int port;
    private Process process;

    /** Starts it. */
    public HiveMqProcess(Path directory) throws Exception {
        this.directory = Files.createDirectories(directory);
        port = Ports.free();
        try {
            start();
        } catch (Exception | AssertionError e) {
            close();
            throw e;
        }
    }

    /** Starts it once more after {@link #stop}. */
    public void start() throws Exception {
        Path server = Path.of("servers", "hivemq", "target");
        List<String> command = ShortLivedJvm.command(256);
        command.addAll(List.of(
                "-cp",
                server.resolve("test-classes") + ":" + server.resolve("lib") + "/*",
                "dev.velella.server.HiveMq",
                directory.toString(),
                Integer.toString(port)));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        Path.of("target", "hivemq.log").toFile()))
                .start();
        Await.until("HiveMQ answers", PATIENCE, () -> {
            if (!process.isAlive()) {
                throw new AssertionError("HiveMQ ended" + LogTail.of("hivemq.log"));
            }
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** Of MQTT, on the loopback address. */
    public int port() {
        return port;
    }

    /** Ends it; it writes down what it keeps. */
    public void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
            throw new AssertionError("HiveMQ does not end" + LogTail.of("hivemq.log"));
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
        process.destroyForcibly().onExit().join();
    }
}
