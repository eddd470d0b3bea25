package dev.velella.outbox;

import dev.velella.capture.OutboxPosition;
import dev.velella.capture.OutboxTerms;
import dev.velella.outbox.journal.Journal;
import dev.velella.rdf.GraphHash;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.sail.SailConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings journal and store together when a repository is opened. If it is proven that the journal continues to the store's
 * position, at most without its last commit, the history goes on. Otherwise a new history begins, with a new identity, so that
 * every reader notices; the log says why. Used once.
 */
final class Recovery {
    private static final Logger log = LoggerFactory.getLogger(Recovery.class);

    private final Journal journal;
    private final Path directory;

    Recovery(Journal journal, Path directory) {
        this.journal = journal;
        this.directory = directory;
    }

    void run(SailConnection store, boolean check) throws IOException {
        Optional<OutboxPosition> stored = StorePosition.read(store);
        String obstacle = stored.isEmpty()
                ? (journal.last().isEmpty() ? "" : "the store has no position, so it was emptied or replaced")
                : obstacle(stored.get());
        if (stored.isPresent() && obstacle.isEmpty() && check) {
            long found = hash(store);
            if (found != stored.get().hash()) {
                obstacle = "the statements of the store have hash " + GraphHash.format(found) + " instead of "
                        + GraphHash.format(stored.get().hash()) + ", so it was changed without its outbox";
            }
        }
        if (stored.isPresent() && obstacle.isEmpty()) {
            StorePosition.set(store, stored.get());
            return;
        }
        OutboxPosition begin = new OutboxPosition(UUID.randomUUID().toString(), 0, hash(store));
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

    /** Why the journal does not lead to the position; empty if it does, or was made to. */
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
        if (last.store().equals(stored.store())
                && last.number() == stored.number() + 1
                && journal.hashBeforeLast().map(hash -> hash == stored.hash()).orElse(false)) {
            log.info("Commit {} was not completed before the crash; the outbox drops it", last.number());
            journal.drop();
            return "";
        }
        return "the store is at " + stored.format() + " and the outbox at " + last.format()
                + ", so one of them was replaced, or restored from a backup, or lost commits in a crash";
    }

    private static long hash(SailConnection store) {
        long hash = GraphHash.EMPTY;
        try (CloseableIteration<? extends Statement> all = store.getStatements(null, null, null, false)) {
            while (all.hasNext()) {
                Statement statement = all.next();
                if (!OutboxTerms.GRAPH.equals(statement.getContext())) {
                    hash += GraphHash.of(statement);
                }
            }
        }
        return hash;
    }
}
