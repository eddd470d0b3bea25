package dev.velella.sink.versions;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Pages on the heap. A reader may find a page in a later state than that of its commit; later states say the same about
 * all earlier commits.
 */
final class HeapPages implements PageStore {
    private final Map<KeyOrder, Roots> roots = new ConcurrentHashMap<>(new EnumMap<>(KeyOrder.class));
    private final ArrayDeque<Long> free = new ArrayDeque<>();
    private final ArrayDeque<Ended> ended = new ArrayDeque<>();
    private volatile AtomicReferenceArray<@Nullable Page> table = new AtomicReferenceArray<>(1 << 10);
    private int used;

    private record Ended(long id, long commit) {}

    @Override
    public Page read(long id) {
        return Objects.requireNonNull(table.get((int) id));
    }

    @Override
    public long allocate() {
        Long reused = free.poll();
        return reused == null ? used++ : reused;
    }

    @Override
    public void write(Page page) {
        int at = (int) page.id();
        AtomicReferenceArray<@Nullable Page> pages = table;
        if (at >= pages.length()) {
            AtomicReferenceArray<@Nullable Page> larger = new AtomicReferenceArray<>(2 * Math.max(at, pages.length()));
            for (int i = 0; i < pages.length(); i++) {
                larger.setPlain(i, pages.getPlain(i));
            }
            larger.set(at, page);
            table = larger;
        } else {
            pages.set(at, page);
        }
    }

    @Override
    public void release(long id) {
        free.add(id);
    }

    @Override
    public void ended(long id, long commit) {
        ended.add(new Ended(id, commit));
    }

    @Override
    public void root(KeyOrder order, long commit, long id) {
        roots.merge(order, Roots.NONE.with(commit, id), (before, unused) -> before.with(commit, id));
    }

    @Override
    public Roots roots(KeyOrder order) {
        return roots.getOrDefault(order, Roots.NONE);
    }

    /** Drops the pages that no commit from a commit on needs. No reader may read as of an earlier commit. */
    void dropBefore(long commit) {
        while (!ended.isEmpty() && ended.getFirst().commit() <= commit) {
            long id = ended.removeFirst().id();
            table.set((int) id, null);
            free.add(id);
        }
        roots.replaceAll((order, all) -> all.since(commit));
    }

    /** Number of pages. */
    int size() {
        return used - free.size();
    }
}
