package dev.velella.sink.versions;

import java.nio.ByteBuffer;

/** The keys of a history on the disk: a letter for the kind of row, then numbers in the order of their size. */
final class RowKeys {
    static final byte PAGE = 'p';
    static final byte ENDED = 'e';
    static final byte ROOT = 'r';
    static final byte COMMIT = 'c';
    static final byte STATE = 's';

    private RowKeys() {}

    static byte[] of(byte kind, long... numbers) {
        ByteBuffer key = ByteBuffer.allocate(1 + numbers.length * Long.BYTES).put(kind);
        for (long number : numbers) {
            key.putLong(number);
        }
        return key.array();
    }

    /** A number of a key. */
    static long number(byte[] key, int place) {
        return ByteBuffer.wrap(key).getLong(1 + place * Long.BYTES);
    }
}
