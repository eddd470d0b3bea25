package dev.velella.sink.embedded;

import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.query.TurnLock;
import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.store.ReservedGraphs;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.versions.HistoryPlace;
import dev.velella.sink.versions.HistorySettings;
import dev.velella.sink.versions.KeyedRows;
import dev.velella.sink.versions.StoredHistory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.sail.base.SailDataset;
import org.eclipse.rdf4j.sail.base.SailSink;
import org.eclipse.rdf4j.sail.lmdb.HistoryRows;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.eclipse.rdf4j.sail.lmdb.StoreTerms;
import org.eclipse.rdf4j.sail.lmdb.ValuesFirstWriter;
import org.jspecify.annotations.Nullable;

/**
 * The history of an LMDB store. It is written in the transactions of the statements, with the numbers that the store
 * gives to terms; so the store must not forget values.
 *
 * <p>Only the sink's thread may write, in its turn; any thread may read.
 */
final class LmdbHistory {
    /** Number of statements that a new history takes in at a time. */
    private static final int PART = 1 << 14;

    private final HistoryRows rows;
    private final StoreTerms terms;
    private final StoredHistory versions;

    /** @param turns begins the turn of a reader of the store */
    LmdbHistory(LmdbStore store, Supplier<TurnLock.Turn> turns, HistorySettings settings) throws IOException {
        rows = new HistoryRows(store);
        terms = new StoreTerms(store);
        versions = new StoredHistory(terms, () -> read(turns), settings);
    }

    /** Begins to read. The turn ends with the reading. */
    private KeyedRows read(Supplier<TurnLock.Turn> turns) {
        TurnLock.Turn turn = turns.get();
        boolean begun = false;
        try {
            KeyedRows reading = new TurnRows(rows.reading(), turn);
            begun = true;
            return reading;
        } finally {
            if (!begun) {
                turn.close();
            }
        }
    }

    StoredHistory versions() {
        return versions;
    }

    HistoryPlace place() {
        return versions.place();
    }

    /** The row of the system graph for the place of the store after a commit. */
    Statement row(CommitRecord commit) {
        return SystemGraph.historyRow(versions.placeOf(commit).format()).statement();
    }

    /** Writes a commit in the transaction that is being written. {@link #committed} must follow. */
    void write(CommitRecord commit, List<Statement> removes, List<Statement> adds) {
        versions.write(
                rows.writing(),
                commit,
                removes.stream().map(terms::numbers).toList(),
                adds.stream().map(terms::numbers).toList());
    }

    /** Shows the commit to readers. Called when the transaction is on the disk. */
    void committed() {
        versions.committed();
    }

    /**
     * Begins a history with the present statements as its first commit, in one transaction.
     *
     * @param place place of the store in the history that ends
     */
    void begin(ValuesFirstWriter writer, HistoryPlace place) throws IOException {
        CommitRecord commit =
                new CommitRecord(place.commit() + 1, System.currentTimeMillis(), CommitRecord.NO_TIME, Map.of());
        versions.begin(place.commit());
        writer.storeValues(List.of(List.of(row(commit))));
        try (SailSink sink = writer.sink()) {
            sink.deprecateByQuery(
                    SystemGraph.GRAPH, SystemGraph.HISTORY, null, new Resource[] {SystemGraph.GRAPH}); // begins it
            KeyedRows writing = rows.writing();
            StoredHistory.clear(writing);
            try (SailDataset statements = writer.statements();
                    CloseableIteration<? extends Statement> present = statements.getStatements(null, null, null)) {
                do {
                    versions.write(writing, commit, List.of(), part(present));
                } while (present.hasNext());
            }
            if (Thread.currentThread().isInterrupted()) { // RDF4J 5.2 ends a reading then, without an error
                throw new StoreFailedException("interrupted while a history began", null);
            }
            sink.approve(row(commit));
            writer.commit(sink);
        }
        versions.committed();
    }

    private List<long[]> part(CloseableIteration<? extends Statement> present) {
        List<long[]> part = new ArrayList<>();
        while (part.size() < PART && present.hasNext()) {
            Statement statement = present.next();
            if (!ReservedGraphs.isReserved(statement.getContext())) {
                part.add(terms.numbers(statement));
            }
        }
        return part;
    }

    /** Rows that end a turn when they are closed. */
    private record TurnRows(KeyedRows rows, TurnLock.Turn turn) implements KeyedRows {
        @Override
        public byte @Nullable [] get(byte[] key) {
            return rows.get(key);
        }

        @Override
        public List<byte[]> keys(byte[] from, byte[] before, int most) {
            return rows.keys(from, before, most);
        }

        @Override
        public void put(byte[] key, byte[] value) {
            rows.put(key, value);
        }

        @Override
        public void delete(byte[] key) {
            rows.delete(key);
        }

        @Override
        public void close() {
            try {
                rows.close();
            } finally {
                turn.close();
            }
        }
    }
}
