package dev.velella.outbox;

import dev.velella.capture.OutboxPosition;
import dev.velella.outbox.journal.Journal;
import dev.velella.outbox.journal.JournalCommit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.SailConnection;
import org.eclipse.rdf4j.sail.SailException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the commits of a repository in one order, and each of them into journal and store. Owns the journal, and the only
 * connection that writes to the store.
 *
 * <p>Under one lock a commit compares its changes with the store as the commit before has left it, prepares the difference in
 * the journal, and writes exactly this difference into the store, together with its position. Transactions that wait for the lock
 * are committed together. The user's own transaction is rolled back before: RDF4J 5.2 loses single statements of transactions that updated beside others, and then the store would
 * differ from the journal.
 *
 * <p>After a crash the position in the store says which commits of the journal it lacks, and they are done again. If the store
 * fails in a commit, all later commits are refused until the next start.
 */
final class CommitLog implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CommitLog.class);

    /** After so many commits their positions in the store are removed, but for the last. */
    private static final int TIDY = 64;

    private final OutboxSettings settings;
    private final Journal journal;
    private final NotifyingSail store;
    private final CommitFrames frames = new CommitFrames();
    private final Queue<WaitingCommit> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock committing = new ReentrantLock();
    private @Nullable SailConnection writer;
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
     * Commits a transaction. Transactions that wait for each other are committed together, with one sync of the journal and one
     * commit of the store; each has its own number.
     *
     * @param transaction has made the changes, and is not yet prepared. It ends here, except if the outbox is full or the
     *     transaction conflicts with another one
     * @param isSerializable whether the transaction conflicts with commits that changed anything it has read
     * @throws SailException if the outbox is full or cannot be written, or the store refuses the commit; then nothing is
     *     committed
     */
    void commit(SailConnection transaction, TransactionChanges changes, boolean isSerializable) {
        awaitRoom();
        WaitingCommit own = new WaitingCommit(changes);
        if (isSerializable) {
            committing.lock();
            try {
                refuseIfBroken();
                transaction.prepare(); // finds conflicts with all commits before
                transaction.rollback();
                end(List.of(own));
            } finally {
                committing.unlock();
            }
        } else {
            refuseIfBroken();
            transaction.rollback();
            waiting.add(own);
            committing.lock();
            try {
                while (!own.isEnded()) {
                    end(WaitingCommit.next(waiting));
                }
            } finally {
                committing.unlock();
            }
        }
        own.throwFailure();
    }

    private void refuseIfBroken() {
        SailException failed = broken;
        if (failed != null) {
            throw new SailException(
                    "the outbox takes no commits until the repository is restarted: " + failed.getMessage(), failed);
        }
    }

    /** Commits transactions together. If they cannot be prepared together, each is committed by itself. */
    private void end(List<WaitingCommit> group) {
        SailException failure = null;
        try {
            refuseIfBroken();
            write(group);
        } catch (SailException e) {
            failure = e;
        } catch (IOException e) {
            failure = new SailException("the outbox cannot be written, so nothing is committed: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) { // whoever waits must hear of it
            failure = new SailException(e);
        }
        if (failure != null && group.size() > 1 && broken == null) {
            group.forEach(each -> end(List.of(each)));
        } else {
            SailException outcome = failure;
            group.forEach(each -> each.end(outcome));
        }
    }

    private void write(List<WaitingCommit> group) throws IOException {
        SailConnection open = writer();
        open.begin(IsolationLevels.SNAPSHOT);
        boolean ended = false;
        try {
            OutboxPosition after = position();
            List<JournalCommit> commits = new ArrayList<>();
            for (WaitingCommit each : group) {
                Difference difference = Difference.of(each.changes(), open, after.hash());
                if (!difference.rows().isEmpty()) {
                    long number = after.number() + 1;
                    StoreRows.write(open, difference.rows());
                    commits.add(new JournalCommit(
                            number,
                            System.currentTimeMillis(),
                            after.hash(),
                            difference.hash(),
                            frames.of(difference.rows())));
                    after = new OutboxPosition(after.store(), number, difference.hash());
                }
            }
            if (!commits.isEmpty()) {
                commit(open, commits, after);
                ended = true;
            }
        } finally {
            if (!ended) {
                open.rollback();
            }
        }
        if (untidy >= TIDY) {
            tidy(position());
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
            if (StorePosition.read(fresh).map(after::equals).orElse(false)) {
                journal.confirm();
            } else {
                journal.drop();
            }
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
            outcome = "nobody knows whether commit " + after.number() + " is in the store";
        }
        broken = new SailException(outcome, failure);
        log.error("The outbox takes no commits until the repository is restarted: {}", outcome);
    }

    private void tidy(OutboxPosition after) {
        untidy = 0;
        try {
            StorePosition.set(writer(), after);
        } catch (RuntimeException e) {
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

    @Override
    public void close() {
        SailConnection open = writer;
        writer = null;
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
