package dev.velella.frame;

import dev.velella.rdf.ElementKind;
import org.jspecify.annotations.Nullable;

/**
 * The frame of one record: self-contained, or built on a dictionary; or stateful, which a subclass of version 1 says.
 * Equal only to itself.
 */
public class EncodedFrame {
    private final ElementKind kind;
    private final byte[] value;
    private final @Nullable DictionaryPlace place;

    /** A frame without a dictionary. */
    public EncodedFrame(byte[] value, ElementKind kind) {
        this.kind = kind;
        this.value = value;
        this.place = null;
    }

    /** A frame of a writer that uses dictionaries. */
    EncodedFrame(byte[] value, ElementKind kind, DictionaryPlace place) {
        this.kind = kind;
        this.value = value;
        this.place = place;
    }

    /** The kind of element in the frame. */
    public final ElementKind kind() {
        return kind;
    }

    /** The bare frame itself, not a copy; it must not be changed. */
    public final byte[] value() {
        return value;
    }

    /** The dictionary and the number of the frame; null if its writer does not use dictionaries. */
    public final @Nullable DictionaryPlace place() {
        return place;
    }

    /** The header that tells the place of a stateful frame in its stream; null for another frame. */
    public byte @Nullable [] streamHeader() {
        return null;
    }

    /** Whether a stream of stateful frames can be read from this frame on. */
    public boolean isKeyFrame() {
        return false;
    }

    /** Whether a stream of stateful frames begins with this frame. */
    public boolean beginsStream() {
        return false;
    }

    /** Media type of the frame, see {@link MediaTypes}. */
    public final String mediaType() {
        return MediaTypes.of(kind, !isStateful() && (place == null || place.dictionary() == null));
    }

    /** Whether the frame belongs to a stream in which frames continue each other. */
    public final boolean isStateful() {
        return streamHeader() != null;
    }
}
