package dev.velella.jelly;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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
        List<Field> fields = new ArrayList<>();
        int[] at = {0};
        while (at[0] < bytes.length) {
            long tag = varint(bytes, at);
            int number = (int) (tag >>> 3);
            if (number == 0 || tag > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("tag " + tag);
            }
            if ((tag & 7) == 0) {
                fields.add(new Field(number, false, varint(bytes, at), new byte[0]));
            } else if ((tag & 7) == 2) {
                long length = varint(bytes, at);
                if (length < 0 || length > bytes.length - at[0]) {
                    throw new IllegalArgumentException("length " + length);
                }
                fields.add(new Field(number, true, 0, Arrays.copyOfRange(bytes, at[0], at[0] += (int) length)));
            } else {
                throw new IllegalArgumentException("wire type " + (tag & 7));
            }
        }
        return new WireMessage(fields);
    }

    private static long varint(byte[] bytes, int[] at) {
        long value = 0;
        for (int shift = 0; shift < 64 && at[0] < bytes.length; shift += 7) {
            byte next = bytes[at[0]++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("varint");
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
