package dev.velella.sink.query;

import java.util.Comparator;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.algebra.evaluation.iterator.OrderIterator;

/** Sorts rows and counts the rows that it keeps. */
final class SortedRows extends OrderIterator {
    private final KeptRows kept;

    SortedRows(
            CloseableIteration<BindingSet> rows,
            Comparator<BindingSet> order,
            long limit,
            boolean distinct,
            KeptRows kept) {
        super(rows, order, limit, distinct);
        this.kept = kept;
    }

    @Override
    protected void increment() {
        kept.add();
    }

    @Override
    protected void decrement(int rows) {
        kept.remove(rows);
    }

    @Override
    protected void handleClose() {
        super.handleClose();
        kept.clear();
    }
}
