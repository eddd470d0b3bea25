package dev.velella.diff.options;

/**
 * How blank nodes are compared. Immutable.
 *
 * @param policy by what
 * @param maxSteps steps that may be done for an element before the rest of its nodes is matched cheaply
 */
public record BlankNodeSettings(BlankNodePolicy policy, long maxSteps) {
    private static final long STEPS_PER_STATEMENT = 64;

    public boolean isMatching() {
        return policy == BlankNodePolicy.MATCH;
    }

    /** Large graphs are not hard for being large. */
    public long maxSteps(int statements) {
        return Math.max(maxSteps, STEPS_PER_STATEMENT * statements);
    }
}
