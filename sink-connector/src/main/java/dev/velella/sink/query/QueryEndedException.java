package dev.velella.sink.query;

/**
 * Thrown when a query is ended because it reached a limit. It is no {@code QueryEvaluationException}, because RDF4J
 * would take that for an error of one expression and continue.
 */
public final class QueryEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean late;

    private QueryEndedException(String message, boolean late) {
        super(message);
        this.late = late;
    }

    /** Makes the exception for a query whose time is over, or that blocks a writer. */
    static QueryEndedException late(String message) {
        return new QueryEndedException(message, true);
    }

    /** Makes the exception for a query that needs too much memory. */
    static QueryEndedException tooLarge(String message) {
        return new QueryEndedException(message, false);
    }

    /** Whether the same query may succeed later. If not, it needs too much memory. */
    public boolean isLate() {
        return late;
    }
}
