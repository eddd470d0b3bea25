package dev.velella.rdf;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map with a largest number of entries. If a further entry is put, the map removes the entry that was put or asked
 * for longest ago. It iterates from that entry to the latest. Not thread-safe, not even for reading, because
 * {@code get} changes the order.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int most;

    /** @param most largest number of entries */
    public BoundedMap(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
