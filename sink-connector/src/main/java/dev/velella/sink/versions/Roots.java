package dev.velella.sink.versions;

import java.util.Arrays;

/** The roots of a tree, each with the commit from which it counts, in order. Immutable. */
final class Roots {
    static final Roots NONE = new Roots(new long[0], new long[0]);

    /** First commit of each root, ascending. */
    private final long[] commits;

    /** Id of the page of each root. */
    private final long[] ids;

    private Roots(long[] commits, long[] ids) {
        this.commits = commits;
        this.ids = ids;
    }

    /** The id of the root at a commit. */
    long at(long commit) {
        int found = Arrays.binarySearch(commits, commit);
        int at = found >= 0 ? found : -found - 2;
        if (at < 0) {
            throw new IllegalStateException("the history has no commit " + commit);
        }
        return ids[at];
    }

    /** The id of the newest root. */
    long last() {
        return ids[ids.length - 1];
    }

    boolean isEmpty() {
        return ids.length == 0;
    }

    /** The roots with one more root, which replaces a root of the same commit. */
    Roots with(long commit, long id) {
        int kept = ids.length > 0 && commits[ids.length - 1] == commit ? ids.length - 1 : ids.length;
        long[] moreCommits = Arrays.copyOf(commits, kept + 1);
        long[] moreIds = Arrays.copyOf(ids, kept + 1);
        moreCommits[kept] = commit;
        moreIds[kept] = id;
        return new Roots(moreCommits, moreIds);
    }

    /** The first commits of the roots that come before other roots of the tree. */
    long[] before(Roots kept) {
        return Arrays.copyOf(commits, ids.length - kept.ids.length);
    }

    /** The roots that count at a commit or later. */
    Roots since(long commit) {
        int from = 0;
        while (from + 1 < ids.length && commits[from + 1] <= commit) {
            from++;
        }
        return from == 0
                ? this
                : new Roots(Arrays.copyOfRange(commits, from, ids.length), Arrays.copyOfRange(ids, from, ids.length));
    }
}
