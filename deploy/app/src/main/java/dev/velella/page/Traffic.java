package dev.velella.page;

import dev.velella.status.state.TrafficState;
import dev.velella.status.state.TrafficState.Compared;
import dev.velella.status.state.TrafficState.Second;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Counts graphs and patches, altogether and by second. Guarded by its book. */
final class Traffic {
    private static final int SECONDS = 120;
    private static final long SECOND_MS = 1_000;

    private final long since = System.currentTimeMillis();
    private final Deque<long[]> seconds = new ArrayDeque<>();
    private long graphs;
    private long triples;
    private long graphBytes;
    private long textBytes;
    private long patches;
    private long adds;
    private long deletes;
    private long patchBytes;
    private long unreadable;
    private Compared compared = Compared.NONE;

    void graph(int statements, int bytes, long text) {
        graphs++;
        triples += statements;
        graphBytes += bytes;
        textBytes += text;
        second()[1]++;
    }

    void patch(int added, int deleted, int bytes) {
        patches++;
        adds += added;
        deletes += deleted;
        patchBytes += bytes;
        long[] second = second();
        second[2]++;
        second[3] += added;
        second[4] += deleted;
    }

    void compared(Compared more) {
        compared = compared.plus(more);
    }

    void unreadable() {
        unreadable++;
    }

    /** The present second; makes it, and forgets old ones. */
    private long[] second() {
        long now = System.currentTimeMillis() / SECOND_MS * SECOND_MS;
        long[] last = seconds.peekLast();
        if (last != null && last[0] >= now) {
            return last;
        }
        // Seconds in which nothing came are zeros, not gaps.
        long next = last == null || now - last[0] > SECONDS * SECOND_MS ? now : last[0] + SECOND_MS;
        long[] made = {now, 0, 0, 0, 0};
        for (; next < now; next += SECOND_MS) {
            seconds.addLast(new long[] {next, 0, 0, 0, 0});
        }
        seconds.addLast(made);
        while (seconds.size() > SECONDS) {
            seconds.removeFirst();
        }
        return made;
    }

    TrafficState state(int streams) {
        second();
        List<Second> list = new ArrayList<>();
        seconds.forEach(s -> list.add(new Second(s[0], s[1], s[2], s[3], s[4])));
        return new TrafficState(
                since,
                graphs,
                triples,
                graphBytes,
                textBytes,
                patches,
                adds,
                deletes,
                patchBytes,
                unreadable,
                streams,
                compared,
                list);
    }
}
