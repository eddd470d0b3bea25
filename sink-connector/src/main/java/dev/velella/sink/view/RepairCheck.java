package dev.velella.sink.view;

import dev.velella.sink.embedded.StoreContent;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.StoreMoment;
import dev.velella.sink.store.SystemRows;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;

/**
 * Checks the conditions of a repair: the store is at the expected moment, contains the statements to delete, and does
 * not contain the statements to add.
 */
final class RepairCheck implements StoreContent.Reader {
    private final SystemRows rows;
    private final Set<Statement> concerned;
    private final Set<Statement> stored = new HashSet<>();

    private RepairCheck(String connector, List<Statement> deletes, List<Statement> adds) {
        rows = new SystemRows(connector);
        concerned = new HashSet<>(deletes);
        concerned.addAll(adds);
    }

    /** A way to read a store. */
    interface Store {
        /** Reads all statements of one moment, see {@link StoreView#read}. */
        void read(StoreContent.Reader reader) throws IOException;
    }

    /**
     * Reads a store and checks the conditions.
     *
     * @throws StoreFailedException if a condition is not met; the message names the first difference
     */
    static void run(Store store, StoreMoment moment, List<Statement> deletes, List<Statement> adds) throws IOException {
        RepairCheck check = new RepairCheck(moment.connector(), deletes, adds);
        store.read(check);
        moment.requireSame(check.rows.moment());
        for (Statement statement : deletes) {
            if (!check.stored.contains(statement)) {
                throw differs("does not hold " + statement + ", which is to be deleted");
            }
        }
        for (Statement statement : adds) {
            if (check.stored.contains(statement)) {
                throw differs("holds " + statement + " already, which is to be added");
            }
        }
    }

    private static StoreFailedException differs(String how) {
        return new StoreFailedException(
                "the store " + how
                        + ": nothing was changed. Verify again; a blank node that the sink did not write can be"
                        + " deleted only where the store keeps labels",
                null);
    }

    @Override
    public void statement(Statement statement) {
        if (SystemRows.isRow(statement)) {
            rows.add(statement);
        }
        if (concerned.contains(statement)) {
            stored.add(statement);
        }
    }
}
