package dev.velella.diff.blank;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Makes the labels of blank nodes that are new in a stream. A label is made of the name of the stream and a counter,
 * which is kept in the state of the stream. Streams with different names never share a label, except if two long names
 * collide in 128 bits of SHA-256.
 *
 * <p>A label begins with a letter and contains only letters, digits, underscores and one hyphen, so every format can
 * write it. Not thread-safe.
 */
public final class StableIds {
    /**
     * Maximum length of a name, as it is spelled in a label, in characters. A longer name is hashed, because Jelly
     * repeats the whole label at each of its places.
     */
    private static final int LONGEST_SPELLING = 24;

    private final String prefix;
    private long counter;

    /**
     * Continues the ids of a stream from the counter in its state.
     *
     * @param stream name of the stream, such as its key or the IRI of its graph
     * @param counter number of ids that were made for the stream so far
     * @throws IllegalArgumentException if the counter is negative
     */
    public StableIds(String stream, long counter) {
        if (counter < 0) {
            throw new IllegalArgumentException("a counter of ids cannot be negative: " + counter);
        }
        this.counter = counter;
        String spelled = spelled(stream);
        prefix = (spelled.length() <= LONGEST_SPELLING ? "k" + spelled : "h" + hashed(stream)) + "-";
    }

    /** Makes a label that was not used in this stream before. */
    public String next() {
        counter++;
        return prefix + Long.toString(counter, Character.MAX_RADIX);
    }

    /** Number of ids that were made for the stream so far. The state of the stream must keep this number. */
    public long counter() {
        return counter;
    }

    /**
     * Spells a name for a label: ASCII letters and digits unchanged, every other byte of the UTF-8 form as an
     * underscore and two digits.
     */
    private static String spelled(String stream) {
        StringBuilder out = new StringBuilder(stream.length() + 8);
        for (byte b : stream.getBytes(StandardCharsets.UTF_8)) {
            if ((b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9')) {
                out.append((char) b);
            } else {
                out.append('_').append(Character.forDigit((b >> 4) & 0xF, 16)).append(Character.forDigit(b & 0xF, 16));
            }
        }
        return out.toString();
    }

    private static String hashed(String stream) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(stream.getBytes(StandardCharsets.UTF_8));
            return new BigInteger(1, Arrays.copyOf(digest, 16)).toString(Character.MAX_RADIX);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
