package dev.velella.jelly;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Changes bytes at random: blindly, and along the structure of Protocol Buffers messages. What comes out depends on the
 * random numbers and the arguments only.
 */
final class Mutator {
    private static final long[] NUMBERS = {
        0,
        1,
        2,
        3,
        4,
        7,
        8,
        9,
        10,
        15,
        16,
        17,
        31,
        127,
        128,
        255,
        256,
        4095,
        4096,
        4097,
        16_383,
        16_384,
        65_535,
        65_536,
        10_000_000,
        Integer.MAX_VALUE,
        1L << 31,
        (1L << 32) - 1,
        1L << 32,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        -2
    };
    private static final int[] FIELDS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 99, 1 << 20};

    private final SplittableRandom random;

    Mutator(SplittableRandom random) {
        this.random = random;
    }

    /**
     * One to four changes.
     *
     * @param other bytes of the same sort, to take parts from
     */
    byte[] mutate(byte[] input, byte[] other) {
        byte[] bytes = input;
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            bytes = random.nextBoolean() ? mutateMessage(bytes, other) : mutateBytes(bytes, other);
        }
        return bytes;
    }

    byte[] mutateBytes(byte[] input, byte[] other) {
        if (input.length == 0) {
            return other.clone();
        }
        byte[] bytes = input.clone();
        int at = random.nextInt(bytes.length);
        int length = Math.min(1 + random.nextInt(1 << random.nextInt(7)), bytes.length - at);
        return switch (random.nextInt(9)) {
            case 0 -> set(bytes, at, (byte) random.nextInt(256));
            case 1 -> set(bytes, at, (byte) (bytes[at] ^ 1 << random.nextInt(8)));
            case 2 -> set(bytes, at, (byte) (random.nextBoolean() ? 0xFF : random.nextInt(4)));
            case 3 -> Arrays.copyOf(bytes, at);
            case 4 -> replace(bytes, at, at + length, new byte[0]);
            case 5 -> replace(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
            case 6 -> replace(bytes, at, at + random.nextInt(length + 1), varint(number()));
            case 7 -> replace(bytes, at, bytes.length, from(other));
            default -> {
                int to = random.nextInt(bytes.length);
                System.arraycopy(bytes, at, bytes, to, Math.min(length, bytes.length - to));
                yield bytes;
            }
        };
    }

    private byte[] from(byte[] other) {
        return other.length == 0 ? other : Arrays.copyOfRange(other, random.nextInt(other.length), other.length);
    }

    private static byte[] set(byte[] bytes, int at, byte value) {
        bytes[at] = value;
        return bytes;
    }

    private static byte[] replace(byte[] bytes, int from, int to, byte[] part) {
        byte[] result = Arrays.copyOf(bytes, bytes.length - (to - from) + part.length);
        System.arraycopy(part, 0, result, from, part.length);
        System.arraycopy(bytes, to, result, from + part.length, bytes.length - to);
        return result;
    }

    private long number() {
        return random.nextInt(3) == 0
                ? random.nextLong() >>> random.nextInt(64)
                : NUMBERS[random.nextInt(NUMBERS.length)];
    }

    private static byte[] varint(long value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WireMessage.writeVarint(out, value);
        return out.toByteArray();
    }

    private byte[] mutateMessage(byte[] bytes, byte[] other) {
        WireMessage message = WireMessage.parseOrNull(bytes);
        return message == null
                ? mutateBytes(bytes, other)
                : mutate(message, other).array();
    }

    /** Changes the fields of this message, or goes down into one of them. */
    private WireMessage mutate(WireMessage message, byte[] other) {
        List<WireMessage.Field> fields = new ArrayList<>(message.fields());
        int at = fields.isEmpty() ? -1 : random.nextInt(fields.size());
        if (at >= 0 && fields.get(at).delimited() && random.nextInt(4) > 0) {
            WireMessage.Field field = fields.get(at);
            fields.set(at, delimited(field.number(), mutateMessage(field.bytes(), other)));
        } else {
            change(fields, at, other);
        }
        return new WireMessage(fields);
    }

    private static WireMessage.Field delimited(int number, byte[] bytes) {
        return new WireMessage.Field(number, true, 0, bytes);
    }

    private void change(List<WireMessage.Field> fields, int at, byte[] other) {
        int kind = at < 0 ? 3 : random.nextInt(9);
        switch (kind) {
            case 0 -> fields.remove(at);
            case 1 -> fields.add(random.nextInt(fields.size() + 1), fields.get(at));
            case 2 -> fields.add(random.nextInt(fields.size()), fields.remove(at));
            case 3 -> fields.add(at + 1, new WireMessage.Field(field(), false, number(), new byte[0]));
            case 4 -> fields.add(at + 1, delimited(field(), text()));
            case 5 -> fields.set(at, renumbered(fields.get(at)));
            case 6 -> fields.set(at, new WireMessage.Field(fields.get(at).number(), false, number(), new byte[0]));
            case 7 -> fields.set(at, delimited(fields.get(at).number(), random.nextBoolean() ? text() : nested()));
            default -> takeOver(fields, other);
        }
    }

    private WireMessage.Field renumbered(WireMessage.Field field) {
        return new WireMessage.Field(field(), field.delimited(), field.value(), field.bytes());
    }

    private int field() {
        return FIELDS[random.nextInt(FIELDS.length)];
    }

    /** Some fields of the other message, such as rows of another frame. */
    private void takeOver(List<WireMessage.Field> fields, byte[] other) {
        WireMessage message = WireMessage.parseOrNull(other);
        List<WireMessage.Field> others = message == null ? List.of() : message.fields();
        for (int i = random.nextInt(4); i >= 0 && !others.isEmpty(); i--) {
            fields.add(random.nextInt(fields.size() + 1), others.get(random.nextInt(others.size())));
        }
    }

    /** A text, right or wrong, short or long. */
    private byte[] text() {
        return switch (random.nextInt(7)) {
            case 0 -> new byte[0];
            case 1 -> new byte[] {(byte) 0xC0, (byte) 0x80};
            case 2 -> new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80};
            case 3 -> "http://example.org/\uD83D\uDE00".getBytes(StandardCharsets.UTF_8);
            case 4 -> "x".repeat(1 << random.nextInt(15)).getBytes(StandardCharsets.UTF_8);
            case 5 -> new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80};
            default -> "en".getBytes(StandardCharsets.UTF_8);
        };
    }

    /** Quoted triples within quoted triples, up to far deeper than any limit. */
    private byte[] nested() {
        byte[] bytes = new byte[0];
        for (int depth = random.nextInt(1 << random.nextInt(9)); depth > 0; depth--) {
            bytes = new WireMessage(List.of(delimited(random.nextBoolean() ? 4 : 12, bytes))).array();
        }
        return bytes;
    }
}
