package dev.velella.outbox;

import dev.velella.capture.OutboxPosition;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.outbox.journal.JournalCommit;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.sail.SailConnection;

/**
 * Does commits of the journal again that the store has lost. RDF4J's stores keep acknowledged commits in memory alone while
 * other transactions or reads are open, so a killed process loses them. Owns nothing.
 */
final class Redo {
    private final SailConnection store;
    private final JellyPatchDecoder decoder = new JellyPatchDecoder(SimpleValueFactory.getInstance(), Limits.DEFAULT);

    Redo(SailConnection store) {
        this.store = store;
    }

    /** Does a commit in a transaction of its own, together with its position. */
    void commit(String history, JournalCommit commit) {
        store.begin(IsolationLevels.SNAPSHOT);
        try {
            for (byte[] frame : commit.frames()) {
                StoreRows.write(store, decoder.decode(frame).operations());
            }
            StorePosition.add(store, new OutboxPosition(history, commit.number(), commit.after()));
            store.flush();
            store.prepare();
            store.commit();
        } catch (RuntimeException | Error e) {
            store.rollback();
            throw e;
        }
    }
}
