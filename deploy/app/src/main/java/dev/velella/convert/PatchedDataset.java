package dev.velella.convert;

import dev.velella.convert.PatchApplication.IneffectiveRowException;
import dev.velella.document.format.BlankLabels;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.rdf.PatchOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * A set of statements, and the target of patches that change it. Rows of a transaction take effect when it is
 * committed, and never if it is aborted. Other rows take effect at once. Headers and namespaces are ignored. Blank
 * nodes get labels that N-Quads can spell, as in a file that was written before. Not thread-safe.
 */
final class PatchedDataset implements PatchTarget {
    private final Set<Statement> statements;
    private final boolean strict;
    private final BlankLabels labels = new BlankLabels(SimpleValueFactory.getInstance(), DocumentFormat.N_QUADS);

    /** Rows of the open transaction; null if none is open. */
    private @Nullable List<PatchOperation> transaction;

    private long patches;
    private long added;
    private long deleted;
    private long addedAgain;
    private long missing;

    /** @param statements the set to change */
    PatchedDataset(Set<Statement> statements, boolean strict) {
        this.statements = statements;
        this.strict = strict;
    }

    @Override
    public void begin(@Nullable JellyPatchOptions ofInput) {}

    @Override
    public void operation(PatchOperation operation) {
        if (operation instanceof PatchOperation.Transaction border) {
            List<PatchOperation> ended = transaction;
            transaction = border == PatchOperation.Transaction.START ? new ArrayList<>() : null;
            if (border == PatchOperation.Transaction.COMMIT && ended != null) {
                ended.forEach(this::apply);
            }
        } else if (transaction != null) {
            transaction.add(operation);
        } else {
            apply(operation);
        }
    }

    private void apply(PatchOperation row) {
        if (row instanceof PatchOperation.Add add) {
            Statement statement = labels.spelled(add.statement());
            if (statements.add(statement)) {
                added++;
            } else {
                addedAgain++;
                refuse("adds", statement, "is already in");
            }
        } else if (row instanceof PatchOperation.Delete delete) {
            Statement statement = labels.spelled(delete.statement());
            if (statements.remove(statement)) {
                deleted++;
            } else {
                missing++;
                refuse("deletes", statement, "is not in");
            }
        }
    }

    private void refuse(String verb, Statement statement, String where) {
        if (strict) {
            throw new IneffectiveRowException(
                    "patch " + (patches + 1) + " " + verb + " " + statement + ", which " + where);
        }
    }

    @Override
    public void endOfPatch() {
        patches++;
    }

    @Override
    public void end() {}

    PatchApplication.Result result() {
        return new PatchApplication.Result(patches, added, deleted, addedAgain, missing, statements.size());
    }
}
