package dev.velella.dictionary;

import org.jspecify.annotations.Nullable;

/** A frame that was written, and the dictionary on which it builds. Immutable. */
public final class DictionaryFrame {
    private final byte[] value;
    private final @Nullable Dictionary dictionary;

    DictionaryFrame(byte[] value, @Nullable Dictionary dictionary) {
        this.value = value;
        this.dictionary = dictionary;
    }

    /** The bytes of the frame; must not be changed. */
    public byte[] value() {
        return value;
    }

    /** The dictionary on which the frame builds; null if it is self-contained. */
    public @Nullable Dictionary dictionary() {
        return dictionary;
    }
}
