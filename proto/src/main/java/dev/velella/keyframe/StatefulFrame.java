package dev.velella.keyframe;

import dev.velella.frame.EncodedFrame;

/** A frame with a place in a stream: a key frame, or a frame that continues the frames before it. */
public final class StatefulFrame extends EncodedFrame {
    private final JellyHeader header;

    StatefulFrame(byte[] value, JellyHeader header) {
        super(value, header.kind());
        this.header = header;
    }

    @Override
    public byte[] streamHeader() {
        return header.toBytes();
    }

    @Override
    public boolean isKeyFrame() {
        return header.isKeyFrame();
    }

    @Override
    public boolean beginsStream() {
        return header.seq() == 0;
    }

    /** The place of the frame in its stream. */
    public JellyHeader header() {
        return header;
    }
}
