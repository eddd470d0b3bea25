package dev.velella.diff.input;

import dev.velella.rdf.StreamElement;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a record says. Immutable.
 *
 * @param element graph or patch; null if the record ends its stream
 * @param isLifted whether the element was made of a record that is not Jelly
 * @param key key of the stream; null if it is the key of the record
 * @param eventTime in ms since 1970; empty if it is that of the record
 * @param isRepeat whether the record equals the record before it in its codec stream, byte by byte
 */
public record Content(
        @Nullable StreamElement element,
        boolean isLifted,
        @Nullable String key,
        OptionalLong eventTime,
        boolean isRepeat) {
    /** A record in Jelly. */
    static Content ofJelly(@Nullable StreamElement element, boolean isRepeat) {
        return new Content(element, false, null, OptionalLong.empty(), isRepeat);
    }

    /**
     * The element as the copy of the record has it, for dead letters and late elements. Null if the copy has the value of the
     * record, byte by byte: the record needs no other one, and is more than what the options make of it.
     */
    public @Nullable StreamElement copied() {
        return isLifted ? null : element;
    }
}
