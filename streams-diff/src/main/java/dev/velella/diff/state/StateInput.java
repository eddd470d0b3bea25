package dev.velella.diff.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link StateOutput} wrote. Not thread-safe.
 *
 * <p>Bytes that do not fit are an {@link IllegalArgumentException}.
 */
final class StateInput {
    private final byte[] bytes;
    private int at;

    StateInput(byte[] bytes) {
        this.bytes = bytes;
    }

    int octet() {
        if (at == bytes.length) {
            throw new IllegalArgumentException("the record ends early");
        }
        return bytes[at++] & 0xFF;
    }

    long number() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = octet();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number is too long");
    }

    /** A number from 0 up to a limit, which it may not reach. */
    int below(long limit) {
        long value = number();
        if (value < 0 || value >= limit) {
            throw new IllegalArgumentException(Long.toUnsignedString(value) + " where less than " + limit + " can be");
        }
        return (int) value;
    }

    long signed() {
        long value = number();
        return (value >>> 1) ^ -(value & 1);
    }

    long fixed() {
        long value = 0;
        for (int i = 0; i < 8; i++) {
            value = (value << 8) | octet();
        }
        return value;
    }

    String text() {
        int length = below(Integer.MAX_VALUE);
        if (length > left()) {
            throw new IllegalArgumentException("the record ends early");
        }
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    /** All bytes that are left. */
    byte[] rest() {
        byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
        at = bytes.length;
        return rest;
    }

    int left() {
        return bytes.length - at;
    }
}
