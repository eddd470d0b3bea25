package dev.velella.bench.process;

import dev.velella.bench.measure.BenchmarkException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Mosquitto in a process of its own, which accepts more messages under way than by default. */
public final class EdgeBroker implements AutoCloseable {
    private final Process process;
    private final int port;

    /** Starts it and waits until it answers. */
    public EdgeBroker(Path folder) throws IOException {
        Path program = Stream.of("/usr/sbin/mosquitto", "/usr/bin/mosquitto", "/usr/local/sbin/mosquitto")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new BenchmarkException("mosquitto is not installed"));
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Path file = folder.resolve("mosquitto.conf");
        Files.write(
                file,
                List.of(
                        "listener " + port + " 127.0.0.1",
                        "allow_anonymous true",
                        "max_inflight_messages 1000",
                        "max_queued_messages 0",
                        "set_tcp_nodelay true",
                        "log_type error",
                        "user root"));
        process = new ProcessBuilder(program.toString(), "-c", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("mosquitto.log").toFile())
                .start();
        while (!answers()) {
            if (!process.isAlive()) {
                throw new BenchmarkException("mosquitto ended: " + Files.readString(folder.resolve("mosquitto.log")));
            }
            Thread.onSpinWait();
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Number of its process. */
    public long pid() {
        return process.pid();
    }

    /** Of MQTT, on the loopback address. */
    public int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
