package dev.velella.letter;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How much of a record fits into a dead letter, which the producer refuses where it is too large: a letter that cannot be written
 * is lost, or stops whoever wrote it. Sizes are counted as the producer counts them, uncompressed. Immutable.
 */
public final class LetterRoom {
    /** Name of the producer's option. */
    public static final String MAX_REQUEST_SIZE = "max.request.size";

    /** Kafka's default of it. */
    private static final long DEFAULT_BYTES = 1 << 20;

    /** More than what Kafka adds to a record. */
    private static final int OVERHEAD = 512;

    /** More than what Kafka adds to a header. */
    private static final int HEADER_OVERHEAD = 10;

    /** Key and headers of the record may have this part of the room each before the value is cut. */
    private static final int PART = 4;

    private final long maxBytes;

    /** @param maxBytes largest record that the producer sends */
    public LetterRoom(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * The room that a producer's options leave.
     *
     * @param options of a client, or of what configures it
     * @param names of the option, the one that counts most first
     */
    public static LetterRoom of(Map<String, ?> options, String... names) {
        for (String name : names) {
            Object value = options.get(name);
            if (value != null) {
                return new LetterRoom(number(value));
            }
        }
        return new LetterRoom(DEFAULT_BYTES);
    }

    /** What is no number is Kafka's to refuse. */
    private static long number(Object value) {
        try {
            return Long.parseLong(value.toString().strip());
        } catch (NumberFormatException e) {
            return DEFAULT_BYTES;
        }
    }

    /** Largest record that the producer sends, in bytes. */
    public long maxBytes() {
        return maxBytes;
    }

    /** Longest key of which there is more than one copy. */
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
     * What is kept of a record.
     *
     * @param keyBytes of the key, from its begin
     * @param headers which of the headers are kept, by their place
     * @param valueBytes of the value, from its begin
     */
    @SuppressWarnings("ArrayRecordComponent") // made and used at one place
    public record Fit(int keyBytes, boolean[] headers, int valueBytes) {
        /**
         * The headers of a letter that say what of the record is missing in it.
         *
         * @param wholeKeyBytes of the record's key
         * @param wholeValueBytes of its value
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
     * What of a record fits into its letter; all of it where that fits. Else key and headers keep at most a quarter of the room
     * each, and the value the rest.
     *
     * @param keyBytes of the key
     * @param headers sizes of the headers, by {@link #headerBytes}
     * @param valueBytes of the value
     * @param ownBytes of the headers that the letter adds
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
