package dev.velella.log.asof;

import org.jspecify.annotations.Nullable;

/**
 * The streams that are wanted: one, or all whose key begins with a text.
 *
 * @param key the key of the only stream; null for several streams
 * @param prefix beginning of the keys; empty for all streams
 */
public record StreamSelection(@Nullable String key, String prefix) {
    /** All streams. */
    public static final StreamSelection ALL = new StreamSelection(null, "");

    /** One stream. */
    public static StreamSelection of(String key) {
        return new StreamSelection(key, "");
    }

    /** The streams whose key begins with a text. */
    public static StreamSelection withPrefix(String prefix) {
        return new StreamSelection(null, prefix);
    }

    boolean contains(String stream) {
        return key == null ? stream.startsWith(prefix) : key.equals(stream);
    }
}
