package dev.velella.tests.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** One server of each kind for all tests of a JVM, because they take some seconds to start; ends with the JVM. */
public final class SharedServers {
    private static final Map<ServerProcess.Kind, ServerProcess> SERVERS = new EnumMap<>(ServerProcess.Kind.class);

    private SharedServers() {}

    /** Starts all that do not run yet, side by side. */
    public static synchronized void start() throws Exception {
        if (SERVERS.isEmpty()) {
            Path directory = Files.createTempDirectory(Path.of("target"), "servers");
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> SERVERS.values().forEach(ServerProcess::close)));
            for (ServerProcess.Kind kind : ServerProcess.Kind.values()) {
                SERVERS.put(kind, new ServerProcess(kind, directory.resolve(kind.name()), Map.of()));
            }
            for (ServerProcess server : SERVERS.values()) {
                server.awaitUp();
            }
        }
    }

    /** The server of a kind, which is started where it does not run yet. */
    public static ServerProcess get(ServerProcess.Kind kind) {
        try {
            start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return SERVERS.get(kind);
    }

    /** One server of each kind; those that do not run yet are started. */
    public static List<StoreServer> all() {
        return Arrays.stream(ServerProcess.Kind.values())
                .<StoreServer>map(SharedServers::get)
                .toList();
    }

    /** Repositories of the RDF4J server that lie on disk: an LmdbStore and a NativeStore. */
    public static List<StoreServer> onDisk() throws Exception {
        ServerProcess server = get(ServerProcess.Kind.RDF4J);
        return List.of(
                ServedRepository.lmdb(server).awaitUp(),
                ServedRepository.nativeStore(server).awaitUp());
    }
}
