package dev.velella.sink.remote;

import dev.velella.kit.access.Authentication;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the stores that passed {@link RemoteProbe} in this process within the last hour. Thread-safe. */
final class FitStores {
    private static final Duration KNOWN = Duration.ofHours(1);
    private static final int MOST_KNOWN = 1_000;

    /** By store: the time at which it passed ({@link System#nanoTime}). */
    private static final Map<Known, Long> STORES = new ConcurrentHashMap<>();

    private FitStores() {}

    /**
     * A store with its settings.
     *
     * @param storeId identity of the store; empty text if it had none
     */
    private record Known(
            RemoteProtocol protocol,
            URI queryUrl,
            URI updateUrl,
            RemoteSettings.Delivery delivery,
            Authentication authentication,
            String storeId) {}

    /** Whether the store is known. Asks the store for its identity. */
    static boolean knows(RemoteSettings settings, RemoteHttp http) {
        Long found = STORES.get(known(settings, http));
        return found != null && System.nanoTime() - found < KNOWN.toNanos();
    }

    /** Remembers a store. Asks the store for its identity. */
    static void add(RemoteSettings settings, RemoteHttp http) {
        if (STORES.size() >= MOST_KNOWN) {
            STORES.clear();
        }
        STORES.put(known(settings, http), System.nanoTime());
    }

    private static Known known(RemoteSettings settings, RemoteHttp http) {
        SparqlProtocol queries = new SparqlProtocol(http, settings.queryUrl(), settings.updateUrl());
        RowQueries.Identity identity =
                RowQueries.identity(queries.select("read the identity of the store", RowQueries.identityQuery()));
        String storeId = identity.storeId();
        return new Known(
                settings.protocol(),
                settings.queryUrl(),
                settings.updateUrl(),
                settings.delivery(),
                settings.authentication(),
                storeId == null ? "" : storeId);
    }
}
