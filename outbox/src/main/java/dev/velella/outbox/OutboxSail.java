package dev.velella.outbox;

import dev.velella.outbox.inner.LmdbOrder;
import java.io.File;
import java.nio.file.Path;
import org.eclipse.rdf4j.sail.NotifyingSail;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.helpers.NotifyingSailWrapper;
import org.jspecify.annotations.Nullable;

/**
 * A Sail whose every commit goes into an outbox: the statements and prefixes that it has really changed, with number and
 * time. It stands around a memory, Native or LMDB store, and around inferencers too: it tells explicit statements only.
 *
 * <p>Owns the store and the outbox from {@link #init} to {@link #shutDown}. A transaction is visible and in the outbox, or
 * neither; {@link CommitLog} says how. Clients read the outbox through the reserved graph
 * {@link dev.velella.capture.OutboxTerms#GRAPH}.
 */
public final class OutboxSail extends NotifyingSailWrapper {
    private final OutboxSettings settings;
    private @Nullable CommitLog commits;
    private @Nullable OpenMark mark;

    /** An outbox around a Sail that is set later. */
    public OutboxSail(OutboxSettings settings) {
        this.settings = settings;
    }

    /** An outbox around a Sail. */
    public OutboxSail(NotifyingSail store, OutboxSettings settings) {
        super(store);
        this.settings = settings;
    }

    /**
     * Opens the store, and then the outbox.
     *
     * @throws SailException if one of them cannot be opened; both are closed then
     */
    @Override
    public void init() throws SailException {
        super.init();
        try {
            LmdbOrder.set(getBaseSail());
            OpenMark found = new OpenMark(directory());
            commits = CommitLog.open(settings, directory(), getBaseSail(), found);
            mark = found;
        } catch (RuntimeException | Error e) {
            super.shutDown();
            throw e;
        }
    }

    private Path directory() {
        Path given = settings.directory();
        if (given != null) {
            return given;
        }
        File data = getDataDir();
        if (data == null) {
            throw new SailException("the outbox has no directory: set outbox.dir, or the directory of the repository");
        }
        return data.toPath().resolve("outbox");
    }

    @Override
    public NotifyingSailConnection getConnection() throws SailException {
        CommitLog open = commits;
        if (open == null) {
            init();
            open = commits;
        }
        if (open == null) {
            throw new SailException("the outbox is not open");
        }
        return new OutboxConnection(open.connect(getBaseSail()), getBaseSail(), open);
    }

    @Override
    public void shutDown() throws SailException {
        CommitLog open = commits;
        commits = null;
        try {
            if (open != null) {
                open.close();
            }
        } finally {
            super.shutDown();
        }
        OpenMark set = mark;
        mark = null;
        if (set != null && open != null && !open.isBroken()) {
            set.clear();
        }
    }
}
