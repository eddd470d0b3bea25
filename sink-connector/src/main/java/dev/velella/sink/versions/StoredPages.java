package dev.velella.sink.versions;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Pages in rows on a disk, as one transaction sees them. Used by one thread. */
final class StoredPages implements PageStore {
    /** Maximum number of pages in the cache; some 4 kB each. */
    private static final int MOST_CACHED = 1 << 12;

    private final KeyedRows rows;
    private final Map<Long, Page> cache;
    private final Map<KeyOrder, Roots> roots;
    private long next;

    /**
     * @param cache pages that were read or written last, of all transactions; it allows concurrent use
     * @param roots roots of the trees
     * @param next id of the next new page
     */
    StoredPages(KeyedRows rows, Map<Long, Page> cache, Map<KeyOrder, Roots> roots, long next) {
        this.rows = rows;
        this.cache = cache;
        this.roots = new EnumMap<>(KeyOrder.class);
        this.roots.putAll(roots);
        this.next = next;
    }

    /** Reads the roots of all trees. */
    static Map<KeyOrder, Roots> readRoots(KeyedRows rows) {
        Map<KeyOrder, Roots> roots = new EnumMap<>(KeyOrder.class);
        for (KeyOrder order : KeyOrder.ALL) {
            Roots found = Roots.NONE;
            byte[] end = RowKeys.of(RowKeys.ROOT, order.number() + 1);
            byte[] at = RowKeys.of(RowKeys.ROOT, order.number());
            for (byte[] key : rows.keys(at, end, Integer.MAX_VALUE)) {
                byte[] root = Objects.requireNonNull(rows.get(key));
                found = found.with(RowKeys.number(key, 1), ByteBuffer.wrap(root).getLong());
            }
            roots.put(order, found);
        }
        return roots;
    }

    @Override
    public Page read(long id) {
        Page known = cache.get(id);
        if (known == null) {
            known = Page.decode(id, Objects.requireNonNull(rows.get(RowKeys.of(RowKeys.PAGE, id))));
            keep(known);
        }
        return known;
    }

    private void keep(Page page) {
        if (cache.size() >= MOST_CACHED) {
            cache.clear();
        }
        cache.put(page.id(), page);
    }

    @Override
    public long allocate() {
        return next++;
    }

    /** The id of the next new page. */
    long next() {
        return next;
    }

    @Override
    public void write(Page page) {
        rows.put(RowKeys.of(RowKeys.PAGE, page.id()), page.encode());
        keep(page);
    }

    @Override
    public void release(long id) {
        cache.remove(id);
        rows.delete(RowKeys.of(RowKeys.PAGE, id)); // it may have been written in a part of the commit
    }

    @Override
    public void ended(long id, long commit) {
        rows.put(RowKeys.of(RowKeys.ENDED, commit, id), new byte[0]);
    }

    @Override
    public void root(KeyOrder order, long commit, long id) {
        rows.put(
                RowKeys.of(RowKeys.ROOT, order.number(), commit),
                ByteBuffer.allocate(Long.BYTES).putLong(id).array());
        roots.merge(order, Roots.NONE.with(commit, id), (before, unused) -> before.with(commit, id));
    }

    @Override
    public Roots roots(KeyOrder order) {
        return roots.getOrDefault(order, Roots.NONE);
    }

    /** The roots of all trees. */
    Map<KeyOrder, Roots> roots() {
        return roots;
    }

    /**
     * Drops pages and roots that no commit from a commit on needs.
     *
     * @param most maximum number of pages; the others are dropped by later calls
     */
    void dropBefore(long commit, int most) {
        byte[] end = RowKeys.of(RowKeys.ENDED, commit + 1);
        for (byte[] key : rows.keys(new byte[] {RowKeys.ENDED}, end, most)) {
            cache.remove(RowKeys.number(key, 1));
            rows.delete(RowKeys.of(RowKeys.PAGE, RowKeys.number(key, 1)));
            rows.delete(key);
        }
        for (KeyOrder order : KeyOrder.ALL) {
            Roots all = roots(order);
            Roots kept = all.since(commit);
            long[] dropped = all.before(kept);
            Arrays.stream(dropped).forEach(at -> rows.delete(RowKeys.of(RowKeys.ROOT, order.number(), at)));
            roots.put(order, kept);
        }
    }
}
