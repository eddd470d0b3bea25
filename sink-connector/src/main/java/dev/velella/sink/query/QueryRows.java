package dev.velella.sink.query;

import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.query.BindingSet;

/** The rows of an operator. They end when the query has to end. Used by one thread. */
final class QueryRows implements CloseableIteration<BindingSet> {
    private final CloseableIteration<BindingSet> rows;
    private final QueryBudget budget;
    private final Runnable onRow;
    private final Runnable onClose;

    QueryRows(CloseableIteration<BindingSet> rows, QueryBudget budget) {
        this(rows, budget, () -> {}, () -> {});
    }

    private QueryRows(CloseableIteration<BindingSet> rows, QueryBudget budget, Runnable onRow, Runnable onClose) {
        this.rows = rows;
        this.budget = budget;
        this.onRow = onRow;
        this.onClose = onClose;
    }

    /** Rows that their reader keeps. Each row is counted. */
    static QueryRows kept(CloseableIteration<BindingSet> rows, QueryBudget budget, KeptRows kept) {
        return new QueryRows(rows, budget, kept::add, () -> {});
    }

    /** Rows that are made from kept rows. When these rows are closed, the kept rows no longer count. */
    static QueryRows made(CloseableIteration<BindingSet> rows, QueryBudget budget, KeptRows kept) {
        return new QueryRows(rows, budget, () -> {}, kept::clear);
    }

    @Override
    public boolean hasNext() {
        budget.check();
        return rows.hasNext();
    }

    @Override
    public BindingSet next() {
        budget.check();
        onRow.run();
        return rows.next();
    }

    @Override
    public void remove() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        rows.close();
        onClose.run();
    }
}
