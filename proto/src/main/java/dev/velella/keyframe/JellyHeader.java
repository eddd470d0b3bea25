package dev.velella.keyframe;

import dev.velella.rdf.ElementKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The record header {@code jelly}. It tells the place of a frame in the stream of its encoder.
 *
 * <pre>
 * jelly  = kind "1" stream link seq "." dist    ; for example p1Zk3_Q1aXoT0w4f.1
 * kind   = "g" / "p"                            ; graph frames, patch frames
 * stream = 8 base64url                          ; 48 random bits
 * link   = 4 base64url                          ; 24 bits of CRC32C over the value before, "AAAA" where seq is 0
 * seq    = base36                               ; counts the records of the stream from 0
 * dist   = base36                               ; records since the last key frame, 0 at a key frame, at most seq
 * base36 = "0" / %x31-39,61-7A *11(%x30-39,61-7A)
 * </pre>
 *
 * <p>There is one spelling for every value: two headers are equal if and only if their texts are. Immutable.
 *
 * @param kind kind of element in the frame
 * @param stream identity of the encoder's stream, from 0 to 2^48 - 1
 * @param link the {@link #linkTo} of the value before, from 0 to 2^24 - 1; 0 if {@code seq} is 0
 * @param seq number of the record in its stream, from 0
 * @param dist number of records since the last key frame; 0 is a key frame
 */
public record JellyHeader(ElementKind kind, long stream, int link, long seq, long dist) {
    /** Name of the header. */
    public static final String NAME = "jelly";

    private static final int STREAM_AT = 2;
    private static final int LINK_AT = STREAM_AT + 8;
    private static final int SEQ_AT = LINK_AT + 4;
    private static final int LONGEST_NUMBER = 12;
    private static final int LONGEST = SEQ_AT + 2 * LONGEST_NUMBER + 1;
    private static final long STREAM_LIMIT = 1L << 48;
    private static final int LINK_LIMIT = 1 << 24;

    /** 36^12: numbers have 12 digits at most. */
    private static final long NUMBER_LIMIT = 4_738_381_338_321_616_896L;

    private static final byte[] BASE64 =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] BASE64_VALUE = values(BASE64);
    private static final byte[] BASE36_VALUE = values(BASE36);

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if a part is out of its range, or the record is the first of its stream and no
     *     key frame
     */
    public JellyHeader {
        if (stream < 0 || stream >= STREAM_LIMIT || link < 0 || link >= LINK_LIMIT) {
            throw new IllegalArgumentException("stream or link out of range: " + stream + ", " + link);
        }
        if (seq < 0 || dist < 0 || dist > seq || seq >= NUMBER_LIMIT) {
            throw new IllegalArgumentException("seq " + seq + " and dist " + dist + " do not go together");
        }
        if (seq == 0 && link != 0) {
            throw new IllegalArgumentException("the first record of a stream has no link");
        }
    }

    /** Whether decoding can begin with this record. */
    public boolean isKeyFrame() {
        return dist == 0;
    }

    /**
     * The {@link #link} of the record after a record with this value: 24 bits of CRC32C (RFC 3720, B.4) over the value.
     */
    public static int linkTo(byte[] value) {
        CRC32C crc = new CRC32C();
        crc.update(value, 0, value.length);
        return (int) (crc.getValue() & (LINK_LIMIT - 1));
    }

    /** The stream's identity in the spelling of the header: 8 letters. */
    public String streamName() {
        byte[] text = new byte[8];
        base64(stream, text, 0, 8);
        return new String(text, StandardCharsets.US_ASCII);
    }

    /** The header's value, printable ASCII. */
    public byte[] toBytes() {
        byte[] text = new byte[LONGEST];
        text[0] = letter(kind);
        text[1] = '1';
        base64(stream, text, STREAM_AT, 8);
        base64(link, text, LINK_AT, 4);
        int at = base36(seq, text, SEQ_AT);
        text[at++] = '.';
        at = base36(dist, text, at);
        return Arrays.copyOf(text, at);
    }

    /** The header's value as text. */
    @Override
    public String toString() {
        return new String(toBytes(), StandardCharsets.US_ASCII);
    }

    /**
     * Reads the value of a header. Quotes around it are removed, because JsonConverter writes them around text.
     *
     * @throws IllegalArgumentException if the value does not follow the grammar; the message shows no more characters
     *     than the longest correct value has
     */
    public static JellyHeader parse(byte[] value) {
        int from = 0;
        int end = value.length;
        if (end > 1 && value[0] == '"' && value[end - 1] == '"') {
            from++;
            end--;
        }
        if (end - from < SEQ_AT + 3 || end - from > LONGEST || value[from + 1] != '1') {
            throw malformed(value);
        }
        int dot = from + SEQ_AT;
        while (dot < end && value[dot] != '.') {
            dot++;
        }
        try {
            return new JellyHeader(
                    kind(value[from]),
                    base64(value, from + STREAM_AT, 8),
                    (int) base64(value, from + LINK_AT, 4),
                    base36(value, from + SEQ_AT, dot),
                    base36(value, dot + 1, end));
        } catch (IllegalArgumentException e) {
            throw malformed(value);
        }
    }

    /** The values of digits by byte; -1 for a byte that is no digit. */
    private static byte[] values(byte[] digits) {
        byte[] values = new byte[256];
        Arrays.fill(values, (byte) -1);
        for (int i = 0; i < digits.length; i++) {
            values[digits[i]] = (byte) i;
        }
        return values;
    }

    private static IllegalArgumentException malformed(byte[] value) {
        String shown = new String(value, 0, Math.min(value.length, LONGEST), StandardCharsets.US_ASCII);
        return new IllegalArgumentException(
                "header " + NAME + " is not one of the key-frame protocol: '" + shown.replaceAll("[^ -~]", "?") + "'");
    }

    private static byte letter(ElementKind kind) {
        return switch (kind) {
            case GRAPH -> 'g';
            case PATCH -> 'p';
        };
    }

    private static ElementKind kind(byte letter) {
        return switch (letter) {
            case 'g' -> ElementKind.GRAPH;
            case 'p' -> ElementKind.PATCH;
            default -> throw new IllegalArgumentException("kind");
        };
    }

    private static void base64(long bits, byte[] text, int at, int letters) {
        for (int i = letters - 1; i >= 0; i--) {
            text[at + i] = BASE64[(int) (bits & 63)];
            bits >>>= 6;
        }
    }

    private static long base64(byte[] text, int at, int letters) {
        long bits = 0;
        int all = 0;
        for (int i = at; i < at + letters; i++) {
            int value = BASE64_VALUE[text[i] & 0xFF];
            all |= value;
            bits = (bits << 6) | value;
        }
        if (all < 0) {
            throw new IllegalArgumentException("base64url");
        }
        return bits;
    }

    /** Writes a number, and returns the position after it. */
    private static int base36(long number, byte[] text, int at) {
        int end = at + 1;
        for (long rest = number / 36; rest != 0; rest /= 36) {
            end++;
        }
        long rest = number;
        for (int i = end - 1; i >= at; i--) {
            text[i] = BASE36[(int) (rest % 36)];
            rest /= 36;
        }
        return end;
    }

    private static long base36(byte[] text, int from, int end) {
        int length = end - from;
        if (length < 1 || length > LONGEST_NUMBER || (text[from] == '0' && length > 1)) {
            throw new IllegalArgumentException("base36");
        }
        long number = 0;
        int all = 0;
        for (int i = from; i < end; i++) {
            int digit = BASE36_VALUE[text[i] & 0xFF];
            all |= digit;
            number = number * 36 + digit;
        }
        if (all < 0) {
            throw new IllegalArgumentException("base36");
        }
        return number;
    }
}
