package dev.velella.serve.patchlog;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The ids of a stream, and of its patches that have none of their own. The id of a patch is a UUID (version 8) that holds the
 * number of the patch, and the hash of the graph after it together with the names of topic and stream. So all instances
 * give a patch the same id, and a topic that was made anew gives other ones. Immutable.
 */
final class PatchIds {
    private static final int HASH_BITS_ABOVE = 2;
    private static final int NUMBER_BITS_BELOW = 10;
    private static final long LOW_62 = (1L << 62) - 1;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long FNV_BASIS = 0xcbf29ce484222325L;

    private final UUID stream;
    private final long mask;

    /**
     * @param topic id of the topic
     * @param key name of the stream
     */
    PatchIds(String topic, String key) {
        byte[] name = (topic + "\0" + key).getBytes(StandardCharsets.UTF_8);
        stream = UUID.nameUUIDFromBytes(name);
        long hash = FNV_BASIS;
        for (byte each : name) {
            hash = (hash ^ (each & 0xff)) * FNV_PRIME;
        }
        mask = hash;
    }

    /** The id of the stream. */
    String stream() {
        return stream.toString();
    }

    /** The id of a patch that has none of its own. */
    String patch(long number, long hash) {
        long mixed = hash ^ mask;
        long high = number >>> NUMBER_BITS_BELOW << 16
                | 0x8000L
                | (number & (1L << NUMBER_BITS_BELOW) - 1) << HASH_BITS_ABOVE
                | mixed >>> 62;
        return new UUID(high, 1L << 63 | (mixed & LOW_62)).toString();
    }

    /** The number in an id of {@link #patch}; another number, or 0, for other ids. */
    static long number(String id) {
        try {
            UUID uuid = UUID.fromString(id);
            long high = uuid.getMostSignificantBits();
            return uuid.version() == 8 ? high >>> 16 << NUMBER_BITS_BELOW | (high & 0xfff) >>> HASH_BITS_ABOVE : 0;
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }
}
