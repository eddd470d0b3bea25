package dev.velella.jelly;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.proto.v1.RdfStreamFrame;
import dev.velella.jelly.proto.v1.RdfStreamRow;
import dev.velella.jelly.proto.v1.patch.RdfPatchRow;
import dev.velella.rdf.ElementKind;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Splits frames into Protocol Buffers messages, for inspection. It shows the contents of the wire, also if they break
 * the rules of Jelly. It needs no state, so that any frame of a stream can be read alone. Data is read and written
 * without these messages.
 */
public final class RawFrames {
    /**
     * Levels of messages besides quoted triples: row, statement and term around a quoted triple, and the messages
     * inside it.
     */
    private static final int LEVELS_BESIDES_NESTING = 4;

    private RawFrames() {}

    /**
     * Hands over the rows of a bare frame one by one, so that only one row is in memory at a time.
     *
     * @param kind kind of the frame's rows; {@link JellyFrames#kindOf} tells it for a frame that begins with options
     * @param frameNumber of the frame in its stream, from 0, for errors
     * @param limits only the limits of frame bytes, of rows and of nesting count
     * @return metadata of the frame, in order; empty for Jelly-Patch, which has none
     * @throws MalformedJellyException if the frame is not a message of its kind, or above the limits; the rows before
     *     that place were handed over
     */
    public static Map<String, byte[]> read(
            byte[] frame, ElementKind kind, long frameNumber, Limits limits, Consumer<RawRow> rows) {
        if (frame.length > limits.maxFrameBytes()) {
            throw new MalformedJellyException(
                    frameNumber,
                    -1,
                    0,
                    "the frame has " + frame.length + " bytes, more than the limit of " + limits.maxFrameBytes());
        }
        Reading reading = new Reading(frame, kind, frameNumber, limits, rows);
        try {
            return reading.fields();
        } catch (InvalidProtocolBufferException e) {
            throw reading.fail("not a message of protocol buffers: " + e.getMessage());
        } catch (IOException e) {
            throw new AssertionError("an array has no input errors", e);
        }
    }

    private static final class Reading {
        private final CodedInputStream in;
        private final ElementKind kind;
        private final Parser<? extends Message> rowParser;
        private final long frameNumber;
        private final int maxRows;
        private final Consumer<RawRow> rows;
        private int row;

        Reading(byte[] frame, ElementKind kind, long frameNumber, Limits limits, Consumer<RawRow> rows) {
            this.in = CodedInputStream.newInstance(frame);
            this.in.setRecursionLimit(limits.maxNesting() + LEVELS_BESIDES_NESTING);
            this.kind = kind;
            this.rowParser = kind == ElementKind.GRAPH ? RdfStreamRow.parser() : RdfPatchRow.parser();
            this.frameNumber = frameNumber;
            this.maxRows = limits.maxRows();
            this.rows = rows;
        }

        Map<String, byte[]> fields() throws IOException {
            Map<String, byte[]> metadata = new LinkedHashMap<>();
            int rowTag = tag(RdfStreamFrame.ROWS_FIELD_NUMBER);
            int metadataTag = tag(RdfStreamFrame.METADATA_FIELD_NUMBER);
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (tag == rowTag) {
                    row();
                } else if (tag == metadataTag && kind == ElementKind.GRAPH) {
                    metadata(metadata);
                } else if (!in.skipField(tag)) {
                    throw fail("the end of a group that has not begun");
                }
            }
            return Collections.unmodifiableMap(metadata);
        }

        private static int tag(int field) {
            return field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
        }

        private void row() throws IOException {
            if (row == maxRows) {
                throw fail("the frame has more rows than the limit of " + maxRows);
            }
            int length = in.readRawVarint32();
            int offset = in.getTotalBytesRead();
            int outer = in.pushLimit(length);
            Message message = rowParser.parsePartialFrom(in, ExtensionRegistryLite.getEmptyRegistry());
            in.checkLastTagWas(0);
            if (in.getBytesUntilLimit() != 0) {
                throw fail("the row ends before its last byte");
            }
            in.popLimit(outer);
            rows.accept(new RawRow(row++, offset, length, message));
        }

        /** Reads an entry of a Protocol Buffers map. The last key and the last value count, and both may be missing. */
        private void metadata(Map<String, byte[]> metadata) throws IOException {
            int outer = in.pushLimit(in.readRawVarint32());
            String key = "";
            byte[] value = {};
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (tag == tag(1)) {
                    key = in.readStringRequireUtf8();
                } else if (tag == tag(2)) {
                    value = in.readByteArray();
                } else if (!in.skipField(tag)) {
                    throw fail("the end of a group that has not begun");
                }
            }
            in.popLimit(outer);
            metadata.put(key, value);
        }

        MalformedJellyException fail(String reason) {
            return new MalformedJellyException(frameNumber, row, in.getTotalBytesRead(), reason);
        }
    }
}
