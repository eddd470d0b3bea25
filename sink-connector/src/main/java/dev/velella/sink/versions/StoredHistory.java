package dev.velella.sink.versions;

import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.versions.journal.JournalEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.eclipse.rdf4j.query.algebra.evaluation.RDFStarTripleSource;

/**
 * The history of a store whose transactions can also hold the rows of the history. So store and history can never
 * differ. On the heap are the roots of the trees, and a cache of pages. A page in the cache may be in a later state than
 * that of a reading; later states say the same about all earlier commits.
 *
 * <p>The sink's thread writes while nobody reads; any thread may read.
 */
public final class StoredHistory implements StoreHistory {
    /** Maximum number of old pages that a commit drops, so that no commit takes long. */
    private static final int MOST_DROPPED = 1 << 10;

    /** Maximum number of old commits that a commit drops. */
    private static final int MOST_FORGOTTEN = 1 << 8;

    private final TermIds terms;
    private final Supplier<KeyedRows> reading;
    private final HistorySettings settings;
    private final Map<Long, Page> cache = new ConcurrentHashMap<>();
    private final StoredCommits commits = new StoredCommits();
    private volatile State state;

    /** What the transaction that is being written leaves; the same as the state if none is. */
    private State written;

    /**
     * What a transaction leaves.
     *
     * @param id id of the history
     * @param first first commit that is kept; above {@code last} if there is none
     * @param last last commit
     * @param nextPage id of the next new page
     * @param roots roots of the trees
     */
    private record State(String id, long first, long last, long nextPage, Map<KeyOrder, Roots> roots) {
        static State read(KeyedRows rows) {
            byte[] value = rows.get(RowKeys.of(RowKeys.STATE));
            if (value == null) {
                return new State("", 1, 0, 0, Map.of());
            }
            ByteBuffer in = ByteBuffer.wrap(value);
            long first = in.getLong();
            long last = in.getLong();
            long nextPage = in.getLong();
            byte[] id = new byte[in.remaining()];
            in.get(id);
            return new State(
                    new String(id, StandardCharsets.US_ASCII), first, last, nextPage, StoredPages.readRoots(rows));
        }

        void write(KeyedRows rows) {
            byte[] name = id.getBytes(StandardCharsets.US_ASCII);
            ByteBuffer value = ByteBuffer.allocate(3 * Long.BYTES + name.length);
            value.putLong(first).putLong(last).putLong(nextPage).put(name);
            rows.put(RowKeys.of(RowKeys.STATE), value.array());
        }
    }

    /**
     * Opens the history in the rows of a store.
     *
     * @param reading begins a transaction that reads; any thread may call it
     */
    public StoredHistory(TermIds terms, Supplier<KeyedRows> reading, HistorySettings settings) {
        this.terms = terms;
        this.reading = reading;
        this.settings = settings;
        try (KeyedRows rows = reading.get()) {
            state = State.read(rows);
        }
        written = state;
    }

    /** The place of the store in this history. */
    public HistoryPlace place() {
        return new HistoryPlace(state.last(), state.id());
    }

    /** The place of the store in this history after a commit. */
    public HistoryPlace placeOf(CommitRecord commit) {
        return new HistoryPlace(commit.number(), written.id());
    }

    /** Begins another history without a commit. The rows of the one before must be deleted then. */
    public void begin(long lastCommit) {
        written = new State(UUID.randomUUID().toString(), lastCommit + 1, lastCommit, 0, Map.of());
    }

    /** Deletes the rows of another history. */
    public static void clear(KeyedRows rows) {
        byte[] end = {(byte) 0xff};
        for (List<byte[]> some = rows.keys(new byte[1], end, MOST_DROPPED);
                !some.isEmpty();
                some = rows.keys(new byte[1], end, MOST_DROPPED)) {
            some.forEach(rows::delete);
        }
    }

    /**
     * Writes a part of a commit, whose number is the next one, or the last one.
     *
     * @param removes statements that the commit took away, four numbers each
     * @param adds statements that the commit brought
     */
    public void write(KeyedRows rows, CommitRecord commit, List<long[]> removes, List<long[]> adds) {
        State before = written;
        StoredPages pages = new StoredPages(rows, cache, before.roots(), before.nextPage());
        new Versions(pages).write(commit.number(), removes, adds);
        rows.put(
                RowKeys.of(RowKeys.COMMIT, commit.number()),
                new JournalEntry(commit, Map.of(), List.of(), List.of()).encode());
        long first = before.first();
        long horizon = settings.horizonMs(commit.wallClockMs());
        for (int i = 0; i < MOST_FORGOTTEN && first < before.last(); i++) {
            if (commit(rows, first + 1).wallClockMs() > horizon) {
                break;
            }
            rows.delete(RowKeys.of(RowKeys.COMMIT, first));
            first++;
        }
        if (first > before.first() || settings.retentionMs() != Long.MAX_VALUE) {
            pages.dropBefore(first, MOST_DROPPED);
        }
        State after = new State(before.id(), first, commit.number(), pages.next(), pages.roots());
        after.write(rows);
        written = after;
    }

    /** Shows the commit to readers. Called when the transaction is on the disk. */
    public void committed() {
        state = written;
    }

    private static CommitRecord commit(KeyedRows rows, long number) {
        return find(rows, number).orElseThrow();
    }

    private static Optional<CommitRecord> find(KeyedRows rows, long number) {
        byte[] value = rows.get(RowKeys.of(RowKeys.COMMIT, number));
        try {
            return value == null
                    ? Optional.empty()
                    : Optional.of(JournalEntry.decode(value).commit());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public CommitTable commits() {
        return commits;
    }

    @Override
    public Optional<Reading> read(long commit) {
        KeyedRows rows = reading.get();
        State seen = state;
        if (commit < seen.first() || commit > seen.last()) {
            rows.close();
            return Optional.empty();
        }
        return Optional.of(new Snapshot(rows, seen, commit));
    }

    private final class StoredCommits implements CommitTable {
        @Override
        public long first() {
            return state.first();
        }

        @Override
        public long last() {
            return state.last();
        }

        @Override
        public CommitRecord get(long number) {
            return find(number).orElseThrow();
        }

        @Override
        public Optional<CommitRecord> find(long number) {
            try (KeyedRows rows = reading.get()) {
                return StoredHistory.find(rows, number);
            }
        }
    }

    private final class Snapshot implements Reading {
        private final KeyedRows rows;
        private final CommitRecord commit;
        private final AsOfStatements statements;

        Snapshot(KeyedRows rows, State seen, long number) {
            this.rows = rows;
            commit = Objects.requireNonNull(StoredHistory.commit(rows, number));
            statements = new AsOfStatements(
                    new Versions(new StoredPages(rows, cache, seen.roots(), seen.nextPage())), terms, number);
        }

        @Override
        public CommitRecord commit() {
            return commit;
        }

        @Override
        public RDFStarTripleSource statements() {
            return statements;
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
