package dev.velella.tests;

import dev.velella.quickstart.part.ConnectWorker;
import dev.velella.quickstart.part.Ports;
import dev.velella.status.read.ConnectRest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A Connect worker with the plugins of the distribution, all of its cluster, in a process that can be killed and started
 * again. Its log goes to {@code target/worker.log}.
 */
public final class WorkerProcess implements AutoCloseable {
    private static final Path WORKER_LOG = Path.of("target", "worker.log");

    private final Path scratch;
    private final Path log;
    private final Map<String, String> properties;
    private final List<String> jvmOptions;
    private final int heapMegabytes;
    private final ConnectRest rest;
    private Process process;

    /** Starts it; {@link #awaitUp} waits for it. */
    public WorkerProcess(Path scratch, String bootstrapServers) throws IOException {
        this(scratch, bootstrapServers, List.of(), Installation.WORKER_HEAP_MEGABYTES);
    }

    /** As the other, with properties of its own. */
    WorkerProcess(Path scratch, String bootstrapServers, Map<String, String> more) throws IOException {
        this(scratch, bootstrapServers, List.of(), Installation.WORKER_HEAP_MEGABYTES, more, WORKER_LOG);
    }

    /** As the other, with options for its JVM. */
    public WorkerProcess(Path scratch, String bootstrapServers, List<String> jvmOptions, int heapMegabytes)
            throws IOException {
        this(scratch, bootstrapServers, jvmOptions, heapMegabytes, WORKER_LOG);
    }

    /** As the other, with a log of its own. */
    public WorkerProcess(Path scratch, String bootstrapServers, List<String> jvmOptions, int heapMegabytes, Path log)
            throws IOException {
        this(scratch, bootstrapServers, jvmOptions, heapMegabytes, Map.of(), log);
    }

    private WorkerProcess(
            Path scratch,
            String bootstrapServers,
            List<String> jvmOptions,
            int heapMegabytes,
            Map<String, String> more,
            Path log)
            throws IOException {
        this.scratch = scratch;
        this.log = log;
        this.jvmOptions = jvmOptions;
        this.heapMegabytes = heapMegabytes;
        properties = ConnectWorker.properties(bootstrapServers, Installation.plugins(), Ports.free());
        properties.putAll(more);
        rest = new ConnectRest(properties.get("listeners"));
        process = Installation.worker(scratch, properties, jvmOptions, heapMegabytes, log);
    }

    /** Number of the process. */
    public long pid() {
        return process.pid();
    }

    public ConnectRest rest() {
        return rest;
    }

    /** Of its REST API. */
    public String restUrl() {
        return properties.get("listeners");
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public void awaitUp() throws Exception {
        Installation.awaitUp(rest, process);
    }

    /** SIGKILL; returns when the process is gone. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** A new process after {@link #kill}, with the same configuration. */
    public void start() throws IOException {
        process = Installation.worker(scratch, properties, jvmOptions, heapMegabytes, log);
    }

    @Override
    public void close() {
        kill();
    }
}
