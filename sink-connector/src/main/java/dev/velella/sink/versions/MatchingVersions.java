package dev.velella.sink.versions;

/** Statements of one commit that have given terms. Used by one thread. */
final class MatchingVersions {
    private final VersionScan rows;
    private final int[] places = new int[Page.KEY];
    private final long[] pattern;

    MatchingVersions(VersionScan rows, KeyOrder order, long[] pattern) {
        this.rows = rows;
        this.pattern = pattern;
        for (int place = 0; place < Page.KEY; place++) {
            places[order.term(place)] = place;
        }
    }

    /** Goes to the next statement. Returns false if there is none. */
    boolean next() {
        while (rows.next()) {
            boolean matches = true;
            for (int term = 0; term < Page.KEY && matches; term++) {
                matches = pattern[term] == TermIds.UNKNOWN || pattern[term] == term(term);
            }
            if (matches) {
                return true;
            }
        }
        return false;
    }

    /** Number of a term of the present statement: 0 for the subject, 1, 2 and 3 for predicate, object and graph. */
    long term(int term) {
        return rows.term(places[term]);
    }
}
