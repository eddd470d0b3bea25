package dev.velella.source.patchlog;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;

/**
 * The graph that the patches of a log have built, as hashes of its statements. A log may add statements that are there and
 * delete statements that are not; such rows have no effect and are left out, so that numbers and hashes of the patches are
 * those of the graph. Not thread-safe.
 */
final class LogGraph {
    private final StatementHashes statements = new StatementHashes();
    private long hash = GraphHash.EMPTY;
    private long withoutEffect;

    /** Hash of the graph. */
    long hash() {
        return hash;
    }

    /** Number of statements. */
    int size() {
        return statements.size();
    }

    /** Rows that were left out so far. */
    long withoutEffect() {
        return withoutEffect;
    }

    /**
     * Applies a patch, of which transactions are begun and ended.
     *
     * @return its rows that have an effect, with all headers, prefixes and borders of transactions; the patch itself if all
     *     have. Rows of an aborted transaction are kept.
     */
    RdfPatch apply(RdfPatch patch) {
        List<PatchOperation> rows = new ArrayList<>(patch.rowCount());
        List<PatchOperation> undo = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < patch.operations().size(); i++) {
            PatchOperation row = patch.operations().get(i);
            boolean isData = row instanceof PatchOperation.Add || row instanceof PatchOperation.Delete;
            if (row == Transaction.START) {
                undo.clear();
                begin = i;
            } else if (row == Transaction.ABORT) {
                undo(undo);
                rows.subList(rows.lastIndexOf(Transaction.START), rows.size()).clear();
                rows.addAll(patch.operations().subList(begin, i));
            } else if (isData && !change(row)) {
                continue;
            } else if (isData) {
                undo.add(row);
            }
            rows.add(row);
        }
        withoutEffect += patch.rowCount() - rows.size();
        return rows.size() == patch.rowCount() ? patch : new RdfPatch(rows);
    }

    private boolean change(PatchOperation row) {
        if (row instanceof PatchOperation.Add add) {
            long of = GraphHash.of(add.statement());
            boolean isNew = statements.add(of);
            hash += isNew ? of : 0;
            return isNew;
        } else if (row instanceof PatchOperation.Delete delete) {
            long of = GraphHash.of(delete.statement());
            boolean was = statements.remove(of);
            hash -= was ? of : 0;
            return was;
        }
        return false;
    }

    private void undo(List<PatchOperation> rows) {
        for (int i = rows.size() - 1; i >= 0; i--) {
            if (rows.get(i) instanceof PatchOperation.Add add) {
                change(new PatchOperation.Delete(add.statement()));
            } else if (rows.get(i) instanceof PatchOperation.Delete delete) {
                change(new PatchOperation.Add(delete.statement()));
            }
        }
    }
}
