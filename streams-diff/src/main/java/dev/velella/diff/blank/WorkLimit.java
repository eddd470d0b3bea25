package dev.velella.diff.blank;

/** Counts steps up to a limit. Not thread-safe. */
final class WorkLimit {
    private final long limit;
    private long done;

    /** @param limit most steps */
    WorkLimit(long limit) {
        this.limit = limit;
    }

    /**
     * Counts steps that are about to be done.
     *
     * @throws Reached if they would be more than the limit; they are not counted then
     */
    void spend(long steps) {
        if (steps > limit - done) {
            throw new Reached();
        }
        done += steps;
    }

    /** Counts steps that are done whatever the limit. */
    void count(long steps) {
        done += steps;
    }

    long done() {
        return done;
    }

    /** No further step is allowed. Without a trace, as it is thrown once for every hard graph and never shown. */
    static final class Reached extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Reached() {
            super("limit of work reached", null, false, false);
        }
    }
}
