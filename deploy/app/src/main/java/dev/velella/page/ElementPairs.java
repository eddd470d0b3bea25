package dev.velella.page;

import dev.velella.status.state.TrafficState.Compared;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Pairs the graphs of one stream with the patches that they became, so that the bytes of both can be compared. A patch has
 * the time of its graph. Both come in the order of the stream, but one kind may come long before the other, and the records
 * that were read first need not be those of the same elements: what stands before the first pair counts on neither side.
 * After it a graph without a patch counts, because it changed nothing, and so does a patch without a graph, because it ended
 * the stream. Guarded by its book.
 */
final class ElementPairs {
    private final Deque<Waiting> graphs = new ArrayDeque<>();
    private final Deque<Waiting> patches = new ArrayDeque<>();
    private boolean hasPair;

    private record Waiting(long time, int bytes, long textBytes) {}

    /** Takes a graph; returns what can be compared now. */
    Compared graph(long time, int bytes, long textBytes) {
        graphs.addLast(new Waiting(time, bytes, textBytes));
        return compare();
    }

    /** Takes a patch; returns what can be compared now. */
    Compared patch(long time, int bytes) {
        patches.addLast(new Waiting(time, bytes, 0));
        return compare();
    }

    /** Number of elements that wait for others. */
    int waiting() {
        return graphs.size() + patches.size();
    }

    /** Forgets what waits; the comparison begins anew at the next pair. */
    void forget() {
        graphs.clear();
        patches.clear();
        hasPair = false;
    }

    private Compared compare() {
        Compared all = Compared.NONE;
        while (!graphs.isEmpty() && !patches.isEmpty()) {
            long graphTime = graphs.getFirst().time();
            long patchTime = patches.getFirst().time();
            hasPair |= graphTime == patchTime;
            Waiting graph = graphTime <= patchTime ? graphs.pollFirst() : null;
            Waiting patch = patchTime <= graphTime ? patches.pollFirst() : null;
            if (hasPair) {
                all = all.plus(compared(graph, patch));
            }
        }
        return all;
    }

    private static Compared compared(@Nullable Waiting graph, @Nullable Waiting patch) {
        return new Compared(
                graph == null ? 0 : 1,
                graph == null ? 0 : graph.bytes(),
                graph == null ? 0 : graph.textBytes(),
                patch == null ? 0 : 1,
                patch == null ? 0 : patch.bytes());
    }
}
