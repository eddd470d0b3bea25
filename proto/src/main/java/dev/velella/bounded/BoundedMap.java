package dev.velella.bounded;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map that holds a number of entries at most: an entry above that number takes the place of the one that was put or asked for
 * longest ago. Iterates from that one to the latest. Not thread-safe, also not if it is only asked.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int most;

    /** @param most number of entries */
    public BoundedMap(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
