package dev.velella.tests.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** One server of each kind for all tests of a JVM, because they take some seconds to start; ends with the JVM. */
public final class SharedServers {
    private static final Map<StoreServer.Kind, StoreServer> SERVERS = new EnumMap<>(StoreServer.Kind.class);

    private SharedServers() {}

    /** Starts all that do not run yet, side by side. */
    public static synchronized void start() throws Exception {
        if (SERVERS.isEmpty()) {
            Path directory = Files.createTempDirectory(Path.of("target"), "servers");
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> SERVERS.values().forEach(StoreServer::close)));
            for (StoreServer.Kind kind : StoreServer.Kind.values()) {
                SERVERS.put(kind, new StoreServer(kind, directory.resolve(kind.name()), Map.of()));
            }
            for (StoreServer server : SERVERS.values()) {
                server.awaitUp();
            }
        }
    }

    /** The server of a kind, which is started where it does not run yet. */
    public static StoreServer get(StoreServer.Kind kind) {
        try {
            start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return SERVERS.get(kind);
    }
}
