package dev.velella.sink.versions;

/**
 * Goes through the rows of a tree that are alive at one commit and whose keys are in a range, in the order of the keys.
 * Used by one thread.
 */
final class VersionScan {
    private final PageStore pages;
    private final long commit;
    private final long[] low;
    private final long[] high;

    /** The inner pages above the present leaf, from the root on, and the next row of each. */
    private final Page[] above;

    private final int[] next;
    private int depth = -1;
    private Page leaf;
    private int row;

    /** @param root root page of the commit */
    VersionScan(PageStore pages, long root, long commit, long[] low, long[] high) {
        this.pages = pages;
        this.commit = commit;
        this.low = low;
        this.high = high;
        Page page = pages.read(root);
        above = new Page[page.level()];
        next = new int[page.level()];
        leaf = page;
        down(page);
    }

    /** Goes from a page down to its first leaf in the range. */
    private void down(Page from) {
        Page page = from;
        while (page.level() > 0) {
            depth++;
            int child = page.covering(low, commit);
            above[depth] = page;
            next[depth] = child + 1;
            page = pages.read(page.child(child));
        }
        leaf = page;
        row = page.ceiling(low) - 1;
    }

    /** Goes to the next row. Returns false if there is none. */
    boolean next() {
        while (true) {
            for (row++; row < leaf.count(); row++) {
                if (leaf.compare(row, high) > 0) {
                    return false;
                }
                if (leaf.isAlive(row, commit)) {
                    return true;
                }
            }
            if (!nextLeaf()) {
                return false;
            }
        }
    }

    private boolean nextLeaf() {
        while (depth >= 0) {
            Page page = above[depth];
            for (int at = next[depth]; at < page.count(); at++) {
                if (page.compare(at, high) > 0) {
                    return false;
                }
                if (page.isAlive(at, commit)) {
                    next[depth] = at + 1;
                    down(pages.read(page.child(at)));
                    return true;
                }
            }
            depth--;
        }
        return false;
    }

    /** A term of the key of the present row. */
    long term(int place) {
        return leaf.term(row, place);
    }
}
