package dev.velella.quickstart.part;

import dev.velella.failure.UserException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The MQTT broker of the installation, in a process of its own, because its libraries conflict with the libraries of
 * the application. It keeps nothing on disk. It ends when this process ends, whatever the reason. Closing ends it at
 * once.
 */
public final class MqttBrokerProcess implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(240);

    private final int port;
    private final Path log;
    private final Process process;

    /**
     * Starts the broker and waits until it answers.
     *
     * @param directory directory of its configuration and its log; created if it is missing
     * @param port port of the broker; the caller has checked that it is free
     * @throws UserException if the broker ends, or does not answer within four minutes
     */
    public MqttBrokerProcess(Samples installation, Path directory, int port) throws IOException, InterruptedException {
        this.port = port;
        Files.createDirectories(directory);
        log = directory.resolve("mqtt-broker.log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        command.addAll(List.of("-cp", classPath(installation), "dev.velella.broker.MqttBroker"));
        command.addAll(List.of(directory.toString(), Integer.toString(port)));
        // The broker ends when its standard input ends. The input is open exactly as long as this process lives.
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.to(log.toFile()))
                .start();
        try {
            awaitAnswer();
        } catch (InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The class path: the broker's own libraries, and the one library of the application that both use. */
    private static String classPath(Samples installation) throws IOException {
        Path home = installation.home();
        if (!Files.isDirectory(home.resolve("mqtt-broker"))) {
            throw new UserException("this installation has no directory mqtt-broker: build it anew");
        }
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(home.resolve("lib"), "rocksdbjni-*.jar")) {
            return home.resolve("mqtt-broker") + "/*:" + jars.iterator().next();
        }
    }

    private void awaitAnswer() throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new UserException("the MQTT broker did not start: see " + log);
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
