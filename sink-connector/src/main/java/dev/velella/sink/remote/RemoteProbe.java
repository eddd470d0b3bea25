package dev.velella.sink.remote;

import dev.velella.access.Authentication;
import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PartitionOffsets;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.net.ssl.SSLException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries a remote store out: whether it can be reached and written to, reads what was written, and lets only one of two
 * writers win. Writes a row of its own to the system graph and deletes it in the end. Says nothing about crashes of the
 * server.
 */
public final class RemoteProbe {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteProbe.class);

    private static final int MOST_CONNECT_MS = 3_000;
    private static final int MOST_REQUEST_MS = 10_000;
    private static final int RACES = 10;

    /** So many that an update takes a while in the store: two that are not done one after the other meet there. */
    private static final int RACE_STATEMENTS = 1_000;

    private static final int MOST_STATEMENT_BYTES = 100;

    /** Longest time for everything, also where a server sends a byte now and then. */
    private static final Duration LONGEST = Duration.ofSeconds(45);

    /** How long a store is known to be as it was found. */
    private static final Duration KNOWN = Duration.ofHours(1);

    private static final int MOST_KNOWN = 1_000;

    /** Attempts at one request after a race. */
    private static final int MOST_ATTEMPTS = 3;

    private static final Pattern REPOSITORY = Pattern.compile(".*/repositories/[^/]+/?");

    /** What was found fit to be used, and when ({@link System#nanoTime}). */
    private static final Map<Known, Long> KNOWN_STORES = new ConcurrentHashMap<>();

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /**
     * No IRI of a known vocabulary: where the last statement with such an IRI is deleted, an LmdbStore before 5.1.3 may lose it
     * for good (rdf4j#5254).
     */
    private static final IRI SAMPLE = VALUES.createIRI("urn:velella:sample");

    /** Each equal in value to another literal; no two of them have the same value. */
    private static final List<Literal> SAMPLES = List.of(
            VALUES.createLiteral("01", XSD.INTEGER),
            VALUES.createLiteral("7", XSD.LONG),
            VALUES.createLiteral("2.50", XSD.DECIMAL),
            VALUES.createLiteral("30e0", XSD.DOUBLE),
            VALUES.createLiteral("2004-05-06T07:08:09.000Z", XSD.DATETIME),
            VALUES.createLiteral("1", XSD.BOOLEAN));

    private final RemoteSettings settings;

    /**
     * A store as it was asked for.
     *
     * @param storeId its identity; empty text where it had none
     */
    private record Known(
            RemoteSettings.Protocol protocol,
            URI queryUrl,
            URI updateUrl,
            RemoteSettings.Delivery delivery,
            Authentication authentication,
            String storeId) {}

    /** What a finding is about. */
    public enum About {
        URL,
        UPDATE_URL,
        AUTHENTICATION,
        TLS,
        DELIVERY
    }

    /**
     * Why the store cannot be used as it was asked for.
     *
     * @param message with what to do
     */
    public record Finding(About about, String message) {}

    private RemoteProbe(RemoteSettings settings) {
        this.settings = settings;
    }

    /** A probe that is less patient than the settings: somebody waits for the answer. */
    public static RemoteProbe of(RemoteSettings s) {
        return new RemoteProbe(s.with(
                Duration.ofMillis(Math.min(MOST_CONNECT_MS, s.connectTimeout().toMillis())),
                Duration.ofMillis(Math.min(MOST_REQUEST_MS, s.requestTimeout().toMillis()))));
    }

    /** Whether the store was found fit in this process within the last hour, and answers now; nothing is written. */
    public boolean isKnown() {
        try (RemoteHttp http = new RemoteHttp(settings)) {
            Long found = KNOWN_STORES.get(known(http));
            return found != null && System.nanoTime() - found < KNOWN.toNanos();
        } catch (RuntimeException e) { // libraries throw more than ours where an answer is none of a store
            return false; // a whole run tells why
        }
    }

    private Known known(RemoteHttp http) {
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

    /** Contacts the store and tries it out; empty if it can be used. Comes to an end, also where the server hangs. */
    public Optional<Finding> run() {
        if (settings.protocol() == RemoteSettings.Protocol.HTTP
                && !REPOSITORY.matcher(settings.queryUrl().toString()).matches()) {
            return Optional.of(new Finding(
                    About.URL,
                    RemoteFailure.shown(settings.queryUrl())
                            + " is not the URL of a repository of an RDF4J server, which ends in /repositories/NAME"));
        }
        RemoteHttp http;
        try {
            http = new RemoteHttp(settings);
        } catch (StoreFailedException e) {
            return Optional.of(new Finding(About.TLS, String.valueOf(e.getMessage())));
        }
        ExecutorService prober = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "velella-sink-probe");
            thread.setDaemon(true);
            return thread;
        });
        try {
            return prober.submit(() -> run(http)).get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            http.close(); // ends what waits for an answer
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

    /** What is at the URL answers in a way that nobody has thought of, so it is no store that can be used. */
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
        try (GuardedStore store = settings.protocol() == RemoteSettings.Protocol.HTTP
                ? new Rdf4jServerStore(settings, connector, http)
                : new SparqlStore(settings, connector, http)) {
            Optional<Finding> finding = runOnceMoreIfTheServerFailed(store, row, http);
            if (finding.isEmpty()) {
                if (KNOWN_STORES.size() >= MOST_KNOWN) {
                    KNOWN_STORES.clear();
                }
                KNOWN_STORES.put(known(http), System.nanoTime());
            }
            return finding;
        }
    }

    /**
     * Literals that the store does not keep as they are written, such as {@code "01"^^xsd:integer} or {@code "7"^^xsd:long}; to
     * be asked for where the store can be used.
     *
     * @throws StoreFailedException if the store does not take them
     * @throws StoreUnavailableException if it does not answer
     */
    public List<String> rewritten() {
        String connector = "probe-" + UUID.randomUUID();
        PartitionId row = new PartitionId("probe", 0);
        IRI graph = VALUES.createIRI("urn:velella:" + connector);
        List<Statement> written = SAMPLES.stream()
                .map(literal -> VALUES.createStatement(graph, SAMPLE, literal, graph))
                .toList();
        try (GuardedStore store = settings.protocol() == RemoteSettings.Protocol.HTTP
                ? new Rdf4jServerStore(settings, connector)
                : new SparqlStore(settings, connector)) {
            try {
                store.swap(swap(row, null, 1).with(List.of(), written));
                Set<Statement> read = new HashSet<>(store.statements(graph));
                Set<Statement> left = new HashSet<>(read);
                left.addAll(written);
                store.swap(swap(row, 1L, 2).with(List.copyOf(left), List.of()));
                return written.stream()
                        .filter(statement -> !read.contains(statement))
                        .map(statement -> NTriplesUtil.toNTriplesString(statement.getObject()))
                        .toList();
            } finally {
                store.forget(row);
            }
        }
    }

    /**
     * Begins again where the server said that it failed itself, since that may have been a moment's weakness. A task would send such a
     * request again, too.
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
        boolean claimed = store.swap(swap(row, null, 1));
        if (!claimed) {
            return Optional.of(new Finding(
                    step,
                    "what " + RemoteFailure.shown(settings.updateUrl()) + " was told to write into graph"
                            + " <urn:velella:system> cannot be read at " + RemoteFailure.shown(settings.queryUrl())
                            + ": they are not of the same store, or it has no named graphs, or one lags behind"));
        }
        if (store.swap(swap(row, 7L, 8)) || !store.swap(swap(row, 1L, 2))) {
            return Optional.of(new Finding(
                    step,
                    RemoteFailure.shown(settings.updateUrl()) + " does not heed the condition of an update"
                            + " (DELETE/INSERT ... WHERE)"));
        }
        return settings.delivery() == RemoteSettings.Delivery.EXACTLY_ONCE
                ? store.notAtomic(row).or(() -> races(store, row)).map(why -> new Finding(About.DELIVERY, why))
                : Optional.empty();
    }

    /** Has two writers change the row, and data, from the same state, again and again; leaves the row, and no data. */
    private Optional<String> races(GuardedStore store, PartitionId row) {
        List<Statement> data = raceData();
        ExecutorService writers = Executors.newFixedThreadPool(2);
        try {
            for (int race = 0; race < RACES; race++) {
                Change rows = swap(row, 2L + race, 3L + race);
                Change change = race % 2 == 0 ? rows.with(List.of(), data) : rows.with(data, List.of());
                int winners = winners(writers, store, change);
                if (winners == 2) {
                    return Optional.of("of two writers who change the same row at the same time, both win at "
                            + RemoteFailure.shown(settings.updateUrl()) + ": updates are not done one after the other."
                            + " Set delivery=at-least-once, or for an RDF4J server target=http");
                }
                if (winners == 0) {
                    change(store, change);
                }
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        } catch (ExecutionException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } finally {
            writers.shutdownNow();
            store.forget(row);
            change(store, swap(row, null, 1).with(data, List.of()));
        }
    }

    /**
     * Makes a change that nobody else makes. After a race a server may close connections that it has answered early, so a
     * request may fail that did nothing wrong: it is sent again, and does nothing where the first one was done.
     */
    private static void change(GuardedStore store, Change change) {
        for (int attempt = 1; ; attempt++) {
            try {
                store.swap(change);
                return;
            } catch (StoreUnavailableException e) {
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Statements in a graph of their own; fewer where a request may not be so large. */
    private List<Statement> raceData() {
        IRI graph = VALUES.createIRI("urn:velella:probe-" + UUID.randomUUID());
        int size = Math.min(RACE_STATEMENTS, settings.maxRequestBytes() / 2 / MOST_STATEMENT_BYTES);
        return IntStream.range(0, size)
                .mapToObj(i -> VALUES.createStatement(graph, SAMPLE, VALUES.createLiteral("race " + i), graph))
                .toList();
    }

    /** How many of two writers who do the same at the same time come to believe that they have won. */
    private static int winners(ExecutorService writers, GuardedStore store, Change change)
            throws InterruptedException, ExecutionException {
        CyclicBarrier start = new CyclicBarrier(2);
        Callable<Boolean> writer = () -> {
            start.await();
            return wins(store, change);
        };
        try {
            int winners = 0;
            for (Future<Boolean> wins : writers.invokeAll(List.of(writer, writer))) {
                winners += wins.get() ? 1 : 0;
            }
            return winners;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreDamagedException) {
                return 2; // the row has what both have written
            }
            throw e;
        }
    }

    /** A conflict may show as a failure of the loser. */
    private static boolean wins(GuardedStore store, Change change) {
        try {
            return store.swap(change);
        } catch (StoreUnavailableException e) {
            return false;
        }
    }

    /** A change of the row from one epoch, or from none, to another. */
    private static Change swap(PartitionId row, @Nullable Long from, long to) {
        PartitionOffsets offsets = new PartitionOffsets(0, 0);
        Claim expected = from == null ? null : new Claim(from, offsets);
        return Change.of(Map.of(row, new Change.Swap(expected, new Claim(to, offsets))));
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
