package dev.velella.sink.query;

import java.util.Collection;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.eclipse.rdf4j.query.algebra.evaluation.iterator.HashJoinIteration;

/** Joins rows by a hash table of one side, and counts the rows that it keeps of both sides. */
final class HashJoinedRows extends HashJoinIteration {
    private final KeptRows kept;

    HashJoinedRows(
            QueryEvaluationStep left,
            QueryEvaluationStep right,
            BindingSet bindings,
            boolean optional,
            String[] attributes,
            QueryEvaluationContext context,
            KeptRows kept) {
        super(left, right, bindings, optional, attributes, context);
        this.kept = kept;
    }

    @Override
    protected <E> void add(Collection<E> rows, E row) {
        kept.add();
        super.add(rows, row);
    }

    @Override
    protected void handleClose() {
        super.handleClose();
        kept.clear();
    }
}
