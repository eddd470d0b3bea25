package dev.velella.jelly.read;

import dev.velella.jelly.wire.WireReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.eclipse.rdf4j.model.IRI;
import org.jspecify.annotations.Nullable;

/**
 * Texts of entry rows that recur in one self-contained frame after the other, or after key frames, found again by their
 * bytes, so that a reader need not make the same strings, and IRIs from them, each time.
 *
 * <p>A text is kept when it is met a second time: texts that do not recur cost a hash, and drive nothing out. One that
 * does takes, in its set, the place of a text that was not found lately. Never holds more than {@value #SLOTS} texts of at
 * most {@value #LONGEST} bytes.
 */
final class TextCache {
    static final int LONGEST = 96;

    private static final int SLOTS = 4096;

    /** Texts in a set. */
    private static final int WAYS = 4;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Hashes of texts that were met once, each at two places, so that two texts do not hide each other for ever. */
    private final int[] met = new int[SLOTS];

    private final @Nullable Known[] known = new Known[SLOTS];

    /** A text, its bytes, and the IRI that was built last with it as the name. */
    static final class Known {
        private final byte[] bytes;
        private final int hash;
        final String text;

        /** Whether it was kept or found since its set was last too small. */
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
    }

    /** The text of these bytes, which are in the frame; null if it is not kept. */
    @Nullable
    Known find(byte[] a, int start, int length, WireReader in) {
        if (length > LONGEST) {
            return null;
        }
        int hash = hash(a, start, length);
        int first = hash & SLOTS - WAYS;
        for (int at = first; at < first + WAYS; at++) {
            Known found = known[at];
            if (found != null && found.hash == hash) {
                found.isUsed = true;
                byte[] bytes = found.bytes;
                return Arrays.equals(bytes, 0, bytes.length, a, start, start + length) ? found : null;
            }
        }
        int one = hash >>> 20;
        int other = hash >>> 8 & SLOTS - 1;
        if (met[one] != hash && met[other] != hash) {
            met[one] = hash;
            met[other] = hash;
            return null;
        }
        Known next = new Known(Arrays.copyOfRange(a, start, start + length), hash, in.text(start, length));
        keep(next, first);
        return next;
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
