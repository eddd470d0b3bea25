package dev.velella.tests.diff;

import dev.velella.tests.ChildJvm;
import dev.velella.tests.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code diff-app}, or another app with such options, in a process of its own, which can be killed and started again. Its log is in its directory. */
public final class DiffInstance implements AutoCloseable {
    private final Path directory;
    private final Path config;
    private final String app;
    private Process process;

    /** Starts it. */
    public DiffInstance(Path directory, Map<String, String> options) throws IOException {
        this(directory, options, "diff-app");
    }

    /** Starts an app by the name of its command. */
    public DiffInstance(Path directory, Map<String, String> options, String app) throws IOException {
        this.app = app;
        this.directory = Files.createDirectories(directory);
        Map<String, String> all = new HashMap<>(options);
        all.put("state.dir", directory.resolve("state").toString());
        config = Files.write(
                directory.resolve("app.properties"),
                all.entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .toList());
        process = launch();
    }

    private Process launch() throws IOException {
        List<String> command = ChildJvm.ofDistribution(256, List.of());
        command.addAll(List.of("dev.velella.cli.Main", app, "--config", config.toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("app.log").toFile()))
                .start();
    }

    /** SIGKILL, and a new process. */
    public void kill() throws Exception {
        process.destroyForcibly().waitFor();
        process = launch();
    }

    /** SIGTERM, and a new process when the old one has ended. */
    void restart() throws Exception {
        stop();
        process = launch();
    }

    /** SIGSTOP. */
    void freeze() throws Exception {
        Signals.send(process.pid(), "STOP");
    }

    /** SIGCONT. */
    void thaw() throws Exception {
        Signals.send(process.pid(), "CONT");
    }

    private void stop() throws Exception {
        process.destroy();
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
            throw new AssertionError("the app does not stop: " + directory);
        }
    }

    /** Starts it again if it gave up, as a supervisor would. */
    public boolean heal() throws IOException {
        if (process.isAlive()) {
            return false;
        }
        process = launch();
        return true;
    }

    /** Whether the process runs. */
    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
