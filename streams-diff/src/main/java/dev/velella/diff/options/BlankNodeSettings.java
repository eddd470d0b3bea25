package dev.velella.diff.options;

/**
 * How blank nodes are compared. Immutable.
 *
 * @param policy the way of comparison
 * @param maxSteps maximum number of steps for one element; after these its other blank nodes are matched cheaply
 */
public record BlankNodeSettings(BlankNodePolicy policy, long maxSteps) {
    private static final long STEPS_PER_STATEMENT = 64;

    public boolean isMatching() {
        return policy == BlankNodePolicy.MATCH;
    }

    /**
     * The limit of steps for an element with this number of statements. A large graph gets more steps, because its size
     * alone does not make it hard to match.
     */
    public long maxSteps(int statements) {
        return Math.max(maxSteps, STEPS_PER_STATEMENT * statements);
    }
}
