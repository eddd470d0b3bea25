package dev.velella.diff.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the bytes that {@link StateOutput} wrote. Not thread-safe.
 *
 * <p>For bytes that are not in this format the methods throw an {@link IllegalArgumentException}.
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

    /** Reads a number that is at least 0 and less than a limit. */
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

    /** Reads all bytes that are left. */
    byte[] rest() {
        byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
        at = bytes.length;
        return rest;
    }

    int left() {
        return bytes.length - at;
    }
}
