package dev.velella.diff;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What the state store holds of one stream: the head of its patch chain and its graph as a frame.
 *
 * <p>As bytes: format version (1 byte, now 1), patch number, graph hash and event time of the last element (8 bytes
 * each, big-endian), then the self-contained Jelly-RDF frame; no frame stands for no statements. The record of a stream
 * that has ended stays, because its patch numbers go on if it comes back.
 */
final class StreamRecord {
    private static final byte VERSION = 1;
    private static final int TIME_AT = 1 + 2 * Long.BYTES;
    private static final int FRAME_AT = TIME_AT + Long.BYTES;

    private StreamRecord() {}

    /** The bytes that stand for a state whose statements are in this frame. */
    static byte[] write(StreamState state, byte[] frame) {
        return ByteBuffer.allocate(FRAME_AT + frame.length)
                .put(VERSION)
                .putLong(state.number())
                .putLong(state.hash())
                .putLong(state.lastTime())
                .put(frame)
                .array();
    }

    /** A copy of a record with another event time, the rest unchanged. */
    static byte[] withTime(byte[] record, long lastTime) {
        check(record);
        byte[] copy = record.clone();
        ByteBuffer.wrap(copy).putLong(TIME_AT, lastTime);
        return copy;
    }

    /** Number of the last patch. */
    static long number(byte[] record) {
        check(record);
        return ByteBuffer.wrap(record).getLong(1);
    }

    /** Hash of the graph. */
    static long hash(byte[] record) {
        check(record);
        return ByteBuffer.wrap(record).getLong(1 + Long.BYTES);
    }

    /** Event time of the last element. */
    static long lastTime(byte[] record) {
        check(record);
        return ByteBuffer.wrap(record).getLong(TIME_AT);
    }

    /** The frame; empty where there are no statements. */
    static byte[] frame(byte[] record) {
        check(record);
        return Arrays.copyOfRange(record, FRAME_AT, record.length);
    }

    private static void check(byte[] record) {
        if (record.length < FRAME_AT || record[0] != VERSION) {
            String found = record.length == 0 ? "nothing" : "format " + record[0] + " in " + record.length + " bytes";
            throw new IllegalStateException("the state store holds " + found + " where format " + VERSION
                    + " was expected; start with another application.id, or reset this one");
        }
    }
}
