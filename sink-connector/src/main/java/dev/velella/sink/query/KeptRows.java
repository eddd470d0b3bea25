package dev.velella.sink.query;

/** Counts the rows that an operator keeps, until it is closed. Used by one thread. */
final class KeptRows {
    private static final long ROW_BYTES = 96;
    private static final long VALUE_BYTES = 64;

    private final QueryBudget budget;
    private final long rowBytes;
    private long bytes;

    /** @param values largest number of values in a row */
    KeptRows(QueryBudget budget, int values) {
        this.budget = budget;
        this.rowBytes = ROW_BYTES + VALUE_BYTES * values;
    }

    void add() {
        budget.keep(rowBytes);
        bytes += rowBytes;
    }

    void remove(long rows) {
        long less = Math.min(bytes, rows * rowBytes);
        budget.release(less);
        bytes -= less;
    }

    void clear() {
        budget.release(bytes);
        bytes = 0;
    }
}
