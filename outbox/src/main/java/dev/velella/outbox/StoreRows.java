package dev.velella.outbox;

import dev.velella.rdf.PatchOperation;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.sail.SailConnection;

/** Writes the rows of a commit into the transaction of a connection. Stateless. */
final class StoreRows {
    private StoreRows() {}

    static void write(SailConnection store, List<PatchOperation> rows) {
        for (PatchOperation row : rows) {
            if (row instanceof PatchOperation.Add add) {
                Statement added = add.statement();
                store.addStatement(added.getSubject(), added.getPredicate(), added.getObject(), added.getContext());
            } else if (row instanceof PatchOperation.Delete delete) {
                Statement deleted = delete.statement();
                store.removeStatements(
                        deleted.getSubject(), deleted.getPredicate(), deleted.getObject(), deleted.getContext());
            } else if (row instanceof PatchOperation.AddNamespace bound) {
                store.setNamespace(bound.prefix(), bound.namespace().stringValue());
            } else if (row instanceof PatchOperation.DeleteNamespace unbound) {
                store.removeNamespace(unbound.prefix());
            }
        }
    }
}
