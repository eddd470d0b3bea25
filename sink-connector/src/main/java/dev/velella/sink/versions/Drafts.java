package dev.velella.sink.versions;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a tree that a commit changes, by their ids. A hash table with plain numbers, because the writer asks it for
 * each page on the way to each change. Used by one thread.
 */
final class Drafts {
    private static final int SMALLEST = 1 << 6;
    private static final long NONE = -1;

    /** Spreads numbers that follow each other (Knuth, The Art of Computer Programming, volume 3, 6.4). */
    private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

    /** The id at each place, or {@link #NONE}. */
    private long[] ids = empty(SMALLEST);

    /** The page at the place of its id; null if it was taken out. */
    private @Nullable Page[] pages = new @Nullable Page[SMALLEST];

    private int used;

    private static long[] empty(int places) {
        long[] ids = new long[places];
        Arrays.fill(ids, NONE);
        return ids;
    }

    private int place(long id) {
        int place = (int) ((id * GOLDEN_RATIO) >>> (Long.numberOfLeadingZeros(ids.length) + 1));
        while (ids[place] != id && ids[place] != NONE) {
            place = (place + 1) & (ids.length - 1);
        }
        return place;
    }

    /** The changed page with an id; null if it is not changed. */
    @Nullable
    Page get(long id) {
        return pages[place(id)];
    }

    /** Adds a page in place of a page with the same id. */
    void put(Page page) {
        if (2 * used >= ids.length) {
            grow();
        }
        int place = place(page.id());
        if (ids[place] == NONE) {
            ids[place] = page.id();
            used++;
        }
        pages[place] = page;
    }

    private void grow() {
        @Nullable Page[] old = pages;
        pages = new @Nullable Page[2 * old.length];
        ids = empty(pages.length);
        used = 0;
        for (Page page : old) {
            if (page != null) {
                put(page);
            }
        }
    }

    /** Takes a page out. */
    void remove(long id) {
        pages[place(id)] = null;
    }

    /** Takes all pages out. */
    void clear() {
        if (used > 0) {
            ids = empty(SMALLEST);
            pages = new @Nullable Page[SMALLEST];
            used = 0;
        }
    }

    /** Number of ids for which the table has needed a place: as many pages or more. */
    int size() {
        return used;
    }

    /** All pages, in any order. */
    void forEach(Consumer<Page> action) {
        for (Page page : pages) {
            if (page != null) {
                action.accept(page);
            }
        }
    }
}
