package dev.velella.rdf;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/**
 * One patch: headers, transaction borders, namespace changes, deletes and adds, in order. The order has a meaning:
 * after A and then D of one statement the statement is absent; after D and then A it is present.
 *
 * <p>Immutable and thread-safe; two patches are equal if their operations are equal, in the same order.
 *
 * @param operations every row of the patch, never null
 */
public record RdfPatch(List<PatchOperation> operations) implements StreamElement {

    /** Makes an immutable copy of the argument. */
    public RdfPatch {
        operations = List.copyOf(operations);
    }

    /** A patch with one transaction that deletes, then adds: {@code TX D* A* TC}. */
    public static RdfPatch change(Collection<Statement> deletes, Collection<Statement> adds) {
        PatchOperation[] rows = new PatchOperation[deletes.size() + adds.size() + 2];
        int count = 0;
        rows[count++] = PatchOperation.Transaction.START;
        for (Statement statement : deletes) {
            rows[count++] = new PatchOperation.Delete(statement);
        }
        for (Statement statement : adds) {
            rows[count++] = new PatchOperation.Add(statement);
        }
        rows[count] = PatchOperation.Transaction.COMMIT;
        return new RdfPatch(List.of(rows));
    }

    @Override
    public ElementKind kind() {
        return ElementKind.PATCH;
    }

    @Override
    public int rowCount() {
        return operations.size();
    }

    /** Number of A rows, also in aborted transactions. */
    public int addCount() {
        return count(PatchOperation.Add.class);
    }

    /** Number of D rows, also in aborted transactions. */
    public int deleteCount() {
        return count(PatchOperation.Delete.class);
    }

    private int count(Class<? extends PatchOperation> kind) {
        int n = 0;
        for (PatchOperation row : operations) {
            if (kind.isInstance(row)) {
                n++;
            }
        }
        return n;
    }

    /**
     * The rows that have an effect: A, D, PA and PD, in order. Rows of aborted transactions are left out. Rows outside TX
     * and TC count.
     *
     * @throws IllegalArgumentException if transactions are nested, not begun or not ended
     */
    public List<PatchOperation> effectiveOperations() {
        return isOneTransaction(operations)
                ? operations.subList(1, operations.size() - 1)
                : rowsOfTransactions(operations);
    }

    /**
     * Whether a patch is one transaction, with TX at the begin and TC at the end, and no row has to be left out. Diff
     * apps write such patches.
     */
    private static boolean isOneTransaction(List<PatchOperation> rows) {
        int last = rows.size() - 1;
        if (last < 1
                || rows.get(0) != PatchOperation.Transaction.START
                || rows.get(last) != PatchOperation.Transaction.COMMIT) {
            return false;
        }
        for (int i = 1; i < last; i++) {
            PatchOperation row = rows.get(i);
            if (!(row instanceof PatchOperation.Add || row instanceof PatchOperation.Delete)) {
                return false;
            }
        }
        return true;
    }

    private static List<PatchOperation> rowsOfTransactions(List<PatchOperation> all) {
        List<PatchOperation> rows = new ArrayList<>(all.size());
        int begin = -1;
        for (PatchOperation row : all) {
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
            throw new IllegalArgumentException(fault);
        }
    }
}
