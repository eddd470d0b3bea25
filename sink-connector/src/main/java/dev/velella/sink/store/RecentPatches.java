package dev.velella.sink.store;

import dev.velella.record.PatchPosition;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers the last applied patches, to distinguish repeats from patches that do not follow. For each patch it keeps
 * number, state hash and change. Repeats occur, for example, when MirrorMaker copies a topic: after a restart it
 * repeats the last records.
 *
 * <p>The number of patches of all streams is bounded. The streams that have been silent for the longest time are
 * dropped first. A dropped patch counts as unknown, so it is never taken for a repeat. Everything is lost when the
 * process ends. Not thread-safe.
 */
public final class RecentPatches {
    private static final int MOST_OF_ONE_STREAM = 1_024;

    private final int most;
    private final Map<StreamId, Run> runs = new LinkedHashMap<>(16, 0.75f, true);
    private int held;

    /** @param most maximum number of remembered patches, at least 0 */
    public RecentPatches(int most) {
        this.most = most;
    }

    /** Consecutive patches of one stream, in a ring. */
    private static final class Run {
        private long next;
        private int size;
        private long[] hashes = new long[4];
        private long[] changes = new long[4];

        /** Adds a patch. Returns by how many the number of held patches grows. */
        int add(long number, long hash, long change) {
            int before = size;
            if (number != next) {
                size = 0;
            }
            if (size == hashes.length && size < MOST_OF_ONE_STREAM) {
                grow(number - size, 2 * hashes.length);
            }
            int slot = slot(number);
            hashes[slot] = hash;
            changes[slot] = change;
            size = Math.min(size + 1, hashes.length);
            next = number + 1;
            return size - before;
        }

        private void grow(long first, int length) {
            long[] moreHashes = Arrays.copyOf(hashes, length);
            long[] moreChanges = Arrays.copyOf(changes, length);
            for (int i = 0; i < size; i++) {
                int from = slot(first + i);
                int to = (int) ((first + i) % length);
                moreHashes[to] = hashes[from];
                moreChanges[to] = changes[from];
            }
            hashes = moreHashes;
            changes = moreChanges;
        }

        private int slot(long number) {
            return (int) (number % hashes.length);
        }

        boolean holds(long number) {
            return number < next && number >= next - size;
        }
    }

    /** Notes a patch that was applied. */
    public void applied(StreamId stream, PatchPosition position, long change) {
        if (most == 0) {
            return;
        }
        held += runs.computeIfAbsent(stream, unknown -> new Run()).add(position.number(), position.hash(), change);
        Iterator<Run> longestSilent = runs.values().iterator();
        while (held > most && runs.size() > 1) {
            held -= longestSilent.next().size;
            longestSilent.remove();
        }
    }

    /** Whether exactly this patch was applied to the stream. */
    public boolean knows(StreamId stream, PatchPosition position, long change) {
        Run run = runs.get(stream);
        return run != null
                && run.holds(position.number())
                && run.hashes[run.slot(position.number())] == position.hash()
                && run.changes[run.slot(position.number())] == change;
    }

    /**
     * Whether a patch with this number and state was applied to the stream. For a patch whose content cannot be read.
     */
    public boolean knows(StreamId stream, PatchPosition position) {
        Run run = runs.get(stream);
        return run != null
                && run.holds(position.number())
                && run.hashes[run.slot(position.number())] == position.hash();
    }

    /** Number of patches remembered. */
    public int size() {
        return held;
    }
}
