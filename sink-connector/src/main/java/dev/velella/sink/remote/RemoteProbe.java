package dev.velella.sink.remote;

import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PartitionOffsets;
import dev.velella.sink.store.StoreFailedException;
import dev.velella.sink.store.StoreUnavailableException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLException;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.jspecify.annotations.Nullable;

/**
 * Tries a remote store out: whether it can be reached and written to, reads what was written, and lets only one of two
 * writers win. Writes a row of its own to the system graph and deletes it in the end. Says nothing about crashes of the
 * server.
 */
public final class RemoteProbe {
    private static final int MOST_CONNECT_MS = 3_000;
    private static final int MOST_REQUEST_MS = 10_000;
    private static final int RACES = 10;

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** Each equal in value to another way to write it; no two of them have the same value. */
    private static final List<Literal> SAMPLES = List.of(
            VALUES.createLiteral("01", XSD.INTEGER),
            VALUES.createLiteral("2.50", XSD.DECIMAL),
            VALUES.createLiteral("30e0", XSD.DOUBLE),
            VALUES.createLiteral("2004-05-06T07:08:09.000Z", XSD.DATETIME),
            VALUES.createLiteral("1", XSD.BOOLEAN));

    private final RemoteSettings settings;

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
        return new RemoteProbe(new RemoteSettings(
                s.protocol(),
                s.queryUrl(),
                s.updateUrl(),
                s.authentication(),
                s.tls(),
                Duration.ofMillis(Math.min(MOST_CONNECT_MS, s.connectTimeout().toMillis())),
                Duration.ofMillis(Math.min(MOST_REQUEST_MS, s.requestTimeout().toMillis())),
                s.maxRequestBytes(),
                s.delivery(),
                s.tripleTerms(),
                s.cachedStreams()));
    }

    /** Contacts the store; empty if it can be used. */
    public Optional<Finding> run() {
        RemoteHttp http;
        try {
            http = new RemoteHttp(settings);
        } catch (StoreFailedException e) {
            return Optional.of(new Finding(About.TLS, String.valueOf(e.getMessage())));
        }
        String connector = "probe-" + UUID.randomUUID();
        PartitionId row = new PartitionId("probe", 0);
        try (GuardedStore store = settings.protocol() == RemoteSettings.Protocol.HTTP
                ? new Rdf4jServerStore(settings, connector, http)
                : new SparqlStore(settings, connector, http)) {
            return run(store, row, http);
        }
    }

    /**
     * Literals that the store does not keep as they are written, such as {@code "01"^^xsd:integer}; to be asked for where the store
     * can be used.
     *
     * @throws StoreFailedException if the store does not take them
     * @throws StoreUnavailableException if it does not answer
     */
    public List<String> rewritten() {
        String connector = "probe-" + UUID.randomUUID();
        PartitionId row = new PartitionId("probe", 0);
        IRI graph = VALUES.createIRI("urn:velella:" + connector);
        List<Statement> written = SAMPLES.stream()
                .map(literal -> VALUES.createStatement(graph, RDF.VALUE, literal, graph))
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

    private Optional<Finding> run(GuardedStore store, PartitionId row, RemoteHttp http) {
        About step = About.URL;
        try {
            http.forget();
            store.rows(List.of(row));
            step = settings.updateUrl().equals(settings.queryUrl()) ? About.URL : About.UPDATE_URL;
            http.forget();
            try {
                return writes(store, row, step);
            } finally {
                store.forget(row);
            }
        } catch (StoreFailedException | StoreUnavailableException e) {
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

    /** Has two writers change the row from the same state, again and again. */
    private Optional<String> races(GuardedStore store, PartitionId row) {
        ExecutorService writers = Executors.newFixedThreadPool(2);
        try {
            for (long epoch = 2; epoch < 2 + RACES; epoch++) {
                Change change = swap(row, epoch, epoch + 1);
                Future<Boolean> other = writers.submit(() -> wins(store, change));
                boolean one = writers.submit(() -> wins(store, change)).get();
                if (one && other.get()) {
                    return Optional.of("of two writers who change the same row at the same time, both win at "
                            + RemoteFailure.shown(settings.updateUrl()) + ": updates are not done one after the other."
                            + " Set delivery=at-least-once, or for an RDF4J server target=http");
                }
                if (!one && !other.get()) {
                    store.swap(change);
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
