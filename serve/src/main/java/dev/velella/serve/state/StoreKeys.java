package dev.velella.serve.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The keys of the rows of the store. All numbers are big-endian, so that rows lie in their order. Stateless. */
final class StoreKeys {
    private StoreKeys() {}

    /** A place in the topic of patches. */
    static byte[] place(int partition, long offset) {
        return ByteBuffer.allocate(12).putInt(partition).putLong(offset).array();
    }

    static int partition(byte[] place) {
        return ByteBuffer.wrap(place).getInt();
    }

    static long offset(byte[] place) {
        return ByteBuffer.wrap(place).getLong(4);
    }

    /** A patch of a stream by its number. The length stands first, so that no key is the beginning of another. */
    static byte[] version(String key, long number) {
        byte[] name = text(key);
        return ByteBuffer.allocate(4 + name.length + 8)
                .putInt(name.length)
                .put(name)
                .putLong(number)
                .array();
    }

    /** The number in a key of {@link #version}; -1 if the row belongs to another stream. */
    static long number(byte[] row, String key) {
        byte[] name = text(key);
        ByteBuffer in = ByteBuffer.wrap(row);
        if (row.length != 4 + name.length + 8 || in.getInt() != name.length) {
            return -1;
        }
        byte[] found = new byte[name.length];
        in.get(found);
        return java.util.Arrays.equals(found, name) ? in.getLong() : -1;
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
