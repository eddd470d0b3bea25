package dev.velella.serve.state;

import dev.velella.rdf.GraphHash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A patch of a stream, as bytes. Immutable; nobody may change the arrays.
 *
 * @param key name of the stream
 * @param partition partition of the topic of patches
 * @param offset offset of the patch
 * @param number number of the patch in its stream, from 1
 * @param hash {@link GraphHash} of the graph after the patch
 * @param time time of the patch in ms since 1970; -1 if it has none
 * @param frame the patch as a self-contained Jelly-Patch frame
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares these records
public record StoredPatch(String key, int partition, long offset, long number, long hash, long time, byte[] frame) {

    /** The mark of a patch that could not be applied: subscribers must know that one is missing. */
    public static StoredPatch gap(String key, int partition, long offset, long time) {
        return new StoredPatch(key, partition, offset, 0, 0, time, new byte[0]);
    }

    /** Whether this is the mark of a patch that could not be applied. */
    public boolean isGap() {
        return frame.length == 0;
    }

    /** Number and hash as the header {@code patch} has them: {@code 17.h00c4d2f1a09be377}. */
    public String position() {
        return number + "." + GraphHash.format(hash);
    }

    byte[] toBytes() {
        byte[] name = key.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + 8 + 8 + 4 + name.length + frame.length)
                .putLong(number)
                .putLong(hash)
                .putLong(time)
                .putInt(name.length)
                .put(name)
                .put(frame)
                .array();
    }

    static StoredPatch of(int partition, long offset, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long number = in.getLong();
        long hash = in.getLong();
        long time = in.getLong();
        byte[] name = new byte[in.getInt()];
        in.get(name);
        byte[] frame = new byte[in.remaining()];
        in.get(frame);
        return new StoredPatch(new String(name, StandardCharsets.UTF_8), partition, offset, number, hash, time, frame);
    }
}
