package dev.velella.keyframe;

/** One record of a stream. Equal only to itself. */
public final class EncodedFrame {
    private final byte[] value;
    private final JellyHeader header;

    EncodedFrame(byte[] value, JellyHeader header) {
        this.value = value;
        this.header = header;
    }

    /** The bare frame itself, not a copy; not to be changed. */
    public byte[] value() {
        return value;
    }

    /** Its place in the stream. */
    public JellyHeader header() {
        return header;
    }
}
