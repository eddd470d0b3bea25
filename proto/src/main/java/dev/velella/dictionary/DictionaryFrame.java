package dev.velella.dictionary;

import org.jspecify.annotations.Nullable;

/**
 * A frame that was written.
 *
 * @param value the bytes of the frame; must not be changed
 * @param dictionary the dictionary on which it builds; null if it is self-contained
 */
public record DictionaryFrame(byte[] value, @Nullable Dictionary dictionary) {}
