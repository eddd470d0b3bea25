package dev.velella.letter;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes how much of a record fits into a dead letter. The producer refuses a letter that is too large; the letter is
 * then lost, or its writer stops. Sizes are uncompressed, because the producer counts them in this way. Immutable.
 */
public final class LetterRoom {
    /** Name of the producer's option. */
    public static final String MAX_REQUEST_SIZE = "max.request.size";

    /** Name of the producer's option for its memory. It refuses a record that is larger, whatever the other option says. */
    public static final String BUFFER_MEMORY = "buffer.memory";

    /** Kafka's defaults of these options. */
    private static final long DEFAULT_BYTES = 1 << 20;

    private static final long DEFAULT_MEMORY = 32L << 20;

    /** Bytes for a record besides key, value and headers; more than Kafka needs. */
    private static final int OVERHEAD = 512;

    /** Bytes for a header besides name and value; more than Kafka needs. */
    private static final int HEADER_OVERHEAD = 10;

    /** The room is divided by this number. Key and headers may each take such a part before the value is cut. */
    private static final int PART = 4;

    private final long maxBytes;

    /**
     * Room in a record of a given size.
     *
     * @param maxBytes largest record that the producer sends
     */
    public LetterRoom(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * The room in the records of a producer with these options.
     *
     * @param options options of a client, or the configuration that holds them
     * @param names names of the option {@value #MAX_REQUEST_SIZE} in this map; the first name that is there counts.
     *     {@value #BUFFER_MEMORY} has the same beginnings
     */
    public static LetterRoom of(Map<String, ?> options, String... names) {
        long record = DEFAULT_BYTES;
        long memory = DEFAULT_MEMORY;
        for (int i = names.length - 1; i >= 0; i--) {
            record = number(options.get(names[i]), record);
            memory = number(options.get(names[i].replace(MAX_REQUEST_SIZE, BUFFER_MEMORY)), memory);
        }
        return new LetterRoom(Math.min(record, memory));
    }

    /** A number, or another one if there is none: what is no number, Kafka itself refuses. */
    private static long number(@Nullable Object value, long other) {
        try {
            return value == null ? other : Long.parseLong(value.toString().strip());
        } catch (NumberFormatException e) {
            return other;
        }
    }

    /** Largest record that the producer sends, in bytes. */
    public long maxBytes() {
        return maxBytes;
    }

    /**
     * Longest key of an element that the diff app accepts, in bytes: a quarter of the largest record that the producer
     * sends. The app writes this key again in records of its own, such as patches, snapshots and its state. So there
     * must be room beside the key in each of them.
     */
    public long maxKeyBytes() {
        return maxBytes / PART;
    }

    /** Bytes that a header takes at most. */
    public static int headerBytes(String name, int valueBytes) {
        return HEADER_OVERHEAD + 3 * name.length() + valueBytes;
    }

    /** Bytes that headers with these texts take at most. */
    public static long headerBytes(Map<String, String> headers) {
        return headers.entrySet().stream()
                .mapToLong(header ->
                        headerBytes(header.getKey(), header.getValue().getBytes(StandardCharsets.UTF_8).length))
                .sum();
    }

    /** Whether a record with a few short headers fits. */
    public boolean fits(int keyBytes, int valueBytes) {
        return (long) keyBytes + valueBytes + OVERHEAD <= maxBytes;
    }

    /**
     * The parts of a record that a letter keeps.
     *
     * @param keyBytes number of bytes of the key, from its beginning
     * @param headers for each header, by its place, whether it is kept
     * @param valueBytes number of bytes of the value, from its beginning
     */
    @SuppressWarnings("ArrayRecordComponent") // made and used at one place
    public record Fit(int keyBytes, boolean[] headers, int valueBytes) {
        /**
         * Headers of the letter that tell which parts of the record are missing.
         *
         * @param wholeKeyBytes number of bytes of the record's key
         * @param wholeValueBytes number of bytes of the record's value
         */
        public Map<String, String> missing(int wholeKeyBytes, int wholeValueBytes) {
            Map<String, String> missing = new LinkedHashMap<>();
            int leftOut = 0;
            for (boolean isKept : headers) {
                leftOut += isKept ? 0 : 1;
            }
            if (leftOut > 0) {
                missing.put(LetterHeaders.HEADERS_LEFT_OUT, Integer.toString(leftOut));
            }
            if (keyBytes < wholeKeyBytes) {
                missing.put(LetterHeaders.KEY_BYTES, Integer.toString(wholeKeyBytes));
            }
            if (valueBytes < wholeValueBytes) {
                missing.put(LetterHeaders.VALUE_BYTES, Integer.toString(wholeValueBytes));
            }
            return missing;
        }
    }

    /**
     * The parts of a record that its letter keeps. If the whole record fits, the letter keeps all of it. Else key and
     * headers keep at most a quarter of the room each, and the value gets the rest.
     *
     * @param keyBytes number of bytes of the key
     * @param headers sizes of the headers, by {@link #headerBytes}
     * @param valueBytes number of bytes of the value
     * @param ownBytes number of bytes of the headers that the letter adds
     */
    public Fit fit(int keyBytes, int[] headers, int valueBytes, long ownBytes) {
        boolean[] kept = new boolean[headers.length];
        long all = 0;
        for (int i = 0; i < headers.length; i++) {
            kept[i] = true;
            all += headers[i];
        }
        long room = Math.max(0, maxBytes - OVERHEAD - ownBytes);
        if (keyBytes + all + valueBytes <= room) {
            return new Fit(keyBytes, kept, valueBytes);
        }
        long left = room / PART;
        for (int i = 0; i < headers.length; i++) {
            kept[i] = headers[i] <= left;
            left -= kept[i] ? headers[i] : 0;
        }
        long headersKept = room / PART - left;
        int key = (int) Math.min(keyBytes, room / PART);
        return new Fit(key, kept, (int) Math.min(valueBytes, room - headersKept - key));
    }
}
