package dev.velella.sink.embedded;

import dev.velella.sink.directory.OwnerOnly;
import dev.velella.sink.query.HidingStrategyFactory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.sail.SailException;
import org.eclipse.rdf4j.sail.helpers.DirectoryLockManager;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

/**
 * A persistent MemoryStore that writes its file only at a {@link #checkpoint}, never on a timer or at shutdown. The
 * checkpoint writes a new file and then renames it over the old file. So after a crash either the old or the new file
 * is there, complete.
 */
public class CheckpointedMemoryStore extends MemoryStore {
    private final Path file;
    private boolean checkpointing;

    public CheckpointedMemoryStore(Path directory) {
        super(directory.toFile());
        this.file = directory.resolve(DATA_FILE_NAME);
        setPersist(true);
        setConnectionTimeOut(1_000); // ms that a shutdown waits for queries
        setEvaluationStrategyFactory(HidingStrategyFactory.PLAIN);
        setFederatedServiceResolver(url -> {
            throw new QueryEvaluationException("SERVICE is not offered");
        });
    }

    /** Writes the file and returns when it is on the disk. Works in the caller's thread. */
    public void checkpoint() throws IOException {
        checkpointing = true;
        try {
            sync();
        } finally {
            checkpointing = false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        OwnerOnly.file(file);
    }

    /**
     * Releases the directory's lock if the file cannot be read. The base class would keep the lock until the process
     * ends.
     */
    @Override
    protected void initializeInternal() throws SailException {
        try {
            super.initializeInternal();
        } catch (SailException e) {
            if (isWritable()) {
                new DirectoryLockManager(getDataDir()).revokeLock();
            }
            throw e;
        }
    }

    @Override
    public void sync() throws SailException {
        if (checkpointing) {
            super.sync();
        }
    }

    @Override
    protected void scheduleSyncTask() {
        // the file is written on demand only
    }
}
