package dev.velella.rdf;

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
}
