package dev.velella.sink.versions;

/**
 * Keeps the pages of all trees. One thread writes. Other threads may read pages meanwhile, as of commits that were
 * finished before.
 */
interface PageStore {
    /** The page with an id, as it was last written. */
    Page read(long id);

    /** An id for a new page. */
    long allocate();

    /** Keeps a page, which will not be changed any more, in place of the page with its id. */
    void write(Page page);

    /** Forgets an id that the present commit has allocated, and for which no page was written. */
    void release(long id);

    /** Notes that a page is of use for the commits before a commit only. */
    void ended(long id, long commit);

    /** Notes the root of a tree from a commit on. A root of the same commit is replaced. */
    void root(KeyOrder order, long commit, long id);

    /** The roots of a tree. */
    Roots roots(KeyOrder order);
}
