package dev.velella.jelly.wire;

import dev.velella.jelly.format.JellyLimitException;
import dev.velella.jelly.format.MalformedJellyException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Cursor over the bytes of one frame: Protocol Buffers varints, tags, lengths and UTF-8.
 *
 * <p>Invariant: no method reads at or after the {@code end} that the caller gives, and no caller gives an end after the
 * frame. Every problem with the bytes becomes a {@link MalformedJellyException} with frame, row and byte.
 */
public final class WireReader {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static final int VARINT = 0;
    static final int FIXED64 = 1;
    public static final int LENGTH_DELIMITED = 2;
    static final int FIXED32 = 5;

    /** The first byte of a frame that begins with a row. */
    private static final int ROW = 0x0A;

    /** Fewest and most bytes at the begin that tell text from Jelly. */
    private static final int LEAST_BEGIN = 8;

    private static final int LONGEST_BEGIN = 24;

    private final int maxStringBytes;
    private byte[] bytes = new byte[0];
    private int position;
    private long frame;
    private int row = -1;

    public WireReader(int maxStringBytes) {
        this.maxStringBytes = maxStringBytes;
    }

    /** Goes to the start of another frame. */
    public void open(byte[] frameBytes, long frameNumber) {
        bytes = frameBytes;
        position = 0;
        frame = frameNumber;
        row = -1;
    }

    /** Forgets the frame's bytes, so that an idle reader holds no memory. */
    public void close() {
        bytes = new byte[0];
        position = 0;
    }

    public void nextRow() {
        row++;
    }

    public void nextRows(int rows) {
        row += rows;
    }

    /** Takes the last {@link #nextRow} back. */
    public void sameRow() {
        row--;
    }

    public int rowNumber() {
        return row;
    }

    public int position() {
        return position;
    }

    public void seek(int to) {
        position = to;
    }

    /** The next byte, without moving on. The caller knows that it is in the frame. */
    int peek() {
        return bytes[position];
    }

    /** Value of a varint that has two bytes. */
    public static int twoBytes(int low, int high) {
        return (low & 0x7F) | high << 7;
    }

    public int varint(int end) {
        int p = position;
        if (p < end) {
            int first = bytes[p++];
            if (first >= 0) {
                position = p;
                return first;
            }
            if (p < end) {
                int second = bytes[p++];
                if (second >= 0) {
                    position = p;
                    return (first & 0x7F) | second << 7;
                }
            }
        }
        return longVarint(end);
    }

    /** Reads a varint of any length. Refuses a value that has more than 32 bits. */
    private int longVarint(int end) {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (position >= end) {
                throw fail("a number is cut off");
            }
            int next = bytes[position++];
            if (shift < 35) {
                value |= (long) (next & 0x7F) << shift;
            } else if ((next & 0x7F) != 0) {
                throw fail("a number has more than 32 bits");
            }
            if (next >= 0) {
                if (value >>> 32 != 0) {
                    throw fail("a number has more than 32 bits");
                }
                return (int) value;
            }
        }
        throw fail("a number has more than 10 bytes");
    }

    boolean bool(int end) {
        return varint(end) != 0;
    }

    public int tag(int end) {
        int tag = varint(end);
        if (tag >>> 3 == 0) {
            throw fail("field number 0");
        }
        return tag;
    }

    /** Reads a length. Refuses it if fewer bytes are left between the cursor and the end. */
    public int length(int end) {
        int length = varint(end);
        if (length < 0 || length > end - position) {
            throw fail("a length of " + Integer.toUnsignedLong(length) + " bytes overruns its message");
        }
        return length;
    }

    /** Reads a length, and returns the position after so many bytes. */
    public int bodyEnd(int end) {
        int length = length(end);
        return position + length;
    }

    /** Skips the value of an unknown field. */
    public void skip(int tag, int end) {
        switch (tag & 7) {
            case VARINT -> skipVarint(end);
            case FIXED64 -> advance(8, end);
            case FIXED32 -> advance(4, end);
            case LENGTH_DELIMITED -> {
                int length = length(end);
                position += length;
            }
            default -> throw fail("wire type " + (tag & 7));
        }
    }

    private void skipVarint(int end) {
        for (int i = 0; i < 10; i++) {
            if (position >= end) {
                throw fail("a number is cut off");
            }
            if (bytes[position++] >= 0) {
                return;
            }
        }
        throw fail("a number has more than 10 bytes");
    }

    private void advance(int count, int end) {
        if (end - position < count) {
            throw fail("a field is cut off");
        }
        position += count;
    }

    /** Reads a length, and a string of so many bytes of UTF-8. */
    public String string(int end) {
        int length = length(end);
        int start = position;
        position = start + length;
        return text(start, length);
    }

    /** A copy of bytes of the frame; the caller has checked that the range is in it. */
    byte[] bytes(int start, int length) {
        return Arrays.copyOfRange(bytes, start, start + length);
    }

    /** Reads strict UTF-8. The caller has checked that the range is in the frame. */
    public String text(int start, int length) {
        if (length > maxStringBytes) {
            throw failAt(start, "a string of " + length + " bytes is longer than the limit of " + maxStringBytes);
        }
        String text = new String(bytes, start, length, StandardCharsets.UTF_8);
        // The replacement character stands for invalid bytes, or the writer has written it.
        if (text.indexOf('\uFFFD') >= 0) {
            checkUtf8(start, length);
        }
        return text;
    }

    /**
     * Whether a text is not too long and has no byte above 127. The caller has checked that the range is in the frame.
     */
    public boolean isAscii(int start, int length) {
        if (length > maxStringBytes) {
            return false;
        }
        byte[] a = bytes;
        int end = start + length;
        int at = start;
        for (; at + 8 <= end; at += 8) {
            if (((long) LONGS.get(a, at) & 0x8080808080808080L) != 0) {
                return false;
            }
        }
        int seen = 0;
        for (; at < end; at++) {
            seen |= a[at];
        }
        return seen >= 0;
    }

    private void checkUtf8(int start, int length) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, start, length));
        } catch (CharacterCodingException e) {
            throw failAt(start, "a string is not valid UTF-8", e);
        }
    }

    /** The error for the place of the cursor. */
    public MalformedJellyException fail(String reason) {
        return failAt(position, reason);
    }

    /** The error for a term that the value factory refuses, at a place in the frame. */
    public MalformedJellyException invalidTerm(int offset, IllegalArgumentException cause) {
        return failAt(offset, "not a valid term: " + cause.getMessage(), cause);
    }

    private MalformedJellyException failAt(int offset, String reason, Exception cause) {
        MalformedJellyException failure = failAt(offset, reason);
        failure.initCause(cause);
        return failure;
    }

    /** The error for a frame that exceeds a limit, at the place of the cursor. */
    public JellyLimitException failLimit(String reason) {
        return new JellyLimitException(frame, row, position, reason);
    }

    /** The error for a place in the frame. */
    public MalformedJellyException failAt(int offset, String reason) {
        return new MalformedJellyException(frame, row, offset, row > 0 ? reason : reason + otherThanAFrame());
    }

    /** What the bytes seem to be if they are no frame; empty if they may be one. */
    private String otherThanAFrame() {
        if (bytes.length == 0 || bytes[0] == ROW) {
            return "";
        }
        int length = 0;
        int at = 0;
        for (int shift = 0; at < bytes.length && shift < 28; shift += 7) {
            int next = bytes[at++];
            length |= (next & 0x7F) << shift;
            if (next >= 0) {
                break;
            }
        }
        if (length > 1 && length <= bytes.length - at && bytes[at] == ROW) {
            return "; these bytes are a delimited frame, as files hold them: a record holds the bare frame, without the"
                    + " length in front";
        }
        return ifText(bytes);
    }

    /** What to add to an error about bytes that are text; empty if they are none. */
    static String ifText(byte[] bytes) {
        int shown = Math.min(bytes.length, LONGEST_BEGIN);
        for (int i = 0; i < shown; i++) {
            if ((bytes[i] < ' ' && bytes[i] != '\n' && bytes[i] != '\r' && bytes[i] != '\t') || bytes[i] == 0x7F) {
                return "";
            }
        }
        return shown < LEAST_BEGIN
                ? ""
                : "; these bytes are text, such as N-Quads or JSON, and not Jelly; they begin with "
                        + new String(bytes, 0, shown, StandardCharsets.US_ASCII)
                                .strip()
                                .replaceAll("\\s+", " ");
    }
}
