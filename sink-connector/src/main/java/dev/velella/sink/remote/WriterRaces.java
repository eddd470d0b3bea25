package dev.velella.sink.remote;

import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tests, by many races of two writers on one row of a store, that only one of them wins each time. The row stays in the
 * store, but no data.
 */
final class WriterRaces {
    private static final int RACES = 10;

    /**
     * Number of statements of an update. It is large enough that an update takes some time, so that two updates overlap
     * unless the store runs them one after the other.
     */
    private static final int RACE_STATEMENTS = 1_000;

    private static final int MOST_STATEMENT_BYTES = 100;

    /** Maximum number of attempts for one request after a race. */
    private static final int MOST_ATTEMPTS = 3;

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final RemoteSettings settings;
    private final GuardedStore store;
    private final PartitionId row;

    /** @param row row that exists, with epoch 2 */
    WriterRaces(RemoteSettings settings, GuardedStore store, PartitionId row) {
        this.settings = settings;
        this.store = store;
        this.row = row;
    }

    /**
     * Runs the races: both writers change the row and data from the same state. Returns empty if only one writer won in
     * every race, else a description of the fault.
     */
    Optional<String> run() {
        List<Statement> data = raceData();
        ExecutorService writers = Executors.newFixedThreadPool(2);
        try {
            for (int race = 0; race < RACES; race++) {
                Change rows = epoch(row, 2L + race, 3L + race);
                Change change = race % 2 == 0 ? rows.with(List.of(), data) : rows.with(data, List.of());
                int winners = winners(writers, change);
                if (winners == 2) {
                    return Optional.of("of two writers who change the same row at the same time, both win at "
                            + RemoteFailure.shown(settings.updateUrl()) + ": updates are not done one after the other."
                            + " Set delivery=at-least-once, or for an RDF4J server target=http");
                }
                if (winners == 0) {
                    change(change);
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
            change(epoch(row, null, 1).with(data, List.of()));
        }
    }

    /**
     * Makes a change without a competing writer. After a race a server may close connections that it has answered
     * early, so that a correct request fails. It is then sent again; this has no effect if the first request was
     * applied.
     */
    private void change(Change change) {
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

    /** The statements of a race, in a graph of their own. They are fewer if the maximum size of a request is small. */
    private List<Statement> raceData() {
        IRI graph = VALUES.createIRI("urn:velella:probe-" + UUID.randomUUID());
        int size = Math.min(RACE_STATEMENTS, settings.maxRequestBytes() / 2 / MOST_STATEMENT_BYTES);
        return IntStream.range(0, size)
                .mapToObj(i -> VALUES.createStatement(
                        graph, LiteralSamples.PREDICATE, VALUES.createLiteral("race " + i), graph))
                .toList();
    }

    /** Number of writers, of two that make the same change at the same time, that believe they have won. */
    private int winners(ExecutorService writers, Change change) throws InterruptedException, ExecutionException {
        CyclicBarrier start = new CyclicBarrier(2);
        Callable<Boolean> writer = () -> {
            start.await();
            return wins(change);
        };
        try {
            int winners = 0;
            for (Future<Boolean> wins : writers.invokeAll(List.of(writer, writer))) {
                winners += wins.get() ? 1 : 0;
            }
            return winners;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreDamagedException) {
                return 2; // the row contains the data of both writers
            }
            throw e;
        }
    }

    /** Whether the writer wins. A conflict may appear as a failed request of the loser. */
    private boolean wins(Change change) {
        try {
            return store.swap(change);
        } catch (StoreUnavailableException e) {
            return false;
        }
    }

    /** Makes a change of the row from an epoch, or from no row, to another epoch. */
    static Change epoch(PartitionId row, @Nullable Long from, long to) {
        Claim expected = from == null ? null : new Claim(from, 0);
        return Change.of(Map.of(row, new Change.Swap(expected, new Claim(to, 0))));
    }
}
