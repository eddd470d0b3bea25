package dev.velella.outbox;

import dev.velella.capture.OutboxPosition;
import dev.velella.outbox.journal.Journal;
import dev.velella.outbox.journal.JournalCommit;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.SailConflictException;
import org.eclipse.rdf4j.sail.SailConnection;
import org.eclipse.rdf4j.sail.SailException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the commits of a repository in one order, and each of them into journal and store. Owns the journal, and a connection
 * that reads the state between two commits.
 *
 * <p>Under one lock a commit compares its changes with the store as the commit before has left it, prepares the difference in
 * the journal, and commits in the store together with its position. So after a crash the position in the store says which
 * commits of the journal it lacks, and they are done again. If the store refuses the commit, the journal drops it. If nobody
 * knows whether the store has it, all later commits are refused until the next start.
 */
final class CommitLog implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CommitLog.class);

    /** After so many commits their positions in the store are removed, but for the last. */
    private static final int TIDY = 64;

    private final OutboxSettings settings;
    private final Journal journal;
    private final NotifyingSail store;
    private final CommitFrames frames = new CommitFrames();
    private final RecentAdds recent = new RecentAdds();
    private final ReentrantLock committing = new ReentrantLock();
    private @Nullable SailConnection reader;
    private volatile @Nullable SailException broken;
    private int untidy;

    private CommitLog(OutboxSettings settings, Journal journal, NotifyingSail store) {
        this.settings = settings;
        this.journal = journal;
        this.store = store;
    }

    /** Opens the outbox of a store that is open. */
    static CommitLog open(OutboxSettings settings, Path directory, NotifyingSail store) {
        try {
            CommitLog commits =
                    new CommitLog(settings, Journal.open(directory, settings.sync(), settings.maxBytes()), store);
            try (SailConnection connection = store.getConnection()) {
                new Recovery(commits.journal, directory).run(connection, settings.checkAtStart());
            } catch (IOException | RuntimeException e) {
                commits.close();
                throw e;
            }
            return commits;
        } catch (IOException e) {
            throw new SailException("the outbox in " + directory + " cannot be opened: " + e.getMessage(), e);
        }
    }

    Journal journal() {
        return journal;
    }

    RecentAdds recent() {
        return recent;
    }

    /** The position after the last commit. Call it in {@link #between}. */
    OutboxPosition position() {
        return journal.last().orElseThrow();
    }

    /** Does something between two commits. */
    <T> T between(Supplier<T> reading) {
        committing.lock();
        try {
            return reading.get();
        } finally {
            committing.unlock();
        }
    }

    /**
     * Commits a transaction.
     *
     * @param transaction has the changes, and is not yet prepared
     * @param begun of {@link RecentAdds#begin} at its begin
     * @throws SailException if the outbox is full or cannot be written, or the store refuses the commit. The transaction is
     *     then still active
     */
    void commit(SailConnection transaction, TransactionChanges changes, long begun) {
        awaitRoom();
        committing.lock();
        try {
            SailException failed = broken;
            if (failed != null) {
                throw new SailException(
                        "the outbox is out of order until the next start: " + failed.getMessage(), failed);
            }
            OutboxPosition before = position();
            JournalCommit commit = difference(changes, before, begun);
            if (commit == null) {
                transaction.prepare();
                transaction.commit();
            } else {
                commit(transaction, commit, before);
            }
        } catch (IOException e) {
            throw new SailException("the outbox cannot be written, so nothing is committed: " + e.getMessage(), e);
        } finally {
            committing.unlock();
        }
    }

    private void awaitRoom() {
        try {
            if (!journal.awaitRoom(settings.maxBytes(), settings.fullWait().toMillis())) {
                throw new SailException("the outbox is full: " + journal.bytes()
                        + " bytes of commits were not fetched (limit " + settings.maxBytes()
                        + "); start the connector that fetches them, or raise outbox.max.bytes");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SailException("interrupted while the outbox was full, so nothing is committed", e);
        }
    }

    private void commit(SailConnection transaction, JournalCommit commit, OutboxPosition before) throws IOException {
        OutboxPosition after = new OutboxPosition(before.store(), commit.number(), commit.after());
        StorePosition.add(transaction, after);
        transaction.flush();
        transaction.prepare(); // finds conflicts, before the journal has the commit
        journal.prepare(commit);
        try {
            transaction.commit();
        } catch (RuntimeException | Error e) {
            settle(after, e);
            throw e;
        }
        journal.confirm();
        if (++untidy >= TIDY) {
            tidy(after);
        }
    }

    /** Finds out whether the store has a commit that it has reported as failed. */
    private void settle(OutboxPosition after, Throwable failure) {
        try (SailConnection fresh = store.getConnection()) {
            if (StorePosition.read(fresh).map(after::equals).orElse(false)) {
                journal.confirm();
            } else {
                journal.drop();
            }
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
            broken = new SailException("nobody knows whether commit " + after.number() + " is in the store", e);
        }
    }

    private void tidy(OutboxPosition after) {
        untidy = 0;
        try (SailConnection connection = store.getConnection()) {
            StorePosition.set(connection, after);
        } catch (RuntimeException e) {
            log.warn("Old positions of the outbox stay in the store until later: {}", e.toString());
        }
    }

    /** The change of the store by a transaction; null if it changes nothing. */
    private @Nullable JournalCommit difference(TransactionChanges changes, OutboxPosition before, long begun) {
        List<PatchOperation> rows = new ArrayList<>();
        List<PatchOperation> adds = new ArrayList<>();
        LongStream.Builder addedHashes = LongStream.builder();
        long hash = before.hash();
        SailConnection state = reader();
        state.begin(IsolationLevels.SNAPSHOT);
        try {
            namespaces(changes.namespaces(), state, rows);
            for (Map.Entry<Statement, Boolean> change : changes.statements().entrySet()) {
                Statement statement = change.getKey();
                boolean isAdd = change.getValue();
                boolean isThere = has(state, statement);
                if (isAdd && !isThere) {
                    long added = GraphHash.of(statement);
                    adds.add(new PatchOperation.Add(statement));
                    addedHashes.add(added);
                    hash += added;
                } else if (!isAdd && isThere) {
                    long removed = GraphHash.of(statement);
                    if (recent.addedSince(begun, removed)) {
                        throw new SailConflictException("another transaction has added " + statement
                                + " again, which this one removes; do the transaction again");
                    }
                    rows.add(new PatchOperation.Delete(statement));
                    hash -= removed;
                }
            }
        } finally {
            state.rollback();
        }
        rows.addAll(adds);
        if (rows.isEmpty()) {
            return null;
        }
        recent.add(addedHashes.build().toArray());
        return new JournalCommit(before.number() + 1, System.currentTimeMillis(), before.hash(), hash, frames.of(rows));
    }

    private SailConnection reader() {
        SailConnection open = reader;
        if (open == null) {
            open = store.getConnection();
            reader = open;
        }
        return open;
    }

    private static boolean has(SailConnection state, Statement statement) {
        return state.hasStatement(
                statement.getSubject(), statement.getPredicate(), statement.getObject(), false, statement.getContext());
    }

    private static void namespaces(Map<String, String> changes, SailConnection state, List<PatchOperation> rows) {
        changes.forEach((prefix, name) -> {
            String bound = Objects.requireNonNullElse(state.getNamespace(prefix), "");
            if (bound.equals(name)) {
                return;
            }
            rows.add(
                    name.isEmpty()
                            ? new PatchOperation.DeleteNamespace(prefix, null, null)
                            : new PatchOperation.AddNamespace(
                                    prefix, SimpleValueFactory.getInstance().createIRI(name), null));
        });
    }

    @Override
    public void close() {
        SailConnection open = reader;
        reader = null;
        try {
            if (open != null) {
                open.close();
            }
        } finally {
            closeJournal();
        }
    }

    private void closeJournal() {
        try {
            journal.close();
        } catch (IOException e) {
            log.warn("The outbox was not closed cleanly: {}", e.toString());
        }
    }
}
