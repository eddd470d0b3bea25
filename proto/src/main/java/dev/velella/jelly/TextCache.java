package dev.velella.jelly;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.eclipse.rdf4j.model.IRI;
import org.jspecify.annotations.Nullable;

/**
 * Texts of entry rows that recur in one self-contained frame after the other, found again by their bytes, so that a
 * reader need not make the same strings, and IRIs from them, for every frame.
 *
 * <p>A text is kept when it is met a second time, and until another one takes its slot: texts that do not recur cost a
 * hash. Never holds more than {@value #SLOTS} texts of at most {@value #LONGEST} bytes.
 */
final class TextCache {
    static final int LONGEST = 96;

    private static final int SLOTS = 4096;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int[] hashes = new int[SLOTS];
    private final @Nullable Known[] known = new Known[SLOTS];

    /** A text, its bytes, and the IRI that was built last with it as the name. */
    static final class Known {
        private final byte[] bytes;
        final String text;

        @Nullable
        IRI iri;

        @Nullable
        String prefix;

        private Known(byte[] bytes, String text) {
            this.bytes = bytes;
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
        int slot = hash & SLOTS - 1;
        if (hashes[slot] != hash) {
            hashes[slot] = hash;
            known[slot] = null;
            return null;
        }
        Known found = known[slot];
        if (found == null) {
            found = new Known(Arrays.copyOfRange(a, start, start + length), in.text(start, length));
            known[slot] = found;
            return found;
        }
        byte[] bytes = found.bytes;
        return Arrays.equals(bytes, 0, bytes.length, a, start, start + length) ? found : null;
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
