package dev.velella.rdfpatch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads structs of Thrift's compact protocol. Counts bytes, and holds no more than one string. Not thread-safe.
 *
 * @see <a href="https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md">the protocol</a>
 */
final class CompactInput {
    static final int STRUCT = 12;
    private static final int I16 = 4;
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int MOST_VARINT_BITS = 63;

    private final InputStream in;
    private final int longest;
    private long count;

    /** The header of a field. */
    record Field(int id, int type) {
        boolean isStop() {
            return type == 0;
        }
    }

    /** A struct is malformed. The message is the reason. */
    static final class MalformedStructException extends IOException {
        private static final long serialVersionUID = 1L;

        MalformedStructException(String message) {
            super(message);
        }
    }

    /** @param longest most bytes of a string */
    CompactInput(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** Bytes read so far. */
    long count() {
        return count;
    }

    /** The first byte of a struct; -1 at the end of the input. */
    int begin() throws IOException {
        int first = in.read();
        count += first < 0 ? 0 : 1;
        return first;
    }

    /** The header of the next field of a struct. */
    Field field(int previous) throws IOException {
        return field(readByte(), previous);
    }

    /** The header that begins with a byte. */
    Field field(int first, int previous) throws IOException {
        int type = first & 15;
        if (type == 0) {
            return new Field(0, 0);
        }
        int delta = first >>> 4;
        return new Field(delta == 0 ? (int) readLong() : previous + delta, type);
    }

    private int readByte() throws IOException {
        int read = in.read();
        if (read < 0) {
            throw new EOFException("the input ends within a row");
        }
        count++;
        return read;
    }

    private long varint() throws IOException {
        long value = 0;
        for (int shift = 0; shift <= MOST_VARINT_BITS; shift += 7) {
            int read = readByte();
            value |= (long) (read & 127) << shift;
            if (read < 128) {
                return value;
            }
        }
        throw new MalformedStructException("a number has more than ten bytes");
    }

    /** A number of any width. */
    long readLong() throws IOException {
        long zigzag = varint();
        return zigzag >>> 1 ^ -(zigzag & 1);
    }

    long number(Field field) throws IOException {
        if (field.type() != I16 && field.type() != I32 && field.type() != I64) {
            throw unexpected(field, "a number");
        }
        return readLong();
    }

    double decimal(Field field) throws IOException {
        if (field.type() != DOUBLE) {
            throw unexpected(field, "a double");
        }
        long bits = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bits |= (long) readByte() << shift;
        }
        return Double.longBitsToDouble(bits);
    }

    String string(Field field) throws IOException {
        if (field.type() != BINARY) {
            throw unexpected(field, "a string");
        }
        long length = varint();
        if (length < 0 || length > longest) {
            throw new MalformedStructException("a string of " + Long.toUnsignedString(length)
                    + " bytes is longer than the limit of " + longest + " bytes");
        }
        byte[] bytes = in.readNBytes((int) length);
        if (bytes.length < length) {
            throw new EOFException("the input ends within a row");
        }
        count += length;
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(java.nio.ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedStructException("a string is not UTF-8");
        }
    }

    /** Checks that a field begins a struct. */
    void struct(Field field) throws IOException {
        if (field.type() != STRUCT) {
            throw unexpected(field, "a struct");
        }
    }

    static MalformedStructException unexpected(Field field, String expected) {
        return new MalformedStructException(
                "field " + field.id() + " of type " + field.type() + ": expected " + expected);
    }

    /** A field that this version does not know. It may change what the rest means, so it is not passed over. */
    static MalformedStructException unknown(Field field, String of) {
        return new MalformedStructException("field " + field.id() + " of " + of
                + " is not known; the file is of a newer format. Write RDF Patch as text instead (.rdfp)");
    }
}
