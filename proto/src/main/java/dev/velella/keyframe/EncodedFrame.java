package dev.velella.keyframe;

import dev.velella.rdf.ElementKind;
import org.jspecify.annotations.Nullable;

/** The frame of one record: stateful, with a place in a stream, or self-contained. Equal only to itself. */
public final class EncodedFrame {
    private final ElementKind kind;
    private final byte[] value;
    private final @Nullable JellyHeader header;

    /** A stateful frame. */
    EncodedFrame(byte[] value, JellyHeader header) {
        this.kind = header.kind();
        this.value = value;
        this.header = header;
    }

    /** A self-contained frame. */
    EncodedFrame(byte[] value, ElementKind kind) {
        this.kind = kind;
        this.value = value;
        this.header = null;
    }

    /** The kind of element in the frame. */
    public ElementKind kind() {
        return kind;
    }

    /** The bare frame itself, not a copy; it must not be changed. */
    public byte[] value() {
        return value;
    }

    /** Whether the frame has a place in a stream; if not, it is self-contained. */
    public boolean isStateful() {
        return header != null;
    }

    /**
     * The place of a stateful frame in its stream.
     *
     * @throws IllegalStateException if the frame is self-contained
     */
    public JellyHeader header() {
        if (header == null) {
            throw new IllegalStateException("a self-contained frame has no place in a stream");
        }
        return header;
    }
}
