package dev.velella.sink.store;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;

/**
 * What remains of the operations of several patches, in order: the last operation of each statement, and the first
 * binding of each prefix. Removing {@link #removes()} and then adding {@link #adds()} leaves any store as the operations
 * one by one would: no statement is in both.
 *
 * <p>Statements are the same when RDF4J says so, context included. Removals of prefixes have no effect, because a
 * repository has one prefix table for all streams. Not thread-safe.
 */
public final class NetEffect {
    private final Map<Statement, Boolean> present = new LinkedHashMap<>();
    private final Map<String, String> namespaces = new LinkedHashMap<>();

    /**
     * The rows of a patch that have an effect: A, D, PA and PD, in order, without those of transactions that are
     * aborted. Rows outside TX and TC count.
     *
     * @throws PatchRefusedException if transactions are nested, not begun or not ended
     */
    static List<PatchOperation> effectiveRows(RdfPatch patch) {
        List<PatchOperation> rows = new ArrayList<>(patch.operations().size());
        int begin = -1;
        for (PatchOperation row : patch.operations()) {
            if (row == PatchOperation.Transaction.START) {
                require(begin < 0, "TX inside a transaction");
                begin = rows.size();
            } else if (row instanceof PatchOperation.Transaction end) {
                require(begin >= 0, (end == PatchOperation.Transaction.COMMIT ? "TC" : "TA") + " without TX");
                if (end == PatchOperation.Transaction.ABORT) {
                    rows.subList(begin, rows.size()).clear();
                }
                begin = -1;
            } else if (!(row instanceof PatchOperation.Header)) {
                rows.add(row);
            }
        }
        require(begin < 0, "TX without TC or TA");
        return rows;
    }

    private static void require(boolean balanced, String fault) {
        if (!balanced) {
            throw new PatchRefusedException("the patch is malformed: " + fault);
        }
    }

    /** Takes in the next operations; only A, D, PA and PD have an effect. */
    void follow(List<PatchOperation> rows) {
        for (PatchOperation row : rows) {
            if (row instanceof PatchOperation.Add add) {
                present.put(add.statement(), Boolean.TRUE);
            } else if (row instanceof PatchOperation.Delete delete) {
                present.put(delete.statement(), Boolean.FALSE);
            } else if (row instanceof PatchOperation.AddNamespace namespace) {
                namespaces.putIfAbsent(namespace.prefix(), namespace.namespace().stringValue());
            }
        }
    }

    /** Statements to be absent at the end, each once. */
    public List<Statement> removes() {
        return withState(Boolean.FALSE);
    }

    /** Statements to be present at the end, each once. */
    public List<Statement> adds() {
        return withState(Boolean.TRUE);
    }

    /** Prefixes to be bound where the repository does not have them: prefix without colon to IRI. */
    public Map<String, String> namespaces() {
        return Collections.unmodifiableMap(namespaces);
    }

    private List<Statement> withState(Boolean state) {
        List<Statement> statements = new ArrayList<>();
        present.forEach((statement, last) -> {
            if (last.equals(state)) {
                statements.add(statement);
            }
        });
        return statements;
    }
}
