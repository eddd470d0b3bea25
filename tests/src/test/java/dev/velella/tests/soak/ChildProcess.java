package dev.velella.tests.soak;

import dev.velella.tests.Signals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that is started again whenever it ends by itself, as a supervisor does, and that can be killed, stopped and frozen.
 * Used by one thread.
 */
final class ChildProcess implements AutoCloseable {
    private final String name;
    private final List<String> command;
    private final Path log;
    private Process process;
    private boolean wanted;
    private boolean frozen;

    /** Does not start it. */
    ChildProcess(String name, List<String> command, Path log) {
        this.name = name;
        this.command = List.copyOf(command);
        this.log = log;
    }

    String name() {
        return name;
    }

    /** A new process with the right time. */
    void start() throws IOException {
        start(FakeClock.RIGHT);
    }

    /** A new process whose clock goes wrong as it is told. */
    void start(FakeClock clock) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        clock.applyTo(builder.environment());
        process = builder.start();
        wanted = true;
        frozen = false;
    }

    /** SIGKILL. */
    void kill() {
        wanted = false;
        process.destroyForcibly().onExit().join();
    }

    /** SIGTERM; returns when it has ended. */
    void stop() throws InterruptedException {
        wanted = false;
        process.destroy();
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
            throw new AssertionError(name + " does not stop, see " + log);
        }
    }

    /** SIGSTOP. */
    void freeze() throws Exception {
        Signals.send(process.pid(), "STOP");
        frozen = true;
    }

    /** SIGCONT. */
    void thaw() throws Exception {
        Signals.send(process.pid(), "CONT");
        frozen = false;
    }

    /** Whether it should answer. */
    boolean isUp() {
        return process != null && process.isAlive() && !frozen;
    }

    /** Starts it again if it has ended by itself; says whether it had. */
    boolean revive() throws IOException {
        if (!wanted || process.isAlive()) {
            return false;
        }
        start();
        return true;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        if (process != null) {
            kill();
        }
    }
}
