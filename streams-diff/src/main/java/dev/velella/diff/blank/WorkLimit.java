package dev.velella.diff.blank;

/** Counts steps up to a limit. Not thread-safe. */
final class WorkLimit {
    private final long limit;
    private long done;

    /** @param limit maximum number of steps */
    WorkLimit(long limit) {
        this.limit = limit;
    }

    /**
     * Counts steps before they are done.
     *
     * @throws Reached if these steps would exceed the limit; they are not counted then
     */
    void spend(long steps) {
        if (steps > limit - done) {
            throw new Reached();
        }
        done += steps;
    }

    /** Counts steps that are done regardless of the limit. */
    void count(long steps) {
        done += steps;
    }

    long done() {
        return done;
    }

    /**
     * Thrown when no further step is allowed. It has no stack trace, because it is thrown once for every hard graph and
     * never shown.
     */
    static final class Reached extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Reached() {
            super("limit of work reached", null, false, false);
        }
    }
}
