package dev.velella.jelly.wire;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects the bytes of the frame that is being written: Protocol Buffers fields, and rows. The length of a row is
 * filled in at its end.
 *
 * <p>Each method makes room for the bytes that it writes. Text is written as strict UTF-8. The methods refuse a
 * surrogate without its partner, and strings and frames above the limits.
 */
public final class ByteSink {
    private static final int INITIAL_BYTES = 1 << 12;
    private static final int KEPT_BYTES = 1 << 20;
    private static final int LONG_TEXT = 24;
    private static final int METADATA = 0x7A;

    private final int maxFrameBytes;
    private final int maxStringBytes;
    private final int maxRows;
    private byte[] buffer = new byte[INITIAL_BYTES];
    private int position;
    private int rows;
    private boolean full;
    private long frame;

    public ByteSink(Limits limits) {
        maxFrameBytes = limits.maxFrameBytes();
        maxStringBytes = limits.maxStringBytes();
        maxRows = limits.maxRows();
    }

    /** Begins another frame; the number is for error messages only. */
    public void open(long frameNumber) {
        frame = frameNumber;
        position = 0;
        rows = 0;
        full = false;
        if (buffer.length > KEPT_BYTES) {
            buffer = new byte[INITIAL_BYTES];
        }
    }

    /** A copy of the bytes written. */
    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, position);
    }

    /** Number of bytes written. */
    public int position() {
        return position;
    }

    /** Number of rows written. */
    public int rows() {
        return rows;
    }

    /** Whether a row was refused because this frame has no room for it. */
    public boolean isFull() {
        return full;
    }

    /** Removes bytes and rows, back to an earlier position and number of rows. */
    public void rewind(int toPosition, int toRows) {
        position = toPosition;
        rows = toRows;
    }

    private void ensure(long count) {
        if (buffer.length - position < count) {
            grow(count);
        }
    }

    private void grow(long count) {
        long needed = position + count;
        if (position > maxFrameBytes || needed > Integer.MAX_VALUE - 16) {
            throw tooLong();
        }
        buffer = Arrays.copyOf(buffer, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(needed, buffer.length * 2L)));
    }

    private void varint(int value) {
        int v = value;
        while ((v & ~0x7F) != 0) {
            buffer[position++] = (byte) (v | 0x80);
            v >>>= 7;
        }
        buffer[position++] = (byte) v;
    }

    private static int varintSize(int value) {
        return value < 0 ? 5 : value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5;
    }

    /** Writes a varint field; the value 0 takes no bytes. */
    public void numberField(int tag, int value) {
        if (value != 0) {
            ensure(6);
            buffer[position++] = (byte) tag;
            varint(value);
        }
    }

    /** Writes an empty message, which has a tag and a length but no fields. */
    public void emptyField(int tag) {
        ensure(2);
        buffer[position++] = (byte) tag;
        buffer[position++] = 0;
    }

    /** Writes an RdfIri; a reference of 0 takes no bytes. */
    public void iriField(int tag, int prefix, int name) {
        ensure(14);
        int start = position;
        buffer[start] = (byte) tag;
        position = start + 2;
        if (prefix != 0) {
            buffer[position++] = 0x08;
            varint(prefix);
        }
        if (name != 0) {
            buffer[position++] = 0x10;
            varint(name);
        }
        buffer[start + 1] = (byte) (position - start - 2);
    }

    /** Writes a string field, also if the string is empty. */
    public void stringField(int tag, String text) {
        stringField(tag, text, 0, text.length());
    }

    public void stringField(int tag, String text, int from, int to) {
        int length = checkLength(to - from);
        ensure(length * 3L + 6);
        int start = position;
        buffer[position++] = (byte) tag;
        varint(length);
        if (!ascii(text, from, to)) {
            position = start + 1;
            varint(utf8Length(text, from, to));
            utf8(text, from, to);
        }
    }

    /** Writes a field whose value is a part of other bytes, which the caller has checked. */
    public void bytesField(int tag, byte[] source, int from, int length) {
        ensure(length + 6L);
        buffer[position++] = (byte) tag;
        varint(length);
        System.arraycopy(source, from, buffer, position, length);
        position += length;
    }

    /** Writes a whole row that stands in other bytes. */
    public void row(byte[] source, int from, int length) {
        ensure(length);
        System.arraycopy(source, from, buffer, position, length);
        position += length;
        countRow();
    }

    /** Writes one entry of the metadata of a frame. */
    public void metadata(String key, byte[] value) {
        if (value.length > maxFrameBytes) {
            throw tooLong();
        }
        int estimate = key.length() + value.length + 8;
        int entry = beginMessage(METADATA, estimate);
        stringField(0x0A, key);
        ensure(value.length + 6L);
        buffer[position++] = 0x12;
        varint(value.length);
        System.arraycopy(value, 0, buffer, position, value.length);
        position += value.length;
        endMessage(entry, estimate);
        checkFrame();
    }

    /**
     * Writes an entry row with an id and a value. The id 0 stands for the id after the last one.
     *
     * @return number of bytes of the value in UTF-8
     */
    public int entryRow(int tag, int id, String text, int from, int to) {
        int length = checkLength(to - from);
        ensure(length * 3L + 32);
        int start = position;
        entryHead(tag, id, length);
        if (!ascii(text, from, to)) {
            length = utf8Length(text, from, to);
            position = start;
            entryHead(tag, id, length);
            utf8(text, from, to);
        }
        countRow();
        return length;
    }

    private void entryHead(int tag, int id, int length) {
        int body = (id == 0 ? 0 : 1 + varintSize(id)) + 1 + varintSize(length) + length;
        buffer[position++] = 0x0A;
        varint(1 + varintSize(body) + body);
        buffer[position++] = (byte) tag;
        varint(body);
        numberField(0x08, id);
        buffer[position++] = 0x12;
        varint(length);
    }

    /** Writes whole rows that were written before, as bytes. */
    public void rows(byte[] bytes, int from, int to, int count) {
        fields(bytes, from, to);
        checkFrame();
        rows += count;
        if (rows > maxRows) {
            throw tooManyRows();
        }
    }

    /** Writes fields of a row that were written before, as bytes. */
    public void fields(byte[] bytes, int from, int to) {
        ensure(to - from);
        System.arraycopy(bytes, from, buffer, position, to - from);
        position += to - from;
    }

    /** Begins a message. {@link #endMessage}, called with the same estimate of the length, fills in its length. */
    public int beginMessage(int tag, int estimate) {
        ensure(7);
        varint(tag);
        int mark = position;
        position += varintSize(estimate);
        return mark;
    }

    public void endMessage(int mark, int estimate) {
        int reserved = varintSize(estimate);
        int length = position - mark - reserved;
        int needed = varintSize(length);
        shift(mark + reserved, mark + needed, length);
        position = mark;
        varint(length);
        position = mark + needed + length;
    }

    /**
     * Begins a row of one message. {@link #endRow}, called with the same estimate of the length, fills in its length.
     */
    public int beginRow(int tag, int estimate) {
        ensure(12);
        int mark = position;
        position += headSize(estimate);
        return mark;
    }

    public void endRow(int mark, int tag, int estimate) {
        int reserved = headSize(estimate);
        int length = position - mark - reserved;
        int row = 1 + varintSize(length) + length;
        int needed = 1 + varintSize(row) + 1 + varintSize(length);
        if (needed != reserved) {
            shift(mark + reserved, mark + needed, length);
        }
        position = mark;
        buffer[position++] = 0x0A;
        varint(row);
        buffer[position++] = (byte) tag;
        varint(length);
        position += length;
        countRow();
    }

    private static int headSize(int length) {
        int row = 1 + varintSize(length) + length;
        return 2 + varintSize(row) + varintSize(length);
    }

    private void shift(int from, int to, int length) {
        if (from != to) {
            ensure(16);
            System.arraycopy(buffer, from, buffer, to, length);
        }
    }

    private void countRow() {
        checkFrame();
        if (++rows > maxRows) {
            throw tooManyRows();
        }
    }

    private MalformedJellyException tooManyRows() {
        full = true;
        return fail("the frame would have more rows than the limit of " + maxRows);
    }

    private void checkFrame() {
        if (position > maxFrameBytes) {
            throw tooLong();
        }
    }

    /** The error for a row for which the frame has no room. */
    public MalformedJellyException tooLong() {
        full = true;
        return fail("the frame would be longer than the limit of " + maxFrameBytes + " bytes");
    }

    private int checkLength(int chars) {
        if (chars > maxStringBytes) {
            throw fail("a string of " + chars + " characters is longer than the limit of " + maxStringBytes + " bytes");
        }
        return chars;
    }

    /** Copies text that is pure ASCII; returns false if it is not, and then the position is undefined. */
    private boolean ascii(String text, int from, int to) {
        boolean whole = from == 0 && to == text.length();
        return (whole && to >= LONG_TEXT) ? longAscii(text) : shortAscii(text, from, to);
    }

    /**
     * Copies long text that is pure ASCII. The JDK's methods copy many bytes at a time. The first one takes the lower
     * half of each character. The second one makes a string of these bytes again. It is equal to the text only if the
     * text is ASCII. A text with U+FFFD could be equal too, because this character replaces bytes that are not ASCII.
     * Therefore such a text is refused before.
     */
    @SuppressWarnings("deprecation")
    private boolean longAscii(String text) {
        if (text.indexOf('\uFFFD') >= 0) {
            return false;
        }
        int length = text.length();
        text.getBytes(0, length, buffer, position);
        if (!new String(buffer, position, length, StandardCharsets.US_ASCII).equals(text)) {
            return false;
        }
        position += length;
        return true;
    }

    private boolean shortAscii(String text, int from, int to) {
        byte[] out = buffer;
        int p = position;
        int seen = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            seen |= c;
            out[p++] = (byte) c;
        }
        position = p;
        return seen < 0x80;
    }

    private int utf8Length(String text, int from, int to) {
        long length = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                length++;
            } else if (c < 0x800) {
                length += 2;
            } else if (!Character.isSurrogate(c)) {
                length += 3;
            } else if (Character.isHighSurrogate(c) && i + 1 < to && Character.isLowSurrogate(text.charAt(i + 1))) {
                length += 4;
                i++;
            } else {
                throw fail("a string holds half of a surrogate pair, which UTF-8 cannot carry");
            }
        }
        if (length > maxStringBytes) {
            throw fail("a string of " + length + " bytes is longer than the limit of " + maxStringBytes);
        }
        return (int) length;
    }

    private void utf8(String text, int from, int to) {
        byte[] out = buffer;
        int p = position;
        for (int i = from; i < to; i++) {
            int c = text.charAt(i);
            if (c < 0x80) {
                out[p++] = (byte) c;
            } else if (c < 0x800) {
                out[p++] = (byte) (0xC0 | (c >> 6));
                out[p++] = (byte) (0x80 | (c & 0x3F));
            } else if (!Character.isSurrogate((char) c)) {
                out[p++] = (byte) (0xE0 | (c >> 12));
                out[p++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                out[p++] = (byte) (0x80 | (c & 0x3F));
            } else {
                int point = text.codePointAt(i++);
                out[p++] = (byte) (0xF0 | (point >> 18));
                out[p++] = (byte) (0x80 | ((point >> 12) & 0x3F));
                out[p++] = (byte) (0x80 | ((point >> 6) & 0x3F));
                out[p++] = (byte) (0x80 | (point & 0x3F));
            }
        }
        position = p;
    }

    /** The error for the row that is being written. */
    public MalformedJellyException fail(String reason) {
        return new MalformedJellyException(frame, rows, -1, reason);
    }
}
