package dev.velella.edge;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A list of frames as bytes: each frame follows its length, as in a delimited Jelly stream. Stateless. */
final class FrameList {
    private FrameList() {}

    /** Joins frames. */
    static byte[] join(List<byte[]> frames) {
        int size = 0;
        for (byte[] frame : frames) {
            size += CodedOutputStream.computeByteArraySizeNoTag(frame);
        }
        byte[] joined = new byte[size];
        CodedOutputStream out = CodedOutputStream.newInstance(joined);
        try {
            for (byte[] frame : frames) {
                out.writeByteArrayNoTag(frame);
            }
        } catch (IOException e) {
            throw new AssertionError("an array has no output errors", e);
        }
        return joined;
    }

    /**
     * Splits a list into its frames.
     *
     * @throws IllegalArgumentException if the bytes are not such a list
     */
    static List<byte[]> split(byte[] joined) {
        CodedInputStream in = CodedInputStream.newInstance(joined);
        List<byte[]> frames = new ArrayList<>();
        try {
            while (!in.isAtEnd()) {
                frames.add(in.readByteArray());
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("not a list of frames: " + e.getMessage(), e);
        }
        return frames;
    }
}
