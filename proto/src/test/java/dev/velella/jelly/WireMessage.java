package dev.velella.jelly;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Protocol Buffers message as a list of its fields, read without any schema: plain and slow, to check fast readers
 * against. Knows varints and length-delimited fields, the only ones that Jelly has.
 */
final class WireMessage {
    /**
     * One field.
     *
     * @param value of a varint; 0 otherwise
     * @param bytes of a length-delimited field; empty otherwise
     */
    record Field(int number, boolean delimited, long value, byte[] bytes) {
        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        WireMessage message() {
            return parse(bytes);
        }
    }

    private final List<Field> fields;

    WireMessage(List<Field> fields) {
        this.fields = fields;
    }

    List<Field> fields() {
        return fields;
    }

    /** The last field of that number. */
    Optional<Field> field(int number) {
        return fields.stream().filter(field -> field.number == number).reduce((first, second) -> second);
    }

    int number(int field) {
        return field(field).map(found -> (int) found.value).orElse(0);
    }

    String text(int field) {
        return field(field).map(Field::text).orElse("");
    }

    /** @throws IllegalArgumentException if the bytes are no message */
    static WireMessage parse(byte[] bytes) {
        WireMessage message = parseOrNull(bytes);
        if (message == null) {
            throw new IllegalArgumentException("not a message");
        }
        return message;
    }

    /** The message, or null if the bytes are none. */
    static @Nullable WireMessage parseOrNull(byte[] bytes) {
        Cursor at = new Cursor(bytes);
        List<Field> fields = new ArrayList<>();
        while (at.position < bytes.length) {
            long tag = at.varint();
            long value = at.varint();
            boolean delimited = (tag & 7) == 2;
            if (at.failed || tag < 8 || tag > Integer.MAX_VALUE || (!delimited && (tag & 7) != 0)) {
                return null;
            }
            if (!delimited) {
                fields.add(new Field((int) (tag >>> 3), false, value, new byte[0]));
            } else if (value < 0 || value > bytes.length - at.position) {
                return null;
            } else {
                int end = at.position + (int) value;
                fields.add(new Field((int) (tag >>> 3), true, 0, Arrays.copyOfRange(bytes, at.position, end)));
                at.position = end;
            }
        }
        return new WireMessage(fields);
    }

    private static final class Cursor {
        private final byte[] bytes;
        private int position;
        private boolean failed;

        Cursor(byte[] bytes) {
            this.bytes = bytes;
        }

        long varint() {
            long value = 0;
            for (int shift = 0; shift < 64 && position < bytes.length; shift += 7) {
                byte next = bytes[position++];
                value |= (long) (next & 0x7F) << shift;
                if (next >= 0) {
                    return value;
                }
            }
            failed = true;
            return -1;
        }
    }

    byte[] array() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Field field : fields) {
            writeVarint(out, (long) field.number << 3 | (field.delimited ? 2 : 0));
            if (field.delimited) {
                writeVarint(out, field.bytes.length);
                out.writeBytes(field.bytes);
            } else {
                writeVarint(out, field.value);
            }
        }
        return out.toByteArray();
    }

    static void writeVarint(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
