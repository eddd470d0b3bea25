package dev.velella.sink.remote;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The stores that were found fit to be used in this process, within the last hour. Thread-safe. */
final class FitStores {
    private static final Duration KNOWN = Duration.ofHours(1);
    private static final int MOST_KNOWN = 1_000;

    /** When each was found so ({@link System#nanoTime}). */
    private static final Map<Known, Long> STORES = new ConcurrentHashMap<>();

    private FitStores() {}

    /**
     * A store as it was asked for.
     *
     * @param storeId its identity; empty text where it had none
     */
    private record Known(
            RemoteProtocol protocol,
            URI queryUrl,
            URI updateUrl,
            RemoteSettings.Delivery delivery,
            Authentication authentication,
            String storeId) {}

    /** Whether the store is known; asks for its identity. */
    static boolean knows(RemoteSettings settings, RemoteHttp http) {
        Long found = STORES.get(known(settings, http));
        return found != null && System.nanoTime() - found < KNOWN.toNanos();
    }

    /** The store was found fit; asks for its identity. */
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
