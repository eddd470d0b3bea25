package dev.velella.jelly.read;

import dev.velella.jelly.wire.WireReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.eclipse.rdf4j.model.IRI;
import org.jspecify.annotations.Nullable;

/**
 * Keeps texts of entry rows that come again and again, in self-contained frames or after key frames. It finds them by
 * their bytes, so that the reader does not make the same strings, and the IRIs from them, each time.
 *
 * <p>A text is kept when it comes for the second time. A text that comes once costs only the computation of a hash, and
 * replaces no other text. A new text replaces a text of its set that was not found recently. The cache never holds more
 * than {@value #SLOTS} texts of at most {@value #LONGEST} bytes.
 */
final class TextCache {
    static final int LONGEST = 96;

    private static final int SLOTS = 4096;

    /** Number of texts in a set. */
    private static final int WAYS = 4;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /**
     * Hashes of texts that came once. Each hash is at two places, so that two texts with one place in common do not
     * displace each other for ever.
     */
    private final int[] met = new int[SLOTS];

    private final @Nullable Known[] known = new Known[SLOTS];

    /** For each place, the place of the text that was found after it: entries mostly come in the order of the last time. */
    private final int[] following = new int[SLOTS];

    /** Place of the text that was found last. */
    private int last;

    /** A text, its bytes, and the IRI that was built last with it as the name. */
    static final class Known {
        private final byte[] bytes;
        private final int hash;
        final String text;

        /** Whether the text was kept or found after its set was last full. */
        private boolean isUsed = true;

        @Nullable
        IRI iri;

        @Nullable
        String prefix;

        private Known(byte[] bytes, int hash, String text) {
            this.bytes = bytes;
            this.hash = hash;
            this.text = text;
        }

        private boolean is(byte[] a, int start, int length) {
            return Arrays.equals(bytes, 0, bytes.length, a, start, start + length);
        }
    }

    /** The entry of a text; null if the text is not kept. The caller has checked that the bytes are in the frame. */
    @Nullable
    Known find(byte[] a, int start, int length, WireReader in) {
        if (length > LONGEST) {
            return null;
        }
        int next = following[last];
        Known guess = known[next];
        if (guess != null && guess.is(a, start, length)) {
            guess.isUsed = true;
            last = next;
            return guess;
        }
        int hash = hash(a, start, length);
        int first = hash & SLOTS - WAYS;
        for (int at = first; at < first + WAYS; at++) {
            Known found = known[at];
            if (found != null && found.hash == hash) {
                if (!found.is(a, start, length)) {
                    return null;
                }
                found.isUsed = true;
                following[last] = at;
                last = at;
                return found;
            }
        }
        int one = hash >>> 20;
        int other = hash >>> 8 & SLOTS - 1;
        if (met[one] != hash && met[other] != hash) {
            met[one] = hash;
            met[other] = hash;
            return null;
        }
        Known made = new Known(Arrays.copyOfRange(a, start, start + length), hash, in.text(start, length));
        keep(made, first);
        return made;
    }

    private void keep(Known next, int first) {
        for (int at = first; at < first + WAYS; at++) {
            Known before = known[at];
            if (before == null || !before.isUsed) {
                known[at] = next;
                return;
            }
        }
        for (int at = first; at < first + WAYS; at++) {
            Known before = known[at];
            if (before != null) {
                before.isUsed = false;
            }
        }
    }

    private static int hash(byte[] a, int start, int length) {
        long hash = length * 0x9E3779B97F4A7C15L;
        int end = start + length;
        int at = start;
        for (; at + 8 <= end; at += 8) {
            hash = (hash ^ (long) LONGS.get(a, at)) * 0xC2B2AE3D27D4EB4FL;
            hash ^= hash >>> 29;
        }
        for (; at < end; at++) {
            hash = (hash ^ a[at]) * 0xC2B2AE3D27D4EB4FL;
        }
        return (int) (hash >>> 32);
    }
}
