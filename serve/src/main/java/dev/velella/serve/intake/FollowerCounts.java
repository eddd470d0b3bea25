package dev.velella.serve.intake;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts of a {@link LogFollower} since it began. Thread-safe. */
public final class FollowerCounts {
    private final LongAdder patches = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder mended = new LongAdder();
    private final AtomicLong broken = new AtomicLong();

    void patch() {
        patches.increment();
    }

    void refused() {
        refused.increment();
    }

    void mended() {
        mended.increment();
    }

    void broken(long streams) {
        broken.set(streams);
    }

    /** Patches that were read and fit. */
    public long patches() {
        return patches.sum();
    }

    /** Records that could not be applied. */
    public long refusedRecords() {
        return refused.sum();
    }

    /** Streams that a snapshot has mended. */
    public long mendedStreams() {
        return mended.sum();
    }

    /** Streams that are broken now. */
    public long brokenStreams() {
        return broken.get();
    }
}
