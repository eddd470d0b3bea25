package dev.velella.record;

import dev.velella.dictionary.Dictionary;
import dev.velella.frame.DictionaryPlace;
import dev.velella.rdf.ElementKind;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The binary record header {@value #NAME} of version 2 of the record protocol. It has everything that readers need beside
 * the value:
 *
 * <pre>
 * velella = version flags [dictionary] [carried] [writer seq] [time] [number hash]
 * </pre>
 *
 * <p>There is one binary spelling for every value. Header converters that know text only hand a header on as the base64
 * text of this spelling, some of them in quotes; that is read too. The first byte tells both apart. Immutable.
 *
 * @param kind kind of element in the frame
 * @param dictionary the dictionary on which the frame builds; null if the frame is self-contained
 * @param place number of the record of its writer; null if it is not known
 * @param eventTime time of the element in ms since 1970; null if it is not known
 * @param position place of a patch in the chain of its stream; null if there is none, and for a graph
 */
public record VelellaHeader(
        ElementKind kind,
        @Nullable Base dictionary,
        @Nullable Place place,
        @Nullable Long eventTime,
        @Nullable PatchPosition position) {
    /** Name of the header. */
    public static final String NAME = "velella";

    private static final byte VERSION = 2;
    private static final int PATCH = 0x01;
    private static final int DICTIONARY = 0x02;
    private static final int CARRIED = 0x04;
    private static final int PLACE = 0x08;
    private static final int TIME = 0x10;
    private static final int POSITION = 0x20;
    private static final int SNAPSHOT = 0x40;
    private static final int RESERVED = 0x80;

    /** Names and times have 48 bits. */
    private static final long LIMIT_48 = 1L << 48;

    private static final int LONGEST = 2 + 6 + 5 + 4 + 9 + 6 + 9 + 8;

    /** The first character of the base64 text of every header, because the first byte is {@value #VERSION}. */
    private static final byte FIRST_OF_TEXT = 'A';

    /**
     * The dictionary of a record.
     *
     * @param name name of the dictionary, from 0 to 2^48 - 1
     * @param carried number of bytes of the dictionary that stand in front of the rows in the value; 0 if it is elsewhere
     */
    public record Base(long name, int carried) {
        public Base {
            if (name < 0 || name >= LIMIT_48 || carried < 0) {
                throw new IllegalArgumentException("a dictionary " + name + " of " + carried + " bytes");
            }
        }
    }

    /**
     * Place of a record among the records of its writer.
     *
     * @param writer random number of the writer
     * @param sequence number of the record, from 0
     */
    public record Place(int writer, long sequence) {
        public Place {
            if (sequence < 0) {
                throw new IllegalArgumentException("records are counted from 0, not " + sequence);
            }
        }

        /** The writer in messages: 8 hexadecimal digits. */
        public String name() {
            return HexFormat.of().toHexDigits(writer);
        }
    }

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if a graph has a position, or the time is negative or has more than 48 bits
     */
    public VelellaHeader {
        if (position != null && kind != ElementKind.PATCH) {
            throw new IllegalArgumentException("a graph has no position in a chain of patches");
        }
        if (eventTime != null && !canHold(eventTime)) {
            throw new IllegalArgumentException("an event time of " + eventTime + " ms since 1970 cannot be written");
        }
    }

    /**
     * The header of a frame.
     *
     * @param eventTime in ms since 1970; null if it is not known
     * @param position place of a patch in its stream; null if there is none
     */
    public static VelellaHeader of(
            ElementKind kind, DictionaryPlace place, @Nullable Long eventTime, @Nullable PatchPosition position) {
        Dictionary dictionary = place.dictionary();
        return new VelellaHeader(
                kind,
                dictionary == null ? null : new Base(dictionary.name(), 0),
                place.isCounted() ? new Place(place.writer(), place.sequence()) : null,
                eventTime,
                position);
    }

    /** Whether an event time in ms since 1970 fits into a header. */
    public static boolean canHold(long eventTime) {
        return eventTime >= 0 && eventTime < LIMIT_48;
    }

    /** The header's value. */
    public byte[] toBytes() {
        ByteBuffer out = ByteBuffer.allocate(LONGEST);
        out.put(VERSION).put((byte) flags());
        if (dictionary != null) {
            putBytes6(out, dictionary.name);
            if (dictionary.carried > 0) {
                putVarint(out, dictionary.carried);
            }
        }
        if (place != null) {
            out.putInt(place.writer);
            putVarint(out, place.sequence);
        }
        if (eventTime != null) {
            putBytes6(out, eventTime);
        }
        if (position != null) {
            putVarint(out, position.number());
            out.putLong(position.hash());
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    /** The header's value as text that every header converter keeps: base64 of {@link #toBytes}. */
    public byte[] toText() {
        return Base64.getEncoder().encode(toBytes());
    }

    private int flags() {
        int flags = kind == ElementKind.PATCH ? PATCH : 0;
        if (dictionary != null) {
            flags |= dictionary.carried > 0 ? DICTIONARY | CARRIED : DICTIONARY;
        }
        flags |= place != null ? PLACE : 0;
        flags |= eventTime != null ? TIME : 0;
        if (position != null) {
            flags |= position.snapshot() ? POSITION | SNAPSHOT : POSITION;
        }
        return flags;
    }

    /**
     * Adds what this header says as the text headers of version 1, {@code content-type}, {@code patch} and
     * {@code event-time}. A header that is there already stays.
     */
    public void addText(Headers headers) {
        addText(headers, RecordHeaderNames.CONTENT_TYPE, RecordHeaderNames.mediaType(kind));
        if (position != null) {
            addText(headers, RecordHeaderNames.PATCH, position.format());
        }
        if (eventTime != null) {
            addText(headers, RecordHeaderNames.EVENT_TIME, Long.toString(eventTime));
        }
    }

    private static void addText(Headers headers, String name, String value) {
        if (headers.lastHeader(name) == null) {
            headers.add(name, value.getBytes(StandardCharsets.US_ASCII));
        }
    }

    /**
     * Reads the value of a header.
     *
     * @throws IllegalArgumentException if the value does not follow the grammar; the message shows at most as many bytes as
     *     the longest correct value has
     */
    public static VelellaHeader parse(byte[] value) {
        try {
            ByteBuffer in = ByteBuffer.wrap(isText(value) ? bytesOfText(value) : value);
            byte version = in.get();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "version " + version + "; a copy of records needs ByteArrayConverter as header.converter");
            }
            VelellaHeader header = read(in, in.get());
            if (in.hasRemaining()) {
                throw new IllegalArgumentException(in.remaining() + " bytes left over");
            }
            return header;
        } catch (BufferUnderflowException e) {
            throw malformed(value, "bytes are missing");
        } catch (IllegalArgumentException e) {
            throw malformed(value, Objects.requireNonNullElse(e.getMessage(), "bytes out of range"));
        }
    }

    private static boolean isText(byte[] value) {
        return value.length > 0 && (value[0] == FIRST_OF_TEXT || value[0] == '"');
    }

    /** The bytes of which a text is the base64 form, as converters of headers write it. */
    private static byte[] bytesOfText(byte[] text) {
        int quote = text[0] == '"' ? 1 : 0;
        if (text.length > 2 * LONGEST || (quote > 0 && (text.length < 2 || text[text.length - 1] != '"'))) {
            throw new IllegalArgumentException("neither binary nor its base64 text");
        }
        byte[] base64 = Arrays.copyOfRange(text, quote, text.length - quote);
        byte[] bytes = Base64.getDecoder().decode(base64);
        if (!Arrays.equals(Base64.getEncoder().encode(bytes), base64)) {
            throw new IllegalArgumentException("another spelling of its base64 text");
        }
        return bytes;
    }

    private static VelellaHeader read(ByteBuffer in, int flags) {
        if ((flags & RESERVED) != 0
                || isWithout(flags, CARRIED, DICTIONARY)
                || isWithout(flags, POSITION, PATCH)
                || isWithout(flags, SNAPSHOT, POSITION)) {
            throw new IllegalArgumentException("flags " + Integer.toHexString(flags & 0xFF));
        }
        Base dictionary = null;
        if ((flags & DICTIONARY) != 0) {
            long name = bytes6(in);
            dictionary = new Base(name, (flags & CARRIED) == 0 ? 0 : carried(varint(in)));
        }
        Place place = (flags & PLACE) == 0 ? null : new Place(in.getInt(), varint(in));
        Long time = (flags & TIME) == 0 ? null : bytes6(in);
        PatchPosition position = null;
        if ((flags & POSITION) != 0) {
            long number = varint(in);
            position = new PatchPosition(number, in.getLong(), (flags & SNAPSHOT) != 0);
        }
        ElementKind kind = (flags & PATCH) == 0 ? ElementKind.GRAPH : ElementKind.PATCH;
        return new VelellaHeader(kind, dictionary, place, time, position);
    }

    private static boolean isWithout(int flags, int bit, int needed) {
        return (flags & bit) != 0 && (flags & needed) == 0;
    }

    private static int carried(long length) {
        if (length < 1 || length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a dictionary of " + length + " bytes");
        }
        return (int) length;
    }

    /** A number of 48 bits, most significant byte first. */
    private static long bytes6(ByteBuffer in) {
        return ((in.getShort() & 0xFFFFL) << 32) | (in.getInt() & 0xFFFF_FFFFL);
    }

    private static void putBytes6(ByteBuffer out, long value) {
        out.putShort((short) (value >>> 32)).putInt((int) value);
    }

    private static void putVarint(ByteBuffer out, long value) {
        long rest = value;
        while (rest > 0x7F) {
            out.put((byte) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.put((byte) rest);
    }

    /** A number from 0 to 2^63 - 1 in its shortest form. */
    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                if (next == 0 && shift > 0) {
                    throw new IllegalArgumentException("a number that is not in its shortest form");
                }
                return value;
            }
        }
        throw new IllegalArgumentException("a number of more than 63 bits");
    }

    private static IllegalArgumentException malformed(byte[] value, String reason) {
        String shown = HexFormat.of().formatHex(value, 0, Math.min(value.length, LONGEST));
        return new IllegalArgumentException("header " + NAME + " is malformed (" + reason + "): " + shown);
    }

    /** For messages. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(kind == ElementKind.PATCH ? "patch" : "graph");
        if (dictionary != null) {
            text.append(", dictionary ").append(Dictionary.text(dictionary.name));
            text.append(dictionary.carried > 0 ? " carried" : "");
        }
        if (place != null) {
            text.append(", writer ").append(place.name());
            text.append(", record ").append(place.sequence);
        }
        if (eventTime != null) {
            text.append(", event time ").append(eventTime);
        }
        if (position != null) {
            text.append(", position ").append(position.format());
        }
        return text.toString();
    }
}
