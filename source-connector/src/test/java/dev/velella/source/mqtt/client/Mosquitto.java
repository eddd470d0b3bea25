package dev.velella.source.mqtt.client;

import dev.velella.fixture.InstalledProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A Mosquitto broker in a process of its own, on a port that it keeps. Where it is not installed the test is skipped. */
public final class Mosquitto implements AutoCloseable {
    private static final Set<DatagramSocket> CLAIMS = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final int port = freePort();
    private Process process;

    /**
     * Starts a broker.
     *
     * @param folder for its configuration and what it keeps
     * @param options lines of its configuration; without any that say so, everybody is let in
     */
    public Mosquitto(Path folder, String... options) {
        this.folder = folder;
        String security = Stream.of(options).anyMatch(line -> line.startsWith("password_file")) ? "false" : "true";
        // A broker whose only listener is one of WebSocket ends, and that one takes no address.
        boolean webSocket = Stream.of(options).anyMatch("protocol websockets"::equals);
        String listener = webSocket
                ? "listener " + freePort() + " 127.0.0.1\nlistener " + port + "\nsocket_domain ipv4"
                : "listener " + port + " 127.0.0.1";
        List<String> lines = Stream.concat(
                        Stream.of(
                                listener,
                                "allow_anonymous " + security,
                                "persistence true",
                                "persistence_location " + folder + "/",
                                "max_queued_messages 0",
                                "user root"),
                        Stream.of(options))
                .toList();
        try {
            Files.write(folder.resolve("mosquitto.conf"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start();
    }

    /**
     * A port that no outgoing connection gets on Linux. Whoever asks here holds the UDP port of the same number as long as
     * it lives, so that tests beside each other get different ones.
     */
    private static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(16_384, 32_768);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                CLAIMS.add(new DatagramSocket(free.getLocalSocketAddress()));
                return port;
            } catch (IOException e) {
                // taken: another
            }
        }
    }

    /** Starts it once more after {@link #stop}. */
    public void start() {
        try {
            process = new ProcessBuilder(
                            InstalledProgram.require("mosquitto").toString(),
                            "-c",
                            folder.resolve("mosquitto.conf").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve("mosquitto.log").toFile()))
                    .start();
            while (!answers()) {
                if (!process.isAlive()) {
                    throw new AssertionError("mosquitto ended: " + Files.readString(folder.resolve("mosquitto.log")));
                }
                LockSupport.parkNanos(2_000_000);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends it; it writes down what it keeps. */
    public void stop() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Everything that it has said. */
    public String log() {
        try {
            return Files.readString(folder.resolve("mosquitto.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    public String uri() {
        return "mqtt://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        stop();
    }
}
