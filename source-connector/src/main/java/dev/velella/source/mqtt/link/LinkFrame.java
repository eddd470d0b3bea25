package dev.velella.source.mqtt.link;

import dev.velella.keyframe.JellyHeader;

/** A frame and its place. Equal only to itself; the value is not to be changed. */
public final class LinkFrame {
    private final JellyHeader place;
    private final byte[] value;

    /** A frame as it came. */
    public LinkFrame(JellyHeader place, byte[] value) {
        this.place = place;
        this.value = value;
    }

    /** Its place in the stream of the device. */
    public JellyHeader place() {
        return place;
    }

    /** The bare frame. */
    public byte[] value() {
        return value;
    }
}
