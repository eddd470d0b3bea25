package dev.velella.serve.select;

import java.util.ArrayList;
import java.util.List;

/**
 * The streams that an answer leaves out because they are broken. Immutable.
 *
 * @param count number of the streams
 * @param keys some of them
 */
public record LeftOut(long count, List<String> keys) {
    /** Nothing is left out. */
    public static final LeftOut NOTHING = new LeftOut(0, List.of());

    private static final int MOST_KEYS = 20;

    public LeftOut {
        keys = List.copyOf(keys.subList(0, Math.min(keys.size(), MOST_KEYS)));
    }

    /** Those of two parts of an answer. */
    LeftOut and(LeftOut other) {
        List<String> all = new ArrayList<>(keys);
        all.addAll(other.keys());
        return new LeftOut(count + other.count(), all);
    }
}
