package dev.velella.sink.versions;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A tree of the versions of statements, sorted by one order of their terms: a multiversion B-tree. For every commit its
 * pages form a B-tree of the statements of that commit, so a query of any commit costs about as much as a query of the
 * last one, however many versions there are.
 *
 * <p>A change adds a row to a page or ends the life span of a row. A page that is full of ended rows, or that has too
 * few living ones, is ended itself: its living rows are copied to a new page. Pages that are ended never change again.
 *
 * <p>Invariants for every commit: the pages that live at it divide the keys among them; every page but the root has at
 * least {@link Page#least} rows that live at it, unless it has no neighbour.
 *
 * <p>One thread changes the tree. Its changes are in drafts until {@link #finish}. Other threads may scan the tree as of
 * finished commits, also meanwhile.
 */
final class VersionTree {
    private static final int DEEPEST = 32;

    private final KeyOrder order;
    private final PageStore pages;
    private final Drafts drafts = new Drafts();
    private final long[] path = new long[DEEPEST];
    private int depth;
    private long root;
    private long commit;

    /** The leaf at the end of the path, ready to be changed; null if the next change must look for its leaf. */
    private @Nullable Page leaf;

    /** The last key that was looked for. */
    private long[] last = new long[Page.KEY];

    /** The key at which the leaf behind {@link #leaf} begins; null if it is the last one. */
    private long @Nullable [] end;

    VersionTree(KeyOrder order, PageStore pages) {
        this.order = order;
        this.pages = pages;
    }

    KeyOrder order() {
        return order;
    }

    /** Begins the changes of a commit. */
    void begin(long number) {
        drafts.clear();
        leaf = null;
        commit = number;
        Roots roots = pages.roots(order);
        root = roots.isEmpty() ? draft(0).id() : roots.last();
        if (roots.isEmpty()) {
            pages.root(order, commit, root);
        }
    }

    /** Begins the life span of a statement, which is not alive. The key has its terms in the order of the tree. */
    void add(long[] key) {
        Page page = leafOf(key);
        page.add(key, commit, 0);
        settle(depth, page);
    }

    /**
     * Ends the life span of a statement.
     *
     * @throws IllegalStateException if the statement is not alive
     */
    void remove(long[] key) {
        Page page = leafOf(key);
        int row = page.living(key);
        if (row < 0) {
            throw new IllegalStateException("the history lacks a statement that the store has");
        }
        page.end(row, commit);
        settle(depth, page);
    }

    /** Number of pages that are changed and not yet handed to the store of pages. */
    int drafts() {
        return drafts.size();
    }

    /** Ends the changes of the commit, and hands all changed pages to the store of pages. */
    void finish() {
        drafts.forEach(page -> pages.write(page.trimmed()));
        drafts.clear();
        leaf = null;
    }

    /** The rows that are alive at a finished commit and whose key begins with given terms. */
    VersionScan scan(long at, long[] prefix, int places) {
        long[] low = Arrays.copyOf(prefix, Page.KEY);
        long[] high = Arrays.copyOf(prefix, Page.KEY);
        Arrays.fill(low, places, Page.KEY, Long.MIN_VALUE);
        Arrays.fill(high, places, Page.KEY, Long.MAX_VALUE);
        return new VersionScan(pages, pages.roots(order).at(at), at, low, high);
    }

    private Page draft(int level) {
        Page page = Page.empty(pages.allocate(), level, commit);
        drafts.put(page);
        return page;
    }

    private Page view(long id) {
        Page draft = drafts.get(id);
        return draft == null ? pages.read(id) : draft;
    }

    private Page own(long id) {
        Page draft = drafts.get(id);
        if (draft == null) {
            draft = pages.read(id).copy();
            drafts.put(draft);
        }
        return draft;
    }

    /** The leaf of a key, ready to be changed. Most keys come sorted, so it often is the leaf of the key before. */
    private Page leafOf(long[] key) {
        Page page = leaf;
        if (page == null || Arrays.compare(key, last) < 0 || (end != null && Arrays.compare(key, end) >= 0)) {
            descend(key);
            page = own(path[depth]);
            leaf = page;
        }
        last = key;
        return page;
    }

    private void descend(long[] key) {
        depth = 0;
        end = null;
        path[0] = root;
        for (Page page = view(root); page.level() > 0; page = view(path[depth])) {
            int row = page.covering(key, commit);
            int next = page.next(row, commit);
            if (next < page.count()) {
                end = page.key(next);
            }
            depth++;
            path[depth] = page.child(row);
        }
    }

    /** Restores the invariants of the changed page at a depth of the path. */
    private void settle(int at, Page page) {
        if (page.isFull()) {
            boolean isSparse = at > 0 && page.live() < Page.most(page.level()) / 3;
            replace(at, page, isSparse ? neighbour(at) : null);
        } else if (at > 0 && page.live() < Page.least(page.level())) {
            Page neighbour = neighbour(at);
            if (neighbour != null) {
                replace(at, page, neighbour);
            }
        } else if (at == 0 && page.level() > 0 && page.live() == 1) {
            int row = 0;
            while (!page.isAlive(row)) {
                row++;
            }
            long child = page.child(row);
            retire(page);
            setRoot(child);
        }
    }

    /** A living page beside the page at a depth of the path, under the same page; null if there is none. */
    private @Nullable Page neighbour(int at) {
        Page above = view(path[at - 1]);
        int own = above.livingChild(path[at]);
        for (int row = own + 1; row < above.count(); row++) {
            if (above.isAlive(row)) {
                return view(above.child(row));
            }
        }
        for (int row = own - 1; row >= 0; row--) {
            if (above.isAlive(row)) {
                return view(above.child(row));
            }
        }
        return null;
    }

    /** Ends a page, and perhaps its neighbour, and puts their living rows into new pages. */
    private void replace(int at, Page page, @Nullable Page neighbour) {
        leaf = null;
        if (at == 0) {
            Page[] made = divided(page, null);
            retire(page);
            if (made.length == 1) {
                setRoot(made[0].id());
            } else {
                Page above = draft(page.level() + 1);
                long[] lowest = new long[Page.KEY];
                Arrays.fill(lowest, Long.MIN_VALUE);
                link(above, lowest, made);
                setRoot(above.id());
            }
            return;
        }
        Page above = own(path[at - 1]);
        Page first = page;
        Page second = neighbour;
        if (neighbour != null && above.livingChild(neighbour.id()) < above.livingChild(page.id())) {
            first = neighbour;
            second = page;
        }
        long[] low = above.key(above.livingChild(first.id()));
        Page[] made = divided(first, second);
        above.end(above.livingChild(first.id()), commit);
        retire(first);
        if (second != null) {
            above.end(above.livingChild(second.id()), commit);
            retire(second);
        }
        link(above, low, made);
        settle(at - 1, above);
    }

    private static void link(Page above, long[] low, Page[] made) {
        for (int i = 0; i < made.length; i++) {
            above.add(i == 0 ? low : made[i].key(0), made[i].birth(), made[i].id());
        }
    }

    /** New pages with the living rows of one or two pages, which follow each other. */
    private Page[] divided(Page first, @Nullable Page second) {
        int living = first.live() + (second == null ? 0 : second.live());
        int parts = Math.max(1, (living - 1) / Page.comfortable(first.level()) + 1);
        Page[] made = new Page[parts];
        int part = -1;
        int done = 0;
        for (Page page : second == null ? new Page[] {first} : new Page[] {first, second}) {
            for (int row = 0; row < page.count(); row++) {
                if (page.isAlive(row)) {
                    if (part < 0 || done == living * (part + 1L) / parts) {
                        part++;
                        made[part] = draft(first.level());
                    }
                    made[part].append(page, row);
                    done++;
                }
            }
        }
        if (part < 0) {
            made[0] = draft(first.level());
        }
        return made;
    }

    private void retire(Page page) {
        if (page.birth() == commit) {
            drafts.remove(page.id());
            pages.release(page.id());
        } else {
            pages.ended(page.id(), commit);
        }
    }

    private void setRoot(long id) {
        leaf = null;
        root = id;
        pages.root(order, commit, id);
    }
}
