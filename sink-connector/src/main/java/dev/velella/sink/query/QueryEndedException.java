package dev.velella.sink.query;

/**
 * A query was ended because it reached a limit. No {@code QueryEvaluationException}, which RDF4J takes for an error of one
 * expression and goes on.
 */
public final class QueryEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean late;

    private QueryEndedException(String message, boolean late) {
        super(message);
        this.late = late;
    }

    /** The time of the query is over, or somebody else needs the store. */
    static QueryEndedException late(String message) {
        return new QueryEndedException(message, true);
    }

    /** The query needs too much memory. */
    static QueryEndedException tooLarge(String message) {
        return new QueryEndedException(message, false);
    }

    /** Whether the same query may succeed at another time; else it needs too much memory. */
    public boolean isLate() {
        return late;
    }
}
