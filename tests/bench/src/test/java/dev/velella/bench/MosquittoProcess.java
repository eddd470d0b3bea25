package dev.velella.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Mosquitto in a process of its own, with everything in memory and no limit of its own but the clients'. */
final class MosquittoProcess implements AutoCloseable {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private final Process process;
    private final int port;

    /**
     * Starts it.
     *
     * @param folder for its configuration and log
     * @throws BenchmarkException if it is not installed, or does not start
     */
    MosquittoProcess(Path folder) throws IOException {
        Path program = installed()
                .orElseThrow(() -> new BenchmarkException(
                        "mosquitto is not installed (Debian: apt-get install mosquitto); --only weather-template does"
                                + " without"));
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Path configuration = Files.write(
                folder.resolve("mosquitto.conf"),
                List.of(
                        "listener " + port + " 127.0.0.1",
                        "allow_anonymous true",
                        "persistence false",
                        "max_queued_messages 0",
                        "max_inflight_messages 0",
                        "user root"));
        process = new ProcessBuilder(program.toString(), "-c", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("mosquitto.log").toFile())
                .start();
        long begun = System.nanoTime();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() - begun > PATIENCE_NS) {
                close();
                throw new BenchmarkException("mosquitto did not start; see " + folder.resolve("mosquitto.log"));
            }
            Thread.onSpinWait();
        }
    }

    static Optional<Path> installed() {
        return Stream.of("/usr/sbin/mosquitto", "/usr/bin/mosquitto", "/usr/local/sbin/mosquitto")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
