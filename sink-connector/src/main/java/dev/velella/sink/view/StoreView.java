package dev.velella.sink.view;

import dev.velella.sink.embedded.StoreContent;
import java.io.IOException;

/**
 * A store as a whole: what the sink's system graph says, and all data. A store that is read while a sink writes to it
 * gives the state after some whole batch. One thread at a time.
 */
public interface StoreView extends AutoCloseable {

    /** Which store, in the words of a message: a directory or an address. */
    String place();

    /**
     * Whether nobody but one connector writes to the store, so that it should hold nothing that is not of its streams.
     */
    boolean isExclusive();

    /**
     * Whether the default graph can be told from the others; if not, its statements are not handed over.
     * Known after {@link #read}.
     */
    boolean hasDefaultGraph();

    /**
     * Reads all statements outside of reserved graphs, and those of the system graph, of one moment; in any order.
     *
     * @throws dev.velella.sink.error.StoreFailedException if the store cannot be read; some statements may have been handed over
     * @throws IOException only what the reader throws
     */
    void read(StoreContent.Reader reader) throws IOException;

    /** Lets go of the store. Has no effect when closed already. */
    @Override
    void close();
}
