package dev.velella.keyframe;

import dev.velella.rdf.ElementKind;
import org.jspecify.annotations.Nullable;

/**
 * The frame of one record: stateful, with a place in a stream; or built on a dictionary; or self-contained. Equal only
 * to itself.
 */
public final class EncodedFrame {
    private final ElementKind kind;
    private final byte[] value;
    private final @Nullable JellyHeader header;
    private final @Nullable DictionaryPlace place;

    /** A stateful frame. */
    EncodedFrame(byte[] value, JellyHeader header) {
        this.kind = header.kind();
        this.value = value;
        this.header = header;
        this.place = null;
    }

    /** A self-contained frame. */
    EncodedFrame(byte[] value, ElementKind kind) {
        this.kind = kind;
        this.value = value;
        this.header = null;
        this.place = null;
    }

    /** A frame of a writer that uses dictionaries. */
    EncodedFrame(byte[] value, ElementKind kind, DictionaryPlace place) {
        this.kind = kind;
        this.value = value;
        this.header = null;
        this.place = place;
    }

    /** The kind of element in the frame. */
    public ElementKind kind() {
        return kind;
    }

    /** The bare frame itself, not a copy; it must not be changed. */
    public byte[] value() {
        return value;
    }

    /** The dictionary and the number of the frame; null if its writer does not use dictionaries. */
    public @Nullable DictionaryPlace place() {
        return place;
    }

    /** Whether the frame has a place in a stream, so that it continues the frames before it. */
    public boolean isStateful() {
        return header != null;
    }

    /**
     * The place of a stateful frame in its stream.
     *
     * @throws IllegalStateException if the frame is not stateful
     */
    public JellyHeader header() {
        if (header == null) {
            throw new IllegalStateException("a frame that is not stateful has no place in a stream");
        }
        return header;
    }
}
