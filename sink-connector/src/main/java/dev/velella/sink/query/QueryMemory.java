package dev.velella.sink.query;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The heap that all queries of an endpoint may use together for what they keep: rows that are sorted, grouped, joined or
 * told apart, and long texts that they make. One query gets half of it at most. Sizes are estimates. Thread-safe.
 */
public final class QueryMemory {
    private final long bytes;
    private final AtomicLong used = new AtomicLong();

    /** @param bytes for all queries together */
    public QueryMemory(long bytes) {
        this.bytes = bytes;
    }

    /** Most bytes for one query. */
    long share() {
        return bytes / 2;
    }

    boolean take(long more) {
        if (used.addAndGet(more) > bytes) {
            used.addAndGet(-more);
            return false;
        }
        return true;
    }

    void giveBack(long taken) {
        used.addAndGet(-taken);
    }

    /** Bytes that queries have at the moment. */
    long used() {
        return used.get();
    }
}
