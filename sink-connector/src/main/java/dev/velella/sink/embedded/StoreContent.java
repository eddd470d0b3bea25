package dev.velella.sink.embedded;

import dev.velella.sink.query.Queryable;
import dev.velella.sink.store.ReservedGraphs;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.store.SystemRows;
import java.io.IOException;
import java.util.Iterator;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.query.QueryInterruptedException;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryResult;

/**
 * Reads the whole content of a store after a whole batch: first the rows of the system graph, then the data. Graphs
 * that only this store needs are left out. Everything is read in one transaction, so rows and data belong together even
 * if batches are applied meanwhile.
 */
public final class StoreContent {
    private StoreContent() {}

    /** Receives the statements. */
    public interface Reader {
        void statement(Statement statement) throws IOException;
    }

    /**
     * Reads everything. The store keeps the state of that moment until this method returns. Other work may have to wait
     * meanwhile, so the reader must be fast.
     *
     * @throws dev.velella.sink.error.StoreFailedException if the store is not open
     * @throws QueryInterruptedException if the thread is interrupted
     */
    public static void read(Queryable store, Reader reader) throws IOException {
        try (RepositoryConnection connection = store.connect()) {
            connection.begin(IsolationLevels.SNAPSHOT);
            try {
                hand(connection, reader, true, SystemGraph.GRAPH);
                hand(connection, reader, false);
            } finally {
                connection.rollback();
            }
        }
    }

    private static void hand(RepositoryConnection connection, Reader reader, boolean reserved, Resource... graphs)
            throws IOException {
        try (RepositoryResult<Statement> found = connection.getStatements(null, null, null, false, graphs)) {
            while (found.hasNext()) {
                Statement statement = found.next();
                if (ReservedGraphs.isReserved(statement.getContext()) == reserved) {
                    reader.statement(statement);
                }
            }
        }
        if (Thread.currentThread().isInterrupted()) { // RDF4J ends a result then, without an error
            throw new QueryInterruptedException("the reading of the store was interrupted");
        }
    }

    /** Those of a store's statements that are data. The iterator is valid until the statements are closed. */
    static Iterator<Statement> data(RepositoryResult<Statement> all) {
        return all.stream()
                .filter(statement -> !ReservedGraphs.isReserved(statement.getContext()))
                .iterator();
    }

    /** Passes a statement to the reader, unless it is in a graph that only this store needs. */
    public static void hand(Statement statement, Reader reader) throws IOException {
        if (SystemRows.isRow(statement) || !ReservedGraphs.isReserved(statement.getContext())) {
            reader.statement(statement);
        }
    }
}
