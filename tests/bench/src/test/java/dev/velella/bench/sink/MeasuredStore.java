package dev.velella.bench.sink;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.process.StoreProcess;
import dev.velella.bench.process.WorkFolder;
import dev.velella.sink.endpoint.EndpointOptions;
import dev.velella.sink.endpoint.SparqlEndpoint;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An empty store with the targets that write to it, in a new folder: in this process with the sink's endpoint, or on a server.
 * Closing ends everything and deletes the folder.
 */
public final class MeasuredStore implements AutoCloseable {
    private static final long TIMEOUT_MS = 30_000;

    private final Path folder;
    private final List<SinkContender> tasks = new ArrayList<>();
    private @Nullable StoreProcess server;
    private @Nullable SparqlEndpoint endpoint;

    private MeasuredStore(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes a store.
     *
     * @param kind of {@link SinkSuite#names}, or {@code http-native} or {@code http-lmdb}
     * @param tasks number of targets that write to it; a store in this process takes one only
     * @param servers the folder {@code tests/servers}, built; looked at only for stores on servers
     */
    public static MeasuredStore open(String kind, int tasks, Path servers) throws IOException {
        MeasuredStore store = new MeasuredStore(Files.createTempDirectory("velella-measured-store"));
        boolean opened = false;
        try {
            store.start(kind, tasks, servers);
            opened = true;
            return store;
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        } finally {
            if (!opened) {
                store.close();
            }
        }
    }

    private void start(String kind, int number, Path servers) throws IOException, InterruptedException {
        if (SinkSuite.embedded().contains(kind)) {
            SinkContender task = SinkContender.velella(kind, folder.resolve("store"));
            tasks.add(task);
            EndpointOptions options = new EndpointOptions(
                    "localhost",
                    0,
                    TIMEOUT_MS,
                    TIMEOUT_MS,
                    EndpointOptions.DEFAULT_HOLD_MS,
                    EndpointOptions.DEFAULT_MEMORY_BYTES,
                    List.of());
            endpoint = SparqlEndpoint.start(options, task.queryable().orElseThrow());
        } else {
            server = new StoreProcess(SinkSuite.server(kind), servers, folder.resolve("server"));
            for (int task = 0; task < number; task++) {
                tasks.add(SinkContender.velella(server, task));
            }
        }
    }

    /** The targets. Each is for one thread. */
    public List<SinkContender> tasks() {
        return tasks;
    }

    /** Where queries go. */
    public URI queryUrl() {
        if (endpoint != null) {
            return endpoint.uri();
        }
        if (server != null) {
            return server.queryUrl();
        }
        throw new IllegalStateException("closed");
    }

    /** Processor time of the server since it began, in ns; 0 for a store in this process. */
    public long serverNanos() {
        return server == null ? 0 : server.processorNanos();
    }

    @Override
    public void close() throws IOException {
        if (endpoint != null) {
            endpoint.close();
        }
        try {
            tasks.forEach(SinkContender::close);
        } finally {
            if (server != null) {
                server.close();
            }
            WorkFolder.delete(folder);
        }
    }
}
