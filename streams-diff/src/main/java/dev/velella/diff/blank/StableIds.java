package dev.velella.diff.blank;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Makes the labels of blank nodes that are new in a stream, from the name of the stream and a counter that is kept in its
 * state. Streams of different names never share a label, up to a collision of 128 bits of SHA-256 where names are long.
 *
 * <p>A label is letters, digits, underscores and one hyphen and begins with a letter, so every format can spell it. Not
 * thread-safe.
 */
public final class StableIds {
    /** Longest spelling of a name that is put into labels as it is; Jelly repeats a label wherever it stands. */
    private static final int LONGEST_SPELLING = 24;

    private final String prefix;
    private long counter;

    /**
     * Goes on where the state of the stream says.
     *
     * @param stream name of the stream, such as its key or the IRI of its graph
     * @param counter how many ids the stream was given so far
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

    /** A label that this stream has not given before. */
    public String next() {
        counter++;
        return prefix + Long.toString(counter, Character.MAX_RADIX);
    }

    /** How many ids the stream was given so far; to be kept in its state. */
    public long counter() {
        return counter;
    }

    /** ASCII letters and digits as they are, every other byte of the UTF-8 form as an underscore and two digits. */
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
