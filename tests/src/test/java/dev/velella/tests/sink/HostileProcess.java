package dev.velella.tests.sink;

import dev.velella.fixture.ShortLivedJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * A {@link HostileClient} in a process of its own: the garbage that it makes does not stop the test, which measures how
 * soon others are answered.
 */
final class HostileProcess implements AutoCloseable {
    private static final int HEAP_MEGABYTES = 256;

    private final Process process;
    private volatile long answers;

    HostileProcess(URI endpoint) throws IOException {
        List<String> command = ShortLivedJvm.command(HEAP_MEGABYTES);
        Path classes = Path.of(URI.create(HostileClient.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
        command.addAll(List.of("-cp", classes.toString(), HostileClient.class.getName(), endpoint.toString()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Thread counter = new Thread(this::count);
        counter.setDaemon(true);
        counter.start();
    }

    private void count() {
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(line -> answers = Long.parseLong(line));
        } catch (IOException | UncheckedIOException e) {
            return; // the process was killed
        }
    }

    /** Answers to queries that it has had, of any kind. */
    long answers() {
        if (!process.isAlive()) {
            throw new AssertionError("the hostile client ended with status " + process.exitValue());
        }
        return answers;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
