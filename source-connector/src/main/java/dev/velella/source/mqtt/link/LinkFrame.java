package dev.velella.source.mqtt.link;

import dev.velella.keyframe.JellyHeader;

/** A frame and its place. Two instances are never equal. Callers must not change the value. */
public final class LinkFrame {
    private final JellyHeader place;
    private final byte[] value;

    /** Creates a frame as it was received. */
    public LinkFrame(JellyHeader place, byte[] value) {
        this.place = place;
        this.value = value;
    }

    /** The frame's place in the stream of the device. */
    public JellyHeader place() {
        return place;
    }

    /** The bytes of the frame, without a length before them. */
    public byte[] value() {
        return value;
    }
}
