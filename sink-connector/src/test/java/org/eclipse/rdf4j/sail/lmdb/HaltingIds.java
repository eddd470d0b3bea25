package org.eclipse.rdf4j.sail.lmdb;

import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ends the process at a chosen place of a transaction of an {@link LmdbStore}, as a kill at that moment would. The place is
 * found by the set of unused ids, which RDF4J asks at both.
 */
public final class HaltingIds extends PersistentSet<Long> {
    /** Exit status of a process that was ended here. */
    public static final int STATUS = 42;

    private final Set<Long> ids = new HashSet<>();
    private final String place;
    private final AtomicInteger times;
    private final Runnable action;

    private HaltingIds(String place, AtomicInteger times, Runnable action) {
        super(null, 0);
        this.place = place;
        this.times = times;
        this.action = action;
    }

    /** The process ends after the statements are committed and before the numbers of unused values are. The {@link ValuesFirstWriter}
     * counts its transactions from now on. */
    public static void betweenCommits(LmdbStore store, int transaction) {
        arm(store, "commit", transaction);
    }

    /** Between the same commits, in the given transaction of RDF4J from now on. */
    public static void betweenCommitsOfRdf4j(LmdbStore store, int transaction) {
        arm(store, "filterUsedIdsInTripleStore", transaction);
    }

    /** When the given statement from now on is about to be added. */
    public static void whileAdding(LmdbStore store, int statement) {
        arm(store, "execute", statement);
    }

    /** Something else than the end of the process happens, when a method asks for the given time from now on. */
    public static void at(LmdbStore store, String method, int times, Runnable action) {
        arm(store, method, times, action);
    }

    private static void arm(LmdbStore store, String place, int times) {
        arm(store, place, times, () -> Runtime.getRuntime().halt(STATUS));
    }

    private static void arm(LmdbStore store, String place, int times, Runnable action) {
        AtomicInteger left = new AtomicInteger(times);
        for (String field : new String[] {"unusedIds", "nextUnusedIds"}) {
            try {
                Field set = LmdbSailStore.class.getDeclaredField(field);
                set.setAccessible(true);
                set.set(store.getBackingStore(), new HaltingIds(place, left, action));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public boolean isEmpty() {
        StackTraceElement caller = new Throwable().getStackTrace()[1];
        if (caller.getMethodName().equals(place) && times.decrementAndGet() == 0) {
            action.run();
        }
        return ids.isEmpty();
    }

    @Override
    public boolean add(Long id) {
        return ids.add(id);
    }

    @Override
    public boolean remove(Object id) {
        return ids.remove(id);
    }

    @Override
    public Iterator<Long> iterator() {
        return ids.iterator();
    }

    @Override
    public int size() {
        return ids.size();
    }

    @Override
    public void clear() {
        ids.clear();
    }

    @Override
    protected byte[] write(Long id) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected Long read(java.nio.ByteBuffer buffer) {
        throw new UnsupportedOperationException();
    }
}
