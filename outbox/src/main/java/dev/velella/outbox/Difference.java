package dev.velella.outbox;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.sail.SailConnection;

/**
 * The change that a transaction makes to the store as the commit before has left it.
 *
 * @param rows deletes and prefixes, then adds; empty if the transaction changes nothing
 * @param hash {@link GraphHash} of all statements after the change
 */
record Difference(List<PatchOperation> rows, long hash) {

    /**
     * Compares the changes of a transaction with the store.
     *
     * @param state sees the last commit
     * @param before hash of all statements that the connection sees
     */
    static Difference of(TransactionChanges changes, SailConnection state, long before) {
        List<PatchOperation> rows = new ArrayList<>();
        List<PatchOperation> adds = new ArrayList<>();
        long hash = before;
        namespaces(changes.namespaces(), state, rows);
        Set<Statement> present = PresentStatements.of(changes.statements().keySet(), state);
        for (Map.Entry<Statement, Boolean> change : changes.statements().entrySet()) {
            Statement statement = change.getKey();
            boolean isAdd = change.getValue();
            if (isAdd == present.contains(statement)) {
                continue;
            }
            if (isAdd) {
                adds.add(new PatchOperation.Add(statement));
                hash += GraphHash.of(statement);
            } else {
                rows.add(new PatchOperation.Delete(statement));
                hash -= GraphHash.of(statement);
            }
        }
        rows.addAll(adds);
        return new Difference(rows, hash);
    }

    private static void namespaces(Map<String, String> changes, SailConnection state, List<PatchOperation> rows) {
        changes.forEach((prefix, name) -> {
            String bound = Objects.requireNonNullElse(state.getNamespace(prefix), "");
            if (bound.equals(name)) {
                return;
            }
            rows.add(
                    name.isEmpty()
                            ? new PatchOperation.DeleteNamespace(prefix, null, null)
                            : new PatchOperation.AddNamespace(
                                    prefix, SimpleValueFactory.getInstance().createIRI(name), null));
        });
    }
}
