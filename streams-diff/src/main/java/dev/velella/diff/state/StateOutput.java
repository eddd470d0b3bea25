package dev.velella.diff.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes the bytes of a stored state. Numbers are variable-length integers; strings are UTF-8 with their length. Not
 * thread-safe.
 */
final class StateOutput {
    private static final int KEPT = 1 << 16;

    private byte[] bytes = new byte[512];
    private int size;

    /** Begins a new record. */
    void reset() {
        if (bytes.length > KEPT) {
            bytes = new byte[512];
        }
        size = 0;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }

    void octet(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    /** Writes a number that is rarely negative. */
    void number(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Writes a number that is often negative. */
    void signed(long value) {
        number((value << 1) ^ (value >> 63));
    }

    /** Writes a number as eight bytes. */
    void fixed(long value) {
        reserve(8);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    void text(String text) {
        text(text, 0);
    }

    /** Writes the tail of a text. The index {@code from} must not be in the middle of a surrogate pair. */
    void text(String text, int from) {
        int length = text.length() - from;
        number(length);
        reserve(length);
        int lengthAt = size;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                size = lengthAt - lengthOfNumber(length);
                raw(text.substring(from).getBytes(StandardCharsets.UTF_8), true);
                return;
            }
            bytes[size++] = (byte) c;
        }
    }

    private static int lengthOfNumber(int number) {
        return (38 - Integer.numberOfLeadingZeros(number | 1)) / 7;
    }

    void raw(byte[] value) {
        raw(value, false);
    }

    private void raw(byte[] value, boolean withLength) {
        if (withLength) {
            number(value.length);
        }
        reserve(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }
}
