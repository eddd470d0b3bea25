package dev.velella.sink.embedded;

import dev.velella.sink.directory.DirectoryLock;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.versions.HistorySettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;

/**
 * An RDF4J LmdbStore in a directory: the statements are on disk, and the heap has a constant size. An applied batch is
 * durable: it is on the disk when {@link #apply} returns.
 */
public final class LmdbTarget extends EmbeddedTarget {
    private static final int LONGEST_TAG = 255;

    /**
     * Opens the store in a directory, or makes one there.
     *
     * @param directory directory of the store; made if it does not exist
     * @param connector name of the connector, under which offsets and chains are kept
     * @param lockPatience how long to wait while another task or process still has the directory
     * @throws dev.velella.sink.error.StoreFailedException if the directory is in use or not writable, the store is
     *     damaged, or there is no LMDB for this platform
     */
    public static LmdbTarget open(Path directory, String connector, Duration lockPatience, LmdbSettings settings) {
        return open(directory, connector, lockPatience, settings, false);
    }

    /**
     * Opens the store in a directory, or makes one there, with a choice for damaged stores.
     *
     * @param rebuild whether an empty store replaces a damaged store; the damaged store is kept
     */
    public static LmdbTarget open(
            Path directory, String connector, Duration lockPatience, LmdbSettings settings, boolean rebuild) {
        return open(directory, connector, lockPatience, settings, rebuild, HistorySettings.NONE);
    }

    /**
     * Opens the store in a directory, or makes one there, with a choice for damaged stores and for the history.
     *
     * @param rebuild whether an empty store replaces a damaged store; the damaged store is kept
     * @param history whether the history is kept
     */
    public static LmdbTarget open(
            Path directory,
            String connector,
            Duration lockPatience,
            LmdbSettings settings,
            boolean rebuild,
            HistorySettings history) {
        return opened(
                new LmdbTarget(directory, connector, settings, DirectoryLock.acquire(directory, lockPatience), history),
                rebuild);
    }

    private LmdbTarget(
            Path directory, String connector, LmdbSettings settings, DirectoryLock lock, HistorySettings history) {
        super(directory, connector, LmdbFiles.FOLDER, place -> new LmdbFiles(place, settings, history), lock);
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities(false, true, true);
    }

    /**
     * Refuses triple terms and very long language tags. LmdbStore would accept a triple term, then refuse it at the commit, and
     * be broken afterwards; of the length of a language tag it keeps one byte, so it would read another literal.
     */
    @Override
    public void checkStorable(Statement statement) {
        if (statement.getSubject().isTriple() || statement.getObject().isTriple()) {
            throw new PatchRefusedException("the patch holds a triple term (RDF-star), which target=lmdb cannot store;"
                    + " target=memory can: " + statement);
        }
        if (statement.getObject() instanceof Literal literal
                && literal.getLanguage().isPresent()
                && literal.getLanguage().get().getBytes(StandardCharsets.UTF_8).length > LONGEST_TAG) {
            throw new PatchRefusedException("the patch holds a language tag of more than " + LONGEST_TAG
                    + " bytes, which target=lmdb cannot store; target=memory can: " + statement);
        }
    }

    @Override
    public boolean isHeldUpByReaders() {
        return true;
    }
}
