package dev.velella.outbox;

import dev.velella.capture.OutboxPosition;
import dev.velella.outbox.journal.Journal;
import dev.velella.outbox.journal.JournalCommit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.SailConnection;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.base.WaitingChanges;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes groups of commits into journal and store. Each transaction is compared with the store as the transaction before has left
 * it. The differences are prepared in the journal, and exactly they are written into the store, together with the last position.
 *
 * <p>Owns the only connection that writes to the store. The lock of the {@link CommitLog} guards all but {@link #broken}.
 */
final class GroupWriter implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(GroupWriter.class);

    /** After so many commits of the store their positions in it are removed, but for the last. */
    private static final int TIDY = 64;

    private final Journal journal;
    private final NotifyingSail store;
    private final CommitFrames frames = new CommitFrames();
    private final @Nullable WriteBehind behind;
    private final @Nullable WaitingChanges changes;
    private @Nullable SailConnection writer;
    private volatile @Nullable SailException broken;
    private int untidy;

    /**
     * A writer of a store that is open.
     *
     * @param behind lets the store write many commits at once; null if it writes each by itself
     * @param changes tells whether commits wait in the memory of the store; null if it does not tell
     */
    GroupWriter(Journal journal, NotifyingSail store, @Nullable WriteBehind behind, @Nullable WaitingChanges changes) {
        this.journal = journal;
        this.store = store;
        this.behind = behind;
        this.changes = changes;
    }

    /** Why the store takes no more commits until it is opened again; null if it takes them. */
    @Nullable
    SailException broken() {
        return broken;
    }

    /**
     * Commits transactions, in their order.
     *
     * @throws IOException if the journal cannot be written; then nothing is committed
     * @throws InterruptedReadingException if the thread was interrupted before anything was committed
     * @throws SailException if the store refuses a change, or fails in the commit, see {@link #broken}
     */
    void write(List<WaitingCommit> group) throws IOException {
        SailConnection open = writer();
        if (behind != null) {
            behind.hold();
        }
        open.begin(IsolationLevels.SNAPSHOT);
        boolean ended = false;
        int rows = 0;
        try {
            OutboxPosition after = journal.last().orElseThrow();
            refuseIfLost(open, after);
            List<JournalCommit> commits = new ArrayList<>();
            for (WaitingCommit each : group) {
                Difference difference = Difference.of(each.changes(), open, after.hash());
                if (!difference.rows().isEmpty()) {
                    long number = after.number() + 1;
                    StoreRows.write(open, difference.rows());
                    rows += difference.rows().size();
                    commits.add(new JournalCommit(
                            number,
                            System.currentTimeMillis(),
                            after.hash(),
                            difference.hash(),
                            frames.of(difference.rows())));
                    after = new OutboxPosition(after.store(), number, difference.hash());
                }
            }
            WholeReading.check();
            if (!commits.isEmpty()) {
                commit(open, commits, after);
                ended = true;
            }
        } finally {
            if (!ended) {
                rollBack(open);
            }
        }
        if (untidy >= TIDY) {
            tidy(journal.last().orElseThrow());
        }
        if (behind == null || behind.add(rows)) {
            writeStore();
        }
    }

    /** If this fails, what the transaction has written may be in the next one. */
    private void rollBack(SailConnection open) {
        try {
            open.rollback();
        } catch (RuntimeException | Error e) {
            throw refuse("the store could not roll a transaction back: " + e, e);
        }
    }

    /**
     * RDF4J gives committed changes up if it cannot write them, and when a reader had to end first, only that reader is told.
     * Then the store is not where the journal is.
     */
    private void refuseIfLost(SailConnection open, OutboxPosition last) {
        if (!WholeReading.of(() -> StorePosition.is(open, last))) {
            throw refuse(
                    "the store no longer has commit " + last.number()
                            + ", because it could not write it. The outbox has it, and the next start does it again",
                    null);
        }
    }

    /** Lets the store write the commits that wait in its memory. If it cannot, no commit is taken until the next start. */
    void writeStore() {
        try {
            if (behind != null) {
                behind.write();
            }
            if (changes != null && broken == null && !changes.exist()) { // written, or given up
                OutboxPosition last = journal.last().orElseThrow();
                refuseIfLost(writer(), last);
                journal.written(last.number());
            }
        } catch (RuntimeException | Error e) {
            if (broken == null) {
                storeFailed(e);
            }
        }
    }

    /**
     * Takes no commit until the next start, because the store has failed when it wrote the commits that waited in its memory. Any
     * thread may call this.
     */
    SailException storeFailed(Throwable failure) {
        return refuse(
                "the store could not write its last commits: " + failure
                        + ". The outbox has them, and the next start does them again",
                failure);
    }

    /** From now on no commit is taken. */
    private SailException refuse(String reason, @Nullable Throwable cause) {
        SailException refused = new SailException(reason, cause);
        broken = refused;
        log.error("The outbox takes no commits until the repository is restarted: {}", reason);
        return refused;
    }

    private void commit(SailConnection open, List<JournalCommit> commits, OutboxPosition after) throws IOException {
        StorePosition.add(open, after);
        open.flush();
        open.prepare();
        journal.prepare(commits);
        try {
            open.commit();
        } catch (RuntimeException | Error e) {
            settle(after, e);
            throw e;
        }
        journal.confirm();
        untidy++;
    }

    /**
     * Finds out whether the store has a commit that it has reported as failed. Afterwards nothing is written until the next
     * start: Native and LMDB stores of RDF4J show the statements of a failed commit together with the next one.
     */
    private void settle(OutboxPosition after, Throwable failure) {
        String outcome = "the store failed in commit " + after.number() + ": " + failure;
        try (SailConnection fresh = store.getConnection()) {
            if (WholeReading.of(() -> StorePosition.read(fresh))
                    .map(after::equals)
                    .orElse(false)) {
                journal.confirm();
            } else {
                journal.drop();
            }
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
            outcome = "nobody knows whether commit " + after.number() + " is in the store";
        }
        refuse(outcome, failure);
    }

    private void tidy(OutboxPosition after) {
        untidy = 0;
        try {
            StorePosition.set(writer(), after);
        } catch (RuntimeException | Error e) { // the commit is done all the same
            log.warn("Old positions of the outbox stay in the store until later: {}", e.toString());
        }
    }

    private SailConnection writer() {
        SailConnection open = writer;
        if (open == null) {
            open = store.getConnection();
            writer = open;
        }
        return open;
    }

    /** Call {@link #writeStore} before, if something was written. */
    @Override
    public void close() {
        SailConnection open = writer;
        writer = null;
        if (open != null) {
            open.close();
        }
    }
}
