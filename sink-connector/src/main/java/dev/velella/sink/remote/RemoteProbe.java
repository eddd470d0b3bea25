package dev.velella.sink.remote;

import dev.velella.kit.thread.Daemon;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.store.PartitionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tests a remote store. The store must be reachable and writable, must return the data that was written, and must let
 * only one of two writers win. The probe writes a row of its own to the system graph and deletes it in the end. It does
 * not test crashes of the server.
 */
public final class RemoteProbe {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteProbe.class);

    private static final int MOST_CONNECT_MS = 3_000;
    private static final int MOST_REQUEST_MS = 10_000;
    /** Maximum time of the whole probe, even if a server sends a byte now and then. */
    private static final Duration LONGEST = Duration.ofSeconds(45);

    private final RemoteSettings settings;

    /** The subject of a finding. */
    public enum About {
        URL,
        UPDATE_URL,
        AUTHENTICATION,
        TLS,
        DELIVERY
    }

    /**
     * The reason why the store cannot be used with these settings.
     *
     * @param message message that also says what to do
     */
    public record Finding(About about, String message) {}

    private RemoteProbe(RemoteSettings settings) {
        this.settings = settings;
    }

    /** Makes a probe with shorter timeouts than the settings, because a user waits for the answer. */
    public static RemoteProbe of(RemoteSettings s) {
        return new RemoteProbe(s.with(
                Duration.ofMillis(Math.min(MOST_CONNECT_MS, s.connectTimeout().toMillis())),
                Duration.ofMillis(Math.min(MOST_REQUEST_MS, s.requestTimeout().toMillis()))));
    }

    /** Whether the store passed a probe in this process within the last hour, and answers now. Writes nothing. */
    public boolean isKnown() {
        try (RemoteHttp http = new RemoteHttp(settings)) {
            return FitStores.knows(settings, http);
        } catch (RuntimeException e) { // libraries throw other exceptions too if an answer does not come from a store
            return false; // a full run will tell the reason
        }
    }

    /** Contacts the store and tests it. Returns empty if the store can be used. Ends even if the server hangs. */
    public Optional<Finding> run() {
        Optional<String> problem = settings.protocol().addressProblem(settings);
        if (problem.isPresent()) {
            return Optional.of(new Finding(About.URL, problem.get()));
        }
        RemoteHttp http;
        try {
            http = new RemoteHttp(settings);
        } catch (StoreFailedException e) {
            return Optional.of(new Finding(About.TLS, String.valueOf(e.getMessage())));
        }
        ExecutorService prober = Executors.newSingleThreadExecutor(Daemon.named("velella-sink-probe"));
        try {
            return prober.submit(() -> run(http)).get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            http.close(); // ends all requests that wait for an answer
            return Optional.of(new Finding(
                    About.URL,
                    RemoteFailure.shown(settings.queryUrl()) + " could not be tried out within " + LONGEST.toSeconds()
                            + " s: it answers too slowly"));
        } catch (ExecutionException e) {
            return Optional.of(new Finding(About.URL, unexpected(e.getCause() == null ? e : e.getCause(), http)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(new Finding(About.URL, "interrupted"));
        } finally {
            prober.shutdownNow();
        }
    }

    /** The message for an unexpected exception: the server at the URL is no usable store. */
    private String unexpected(Throwable thrown, RemoteHttp http) {
        LOG.debug(
                "{} cannot be tried out",
                RemoteFailure.shown(settings.queryUrl()),
                http.mask().harmless(thrown));
        return RemoteFailure.shown(settings.queryUrl()) + " cannot be used as a store: "
                + http.mask().masked(thrown.toString());
    }

    private Optional<Finding> run(RemoteHttp http) {
        String connector = "probe-" + UUID.randomUUID();
        PartitionId row = new PartitionId("probe", 0);
        try (GuardedStore store = settings.protocol().open(settings, connector, http)) {
            Optional<Finding> finding = runOnceMoreIfTheServerFailed(store, row, http);
            if (finding.isEmpty()) {
                FitStores.add(settings, http);
            }
            return finding;
        }
    }

    /**
     * Returns literals that the store does not keep as they are written, such as {@code "01"^^xsd:integer} or
     * {@code "7"^^xsd:long}. Call this only if the store can be used.
     *
     * @throws StoreFailedException if the store does not accept the literals
     * @throws StoreUnavailableException if the store does not answer
     */
    public List<String> rewritten() {
        String connector = "probe-" + UUID.randomUUID();
        PartitionId row = new PartitionId("probe", 0);
        try (GuardedStore store = GuardedStore.of(settings, connector)) {
            return LiteralSamples.rewritten(store, row, "urn:velella:" + connector);
        }
    }

    /**
     * Runs the probe again if the server answered with an error of its own, because such an error may be temporary. A
     * task would also send such a request again.
     */
    private Optional<Finding> runOnceMoreIfTheServerFailed(GuardedStore store, PartitionId row, RemoteHttp http) {
        try {
            return run(store, row, http);
        } catch (StoreUnavailableException e) {
            LOG.debug("{} is tried out again", RemoteFailure.shown(settings.queryUrl()), e);
        }
        try {
            return run(store, row, http);
        } catch (StoreUnavailableException e) {
            return Optional.of(new Finding(About.URL, String.valueOf(e.getMessage())));
        }
    }

    /** @throws StoreUnavailableException if the server answers a change with 500 */
    private Optional<Finding> run(GuardedStore store, PartitionId row, RemoteHttp http) {
        About step = About.URL;
        boolean serverFailed = false;
        try {
            http.forget();
            store.rows(List.of(row));
            step = settings.updateUrl().equals(settings.queryUrl()) ? About.URL : About.UPDATE_URL;
            http.forget();
            try {
                return writes(store, row, step);
            } catch (StoreUnavailableException e) {
                RemoteHttp.Answer answer = http.lastAnswer();
                serverFailed = answer != null && answer.status() == 500;
                throw e;
            } finally {
                store.forget(row);
            }
        } catch (StoreFailedException | StoreUnavailableException e) {
            if (serverFailed && e instanceof StoreUnavailableException) {
                throw e;
            }
            return Optional.of(new Finding(about(e, http, step), String.valueOf(e.getMessage())));
        }
    }

    private Optional<Finding> writes(GuardedStore store, PartitionId row, About step) {
        boolean claimed = store.swap(WriterRaces.epoch(row, null, 1));
        if (!claimed) {
            return Optional.of(new Finding(
                    step,
                    "what " + RemoteFailure.shown(settings.updateUrl()) + " was told to write into graph"
                            + " <urn:velella:system> cannot be read at " + RemoteFailure.shown(settings.queryUrl())
                            + ": they are not of the same store, or it has no named graphs, or one lags behind"));
        }
        if (store.swap(WriterRaces.epoch(row, 7L, 8)) || !store.swap(WriterRaces.epoch(row, 1L, 2))) {
            return Optional.of(new Finding(
                    step,
                    RemoteFailure.shown(settings.updateUrl()) + " does not heed the condition of an update"
                            + " (DELETE/INSERT ... WHERE)"));
        }
        return settings.delivery() == RemoteSettings.Delivery.EXACTLY_ONCE
                ? store.notAtomic(row)
                        .or(() -> new WriterRaces(settings, store, row).run())
                        .map(why -> new Finding(About.DELIVERY, why))
                : Optional.empty();
    }

    private static About about(RuntimeException e, RemoteHttp http, About step) {
        RemoteHttp.Answer answer = http.lastAnswer();
        if (answer != null && (answer.status() == 401 || answer.status() == 403)) {
            return About.AUTHENTICATION;
        }
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof SSLException) {
                return About.TLS;
            }
        }
        return step;
    }
}
