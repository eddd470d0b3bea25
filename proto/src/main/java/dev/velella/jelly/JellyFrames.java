package dev.velella.jelly;

import dev.velella.jelly.wire.FrameMetadata;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.WireReader;
import dev.velella.rdf.ElementKind;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads facts about a bare frame without decoding it. */
public final class JellyFrames {
    /** Most entries of metadata. Nobody needs more, and an entry of a few bytes takes a hundred bytes in a map. */
    private static final int MOST_METADATA = 10_000;

    private JellyFrames() {}

    /**
     * Tells a Jelly-RDF frame from a Jelly-Patch frame by its options row, the first row of a self-contained frame. The
     * required field 1 of Jelly-Patch options is a number; in Jelly-RDF it is an optional string, and field 2 is
     * required. Reads no further than the options row, in time proportional to the number of bytes up to its end.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if the frame does not begin with an options row of
     *     either kind
     */
    public static ElementKind kindOf(byte[] frame) {
        WireReader in = new WireReader(Integer.MAX_VALUE);
        in.open(frame, 0);
        while (in.position() < frame.length) {
            int tag = in.tag(frame.length);
            if (tag != 0x0A) {
                in.skip(tag, frame.length);
                continue;
            }
            in.nextRow();
            int rowEnd = in.bodyEnd(frame.length);
            if (in.position() == rowEnd || in.tag(rowEnd) != OptionsRow.TAG) {
                break;
            }
            return kindOfOptions(in, in.bodyEnd(rowEnd));
        }
        throw in.fail("the frame does not begin with an options row: it is neither Jelly-RDF nor Jelly-Patch, or it"
                + " needs the frames before it");
    }

    /**
     * Metadata of a Jelly-RDF frame (Jelly specification, frame metadata), read without decoding the frame. Of several
     * entries of one key the last counts.
     *
     * @return key to value, in the order of the frame; empty if there is none, never null
     * @throws dev.velella.jelly.format.MalformedJellyException if the frame is not Protocol Buffers, a key is not
     *     UTF-8, or there are more than 10000 entries
     */
    public static Map<String, byte[]> metadata(byte[] frame) {
        WireReader in = new WireReader(Integer.MAX_VALUE);
        in.open(frame, 0);
        Map<String, byte[]> metadata = new LinkedHashMap<>();
        while (in.position() < frame.length) {
            int tag = in.tag(frame.length);
            if (tag != FrameMetadata.TAG) {
                in.skip(tag, frame.length);
                continue;
            }
            if (metadata.size() == MOST_METADATA) {
                throw in.fail("the frame has more than " + MOST_METADATA + " entries of metadata");
            }
            FrameMetadata.readEntry(in, frame.length, metadata);
        }
        return metadata;
    }

    private static ElementKind kindOfOptions(WireReader in, int end) {
        boolean physicalType = false;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (tag == 0x08 && in.varint(end) != 0) {
                return ElementKind.PATCH;
            }
            if (tag == 0x10) {
                physicalType = in.varint(end) != 0;
            } else if (tag != 0x08) {
                in.skip(tag, end);
            }
        }
        if (physicalType) {
            return ElementKind.GRAPH;
        }
        throw in.fail("the options row names neither a physical stream type nor a patch statement type");
    }
}
