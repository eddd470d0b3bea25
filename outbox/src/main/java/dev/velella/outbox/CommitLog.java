package dev.velella.outbox;

import dev.velella.capture.OutboxPosition;
import dev.velella.outbox.inner.InnerStore;
import dev.velella.outbox.inner.StorableTerms;
import dev.velella.outbox.inner.WatchedConnection;
import dev.velella.outbox.journal.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.SailConnection;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.base.WaitingChanges;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the commits of a repository in one order, and each of them into journal and store. Owns the journal and the {@link GroupWriter}.
 *
 * <p>One group of commits at a time is written. Transactions that wait for it are the next group. A user's own transaction is rolled
 * back before it is written by the connection of the outbox: RDF4J 5.2 loses single statements of transactions that updated beside
 * others, and then the store would differ from the journal.
 *
 * <p>After a crash the position in the store says which commits of the journal it lacks, and they are done again. If the store
 * fails in a commit or when it writes commits that waited, all later commits are refused until the next start.
 */
final class CommitLog implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CommitLog.class);

    private final OutboxSettings settings;
    private final Journal journal;
    private final @Nullable WriteBehind behind;
    private final StorableTerms storable;
    private final GroupWriter writer;
    private final Queue<WaitingCommit> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock committing = new ReentrantLock();
    private final Arrivals arrivals = new Arrivals();
    private volatile @Nullable WaitingCommit gathering;
    private boolean isOpen;

    private CommitLog(OutboxSettings settings, Journal journal, NotifyingSail store) {
        this.settings = settings;
        this.journal = journal;
        InnerStore inner = InnerStore.of(store);
        storable = StorableTerms.of(inner);
        WaitingChanges changes = inner.waitingChanges();
        behind = inner.isLmdb() && changes != null
                ? new WriteBehind(changes, WriteBehind.LONGEST, this::writeStore)
                : null;
        writer = new GroupWriter(journal, store, behind, changes);
    }

    /**
     * Opens the outbox of a store that is open.
     *
     * @param mark is set when store and outbox agree
     */
    static CommitLog open(OutboxSettings settings, Path directory, NotifyingSail store, OpenMark mark) {
        try {
            InnerStore inner = InnerStore.of(store);
            boolean sync = settings.sync() && !inner.isVolatile();
            CommitLog commits = new CommitLog(settings, Journal.open(directory, sync, settings.maxBytes()), store);
            try (SailConnection connection = store.getConnection()) {
                new Recovery(commits.journal, directory, mark, inner.isNative())
                        .run(connection, settings.checkAtStart());
                mark.set();
                commits.isOpen = true;
                commits.writer.writeStore();
            } catch (IOException | RuntimeException | Error e) {
                commits.close();
                throw e;
            }
            return commits;
        } catch (IOException e) {
            throw new SailException("the outbox in " + directory + " cannot be opened: " + e.getMessage(), e);
        }
    }

    /** Lets the store write the commits that wait in its memory. */
    private void writeStore() {
        committing.lock();
        try {
            writer.writeStore();
        } finally {
            unlock();
        }
    }

    /** The terms that the store can hold. */
    StorableTerms storable() {
        return storable;
    }

    Journal journal() {
        return journal;
    }

    /** The position after the last commit. Call it in {@link #between}. */
    OutboxPosition position() {
        return journal.last().orElseThrow();
    }

    /** A connection of a store for a user. If it loses commits of others, no commit is taken until the next start. */
    NotifyingSailConnection connect(NotifyingSail store) {
        return WatchedConnection.of(store.getConnection(), writer::storeFailed);
    }

    /** Does something between two commits. */
    <T> T between(Supplier<T> reading) {
        committing.lock();
        try {
            return reading.get();
        } finally {
            unlock();
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
        boolean interrupted = Thread.interrupted(); // or else the store may fail in the commit, and take no more
        try {
            commitInRoom(transaction, changes, isSerializable);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void commitInRoom(SailConnection transaction, TransactionChanges changes, boolean isSerializable) {
        WaitingCommit own = new WaitingCommit(changes);
        if (isSerializable) {
            committing.lock();
            try {
                refuseIfBroken();
                transaction.prepare(); // finds conflicts with all commits before
                transaction.rollback();
                own.end(write(List.of(own)));
            } finally {
                unlock();
            }
        } else {
            refuseIfBroken();
            transaction.rollback();
            waiting.add(own);
            WaitingCommit leader = gathering;
            if (leader != null) {
                leader.wake();
            }
            await(own);
        }
        own.throwFailure();
    }

    /**
     * Returns when a transaction has ended. Whoever gets the lock commits all that wait, so nobody has to wait for the lock itself:
     * a thread whose transaction others have committed goes on at once, and can be in the next group.
     */
    private void await(WaitingCommit own) {
        boolean interrupted = false;
        while (!own.isEnded()) {
            if (committing.tryLock()) {
                try {
                    if (!own.isEnded()) {
                        gather(own);
                        endNext();
                    }
                } finally {
                    unlock();
                }
            } else {
                own.await();
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits a little for transactions that will come soon, see {@link Arrivals}. */
    private void gather(WaitingCommit leader) {
        long patience = arrivals.patienceNanos();
        long began = System.nanoTime();
        gathering = leader;
        long left = patience;
        while (left > 0
                && !arrivals.isComplete(waiting.size())
                && !Thread.currentThread().isInterrupted()) {
            leader.await(left);
            left = patience - (System.nanoTime() - began);
        }
        gathering = null;
    }

    private void endNext() {
        List<WaitingCommit> group = WaitingCommit.next(waiting);
        long began = System.nanoTime();
        SailException failure = write(group);
        // Before the group is told, because its writers may be here again at once.
        arrivals.groupEnded(group.size(), waiting.size(), System.nanoTime() - began);
        tell(group, failure);
    }

    /** Frees the lock for the first who waits. */
    private void unlock() {
        committing.unlock();
        WaitingCommit next = waiting.peek();
        if (next != null) {
            next.wake();
        }
    }

    /** Whether the store has failed in a commit, and takes no more. */
    boolean isBroken() {
        return writer.broken() != null;
    }

    private void refuseIfBroken() {
        SailException failed = writer.broken();
        if (failed != null) {
            throw new SailException(
                    "the outbox takes no commits until the repository is restarted: " + failed.getMessage(), failed);
        }
    }

    /** Commits transactions together; returns why they are not committed, or null if they are. */
    private @Nullable SailException write(List<WaitingCommit> group) {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                try {
                    refuseIfBroken();
                    writer.write(group);
                    return null;
                } catch (InterruptedReadingException e) {
                    if (!Thread.interrupted()) {
                        return e;
                    }
                    interrupted = true; // the next attempt has not read a part
                }
            }
        } catch (SailException e) {
            return e;
        } catch (IOException e) {
            return new SailException("the outbox cannot be written, so nothing is committed: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) { // whoever waits must hear of it
            return new SailException(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends transactions that were written. If they could not be prepared together, each is committed by itself. */
    private void tell(List<WaitingCommit> group, @Nullable SailException failure) {
        if (failure != null && group.size() > 1 && writer.broken() == null) {
            group.forEach(each -> each.end(write(List.of(each))));
        } else {
            group.forEach(each -> each.end(failure));
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

    @Override
    public void close() {
        if (behind != null) {
            behind.stopThread();
        }
        try {
            if (isOpen) { // else the store may differ from the journal, and was refused
                writer.writeStore();
            }
            writer.close();
        } finally {
            try {
                journal.close();
            } catch (IOException e) {
                log.warn("The outbox was not closed cleanly: {}", e.toString());
            }
        }
    }
}
