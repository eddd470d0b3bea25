package dev.velella.sink.remote;

import dev.velella.sink.error.StoreDamagedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PartitionOffsets;
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
 * Lets two writers change one row of a store at the same time, again and again: whether only one of them wins each time. Leaves
 * the row, and no data.
 */
final class WriterRaces {
    private static final int RACES = 10;

    /** So many that an update takes a while in the store: two that are not done one after the other meet there. */
    private static final int RACE_STATEMENTS = 1_000;

    private static final int MOST_STATEMENT_BYTES = 100;

    /** Attempts at one request after a race. */
    private static final int MOST_ATTEMPTS = 3;

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final RemoteSettings settings;
    private final GuardedStore store;
    private final PartitionId row;

    /** @param row that is there, at epoch 2 */
    WriterRaces(RemoteSettings settings, GuardedStore store, PartitionId row) {
        this.settings = settings;
        this.store = store;
        this.row = row;
    }

    /** Has them change the row, and data, from the same state; empty if only one ever won, else what is wrong. */
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
     * Makes a change that nobody else makes. After a race a server may close connections that it has answered early, so a
     * request may fail that did nothing wrong: it is sent again, and does nothing where the first one was done.
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

    /** Statements in a graph of their own; fewer where a request may not be so large. */
    private List<Statement> raceData() {
        IRI graph = VALUES.createIRI("urn:velella:probe-" + UUID.randomUUID());
        int size = Math.min(RACE_STATEMENTS, settings.maxRequestBytes() / 2 / MOST_STATEMENT_BYTES);
        return IntStream.range(0, size)
                .mapToObj(i -> VALUES.createStatement(
                        graph, LiteralSamples.PREDICATE, VALUES.createLiteral("race " + i), graph))
                .toList();
    }

    /** How many of two writers who do the same at the same time come to believe that they have won. */
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
                return 2; // the row has what both have written
            }
            throw e;
        }
    }

    /** A conflict may show as a failure of the loser. */
    private boolean wins(Change change) {
        try {
            return store.swap(change);
        } catch (StoreUnavailableException e) {
            return false;
        }
    }

    /** A change of the row from one epoch, or from none, to another. */
    static Change epoch(PartitionId row, @Nullable Long from, long to) {
        PartitionOffsets offsets = new PartitionOffsets(0, 0);
        Claim expected = from == null ? null : new Claim(from, offsets);
        return Change.of(Map.of(row, new Change.Swap(expected, new Claim(to, offsets))));
    }
}
