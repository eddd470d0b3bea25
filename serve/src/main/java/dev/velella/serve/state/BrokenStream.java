package dev.velella.serve.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A stream that is not served: a record of it could not be applied, so nobody knows its latest graph. A later snapshot mends
 * it. Immutable.
 *
 * @param key name of the stream
 * @param partition partition of the topic of patches
 * @param offset offset of the last record that could not be applied; a snapshot that was written after it mends the stream
 * @param number number that the stream must reach; {@link #UNKNOWN} if a record did not tell its number
 * @param reason place, reason and remedy of the first record, in one line
 */
public record BrokenStream(String key, int partition, long offset, long number, String reason) {
    /** A number that no stream reaches. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final int MOST_REASON = 500;

    public BrokenStream {
        reason = reason.replaceAll("\\s+", " ").strip();
        if (reason.length() > MOST_REASON) {
            reason = reason.substring(0, MOST_REASON) + " …";
        }
    }

    byte[] toBytes() {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 + 8 + 8 + text.length)
                .putInt(partition)
                .putLong(offset)
                .putLong(number)
                .put(text)
                .array();
    }

    static BrokenStream of(String key, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int partition = in.getInt();
        long offset = in.getLong();
        long number = in.getLong();
        return new BrokenStream(
                key,
                partition,
                offset,
                number,
                StandardCharsets.UTF_8.decode(in).toString());
    }
}
