package dev.velella.serve.intake;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides which patches of a partition are kept. A mark says which offset a partition had at a time of the clock. Not
 * thread-safe.
 */
final class History {
    private static final long MARK_MS = 10_000;

    private final long ms;
    private final long patches;
    private final Map<Integer, Deque<Mark>> marks = new HashMap<>();

    private record Mark(long timeMs, long nextOffset) {}

    /**
     * @param ms how long patches are kept, in ms
     * @param patches most kept patches of a partition, counted by offsets
     */
    History(long ms, long patches) {
        this.ms = ms;
        this.patches = patches;
    }

    /** Patches of the partition below this offset need not be kept. */
    long keptFrom(int partition, long nextOffset, long nowMs) {
        Deque<Mark> known = marks.computeIfAbsent(partition, number -> new ArrayDeque<>());
        if (known.isEmpty() || nowMs - known.getLast().timeMs() >= MARK_MS) {
            known.addLast(new Mark(nowMs, nextOffset));
        }
        long old = 0;
        while (known.size() > 1 && nowMs - known.getFirst().timeMs() >= ms) {
            old = known.removeFirst().nextOffset();
        }
        return Math.max(old, nextOffset - patches);
    }
}
