package dev.velella.verify;

import dev.velella.rdf.GraphHash;
import dev.velella.sink.store.SystemRows;
import dev.velella.sink.view.StoreView;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Number and {@link GraphHash} of the statements of every graph of a store, read in one pass together with the sink's
 * rows. The memory depends on the number of graphs, not on the number of statements.
 */
final class GraphTallies {
    private final SystemRows rows;
    private final Map<@Nullable Resource, Tally> graphs = new HashMap<>();

    /** The number and hash of one graph. */
    static final class Tally {
        private long statements;
        private long hash = GraphHash.EMPTY;

        long statements() {
            return statements;
        }

        long hash() {
            return hash;
        }
    }

    private GraphTallies(SystemRows rows) {
        this.rows = rows;
    }

    /** Reads a store once. */
    static GraphTallies of(StoreView store, String connector) throws IOException {
        GraphTallies tallies = new GraphTallies(new SystemRows(connector));
        store.read(tallies::take);
        return tallies;
    }

    private void take(Statement statement) {
        if (SystemRows.isRow(statement)) {
            rows.add(statement);
        } else {
            Tally tally = graphs.computeIfAbsent(statement.getContext(), graph -> new Tally());
            tally.statements++;
            tally.hash += GraphHash.of(statement);
        }
    }

    SystemRows rows() {
        return rows;
    }

    /** The tallies by graph; null is the default graph. */
    Map<@Nullable Resource, Tally> graphs() {
        return graphs;
    }
}
