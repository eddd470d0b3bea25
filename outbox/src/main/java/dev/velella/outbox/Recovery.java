package dev.velella.outbox;

import dev.velella.capture.OutboxPosition;
import dev.velella.outbox.journal.Journal;
import dev.velella.outbox.journal.JournalCommit;
import dev.velella.rdf.GraphHash;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.sail.SailConnection;
import org.eclipse.rdf4j.sail.SailException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings journal and store together when a repository is opened. If it is proven that the journal continues to the store's
 * position, or leads on from it, the history goes on: commits that the store has lost are done again. Otherwise a store that was
 * not closed is refused. If it was closed, or is empty, a new history begins, with a new identity, so that every reader notices;
 * the log says why. Used once.
 */
final class Recovery {
    private static final Logger log = LoggerFactory.getLogger(Recovery.class);

    private static final long PORTION = 16 << 20;

    private final Journal journal;
    private final Path directory;
    private final OpenMark mark;
    private final boolean isNative;

    /** @param isNative whether the store is a NativeStore, which can have values that it does not find */
    Recovery(Journal journal, Path directory, OpenMark mark, boolean isNative) {
        this.journal = journal;
        this.directory = directory;
        this.mark = mark;
        this.isNative = isNative;
    }

    /**
     * @param check whether all statements are read and compared with the position
     * @throws SailException if they do not fit together and the store was not closed
     */
    void run(SailConnection store, boolean check) throws IOException {
        Optional<OutboxPosition> stored = StorePosition.read(store);
        String obstacle = stored.isEmpty()
                ? (journal.last().isEmpty() ? "" : "the store has no position, so it was emptied or replaced")
                : obstacle(stored.get());
        if (stored.isPresent() && obstacle.isEmpty() && check) {
            obstacle = difference(new StoredStatements(store), stored.get().hash());
        }
        if (stored.isPresent() && obstacle.isEmpty()) {
            OutboxPosition reached = redo(store, stored.get());
            StorePosition.set(store, reached);
            if (!StorePosition.is(store, reached)) { // the values were written last, and are found by another file
                throw new DamagedStoreException("it has its position, but does not find it by its value", null);
            }
            if (check && !reached.equals(stored.get())) { // a damaged index shows when it is written
                obstacle = difference(new StoredStatements(store), reached.hash());
            }
            if (obstacle.isEmpty()) {
                return;
            }
        }
        long hash = new StoredStatements(store).hash();
        if (!obstacle.isEmpty() && mark.isSet() && hash != GraphHash.EMPTY) {
            throw new SailException("the repository was not closed, and " + obstacle + ". A new history would forget"
                    + " commits that are in the outbox alone. Restore the store from a backup: the outbox leads on from"
                    + " there if it has all commits since. To go on with the store as it is, delete " + mark);
        }
        OutboxPosition begin = new OutboxPosition(UUID.randomUUID().toString(), 0, hash);
        if (obstacle.isEmpty()) {
            log.info("The outbox in {} begins: {}", directory, begin.format());
        } else {
            log.warn(
                    "The outbox in {} begins a new history, {}, because {}. Readers of the former history will report"
                            + " this and need a new snapshot",
                    directory,
                    begin.format(),
                    obstacle);
        }
        journal.begin(begin);
        StorePosition.set(store, begin);
    }

    /** How the statements differ from a hash; empty if they do not. A kill may damage one file of a NativeStore alone. */
    private String difference(StoredStatements statements, long expected) {
        long found = statements.hash();
        if (found != expected) {
            return "the statements of the store have hash " + GraphHash.format(found) + " instead of "
                    + GraphHash.format(expected) + ": it is damaged, or was changed without its outbox";
        }
        if (mark.isSet()) {
            long byPredicate = statements.hashByPredicate();
            if (byPredicate != expected) {
                throw new DamagedStoreException(
                        "the statements that it finds by their predicates have hash " + GraphHash.format(byPredicate)
                                + " instead of " + GraphHash.format(expected),
                        null);
            }
            Statement lost = isNative ? statements.notFoundByValues() : null;
            if (lost != null) {
                throw new DamagedStoreException("it has " + lost + ", but does not find it by its values", null);
            }
        }
        return "";
    }

    /** Why the journal does not lead on from the position; empty if it does. */
    private String obstacle(OutboxPosition stored) throws IOException {
        OutboxPosition last = journal.last().orElse(null);
        if (last == null) {
            log.warn(
                    "The outbox in {} is missing: it goes on after commit {}, and readers that have not yet read until there"
                            + " will report it",
                    directory,
                    stored.number());
            journal.begin(stored);
            return "";
        }
        if (last.equals(stored)) {
            return "";
        }
        List<JournalCommit> next = journal.after(stored.number(), 0);
        boolean leadsOn = last.store().equals(stored.store())
                && !next.isEmpty()
                && next.get(0).number() == stored.number() + 1
                && next.get(0).before() == stored.hash();
        return leadsOn
                ? ""
                : "the store is at " + stored.format() + " and the outbox at " + last.format()
                        + ", which does not lead on from there: one of them was replaced, or restored from a backup";
    }

    /** Does the commits again that the store has lost. */
    private OutboxPosition redo(SailConnection store, OutboxPosition stored) throws IOException {
        Redo redo = new Redo(store);
        OutboxPosition reached = stored;
        List<JournalCommit> next = journal.after(stored.number(), PORTION);
        while (!next.isEmpty()) {
            for (JournalCommit commit : next) {
                try {
                    redo.commit(stored.store(), commit);
                } catch (RuntimeException | OutOfMemoryError e) { // a damaged file names values that no memory can hold
                    throw new SailException(
                            "the store cannot take commit " + commit.number() + " of its outbox again: " + e
                                    + ". If its disk is full, make room, and start again. Else the store is damaged: restore"
                                    + " it from a backup, and the outbox leads on from there if it has all commits since",
                            e);
                }
                reached = new OutboxPosition(stored.store(), commit.number(), commit.after());
            }
            next = journal.after(reached.number(), PORTION);
        }
        if (reached.number() > stored.number()) {
            log.warn(
                    "The store lacked the last {} commits of its outbox, which are done again: it is at {} now",
                    reached.number() - stored.number(),
                    reached.format());
        }
        return reached;
    }
}
