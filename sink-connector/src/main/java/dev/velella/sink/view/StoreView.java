package dev.velella.sink.view;

import dev.velella.sink.embedded.StoreContent;
import java.io.IOException;

/**
 * A view of a whole store: the sink's system graph, and all data. If a sink writes to the store meanwhile, the view
 * gives the state after a whole batch. Only one thread at a time may use it.
 */
public interface StoreView extends AutoCloseable {

    /** The place of the store for messages: a directory or an address. */
    String place();

    /** Whether only one connector writes to the store, so that the store should contain only data of its streams. */
    boolean isExclusive();

    /**
     * Whether the default graph can be distinguished from the other graphs. If not, its statements are not read. Known
     * after {@link #read}.
     */
    boolean hasDefaultGraph();

    /**
     * Whether the store may give literals back in another form than they were written in, as some SPARQL services do. Known
     * after {@link #read}.
     */
    default boolean mayRewriteLiterals() {
        return false;
    }

    /**
     * Reads all statements of one moment, in any order. Reserved graphs are left out, except the system graph.
     *
     * @throws dev.velella.sink.error.StoreFailedException if the store cannot be read; the reader may already have got
     *     some statements
     * @throws IOException only if the reader throws it
     */
    void read(StoreContent.Reader reader) throws IOException;

    /** Closes the view. Has no effect if it is already closed. */
    @Override
    void close();
}
