package dev.velella.sink.versions;

import dev.velella.sink.store.CommitRecord;
import java.util.Optional;
import org.eclipse.rdf4j.query.algebra.evaluation.RDFStarTripleSource;

/** The history of a store, for readers. Any thread may use it. */
public interface StoreHistory {
    /** The commits that can be asked for. */
    CommitTable commits();

    /**
     * Begins to read as of a commit. The commit is kept until the reading is closed.
     *
     * @return empty if the history does not have the commit, or has it no more
     */
    Optional<Reading> read(long commit);

    /** A commit that is being read. */
    interface Reading extends AutoCloseable {
        /** The commit. */
        CommitRecord commit();

        /** The statements of the commit. */
        RDFStarTripleSource statements();

        @Override
        void close();
    }
}
