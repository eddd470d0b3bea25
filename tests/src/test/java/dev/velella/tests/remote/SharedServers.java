package dev.velella.tests.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** One server of each kind for all tests of a JVM, because they take some seconds to start; ends with the JVM. */
public final class SharedServers {
    private static final Map<ServerProcess.Kind, ServerProcess> SERVERS = new EnumMap<>(ServerProcess.Kind.class);

    private SharedServers() {}

    /** Starts all that do not run yet, side by side. */
    public static void start() throws Exception {
        start(ServerProcess.Kind.values());
    }

    /** Starts those of these that do not run yet, side by side. */
    public static synchronized void start(ServerProcess.Kind... kinds) throws Exception {
        List<ServerProcess> started = new ArrayList<>();
        for (ServerProcess.Kind kind : kinds) {
            if (!SERVERS.containsKey(kind)) {
                Path directory = Files.createTempDirectory(Path.of("target"), "servers");
                ServerProcess server = new ServerProcess(kind, directory, Map.of());
                Runtime.getRuntime().addShutdownHook(new Thread(server::close));
                SERVERS.put(kind, server);
                started.add(server);
            }
        }
        for (ServerProcess server : started) {
            server.awaitUp();
        }
    }

    /** The server of a kind, which is started where it does not run yet. */
    public static synchronized ServerProcess get(ServerProcess.Kind kind) {
        try {
            start(kind);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return SERVERS.get(kind);
    }

    /** One server of each kind; those that do not run yet are started. */
    public static List<StoreServer> all() throws Exception {
        start();
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
