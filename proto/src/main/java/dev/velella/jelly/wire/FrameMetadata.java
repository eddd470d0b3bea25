package dev.velella.jelly.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Metadata of a frame of Jelly-RDF, in its form on the wire. Stateless. */
public final class FrameMetadata {
    /** Tag of an entry in the frame. */
    public static final int TAG = 0x7A;

    private FrameMetadata() {}

    /** Reads the length and the body of an entry of metadata, and puts it into the map if the map is not null. */
    public static void readEntry(WireReader in, int outer, @Nullable Map<String, byte[]> metadata) {
        int end = in.bodyEnd(outer);
        String key = "";
        int start = end;
        int length = 0;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (tag == 0x0A) {
                key = in.string(end);
            } else if (tag == 0x12) {
                length = in.length(end);
                start = in.position();
                in.seek(start + length);
            } else {
                in.skip(tag, end);
            }
        }
        if (metadata != null) {
            metadata.put(key, in.bytes(start, length));
        }
    }
}
