package dev.velella.sink.query;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory on the heap that all queries of an endpoint share. It is used for rows that are sorted, grouped, joined or
 * made distinct, and for long texts. One query gets at most half of it. Sizes are estimates. Thread-safe.
 *
 * <p>Queries get at most a quarter of the heap. If they filled the heap, the collector would stop all threads of the
 * worker again and again.
 */
public final class QueryMemory {
    private static final int SHARE_OF_HEAP = 4;

    private final long bytes;
    private final AtomicLong used = new AtomicLong();

    /** @param bytes memory for all queries together, in bytes; a quarter of the heap if that is less */
    public QueryMemory(long bytes) {
        this(bytes, Runtime.getRuntime().maxMemory());
    }

    /** With a heap of another size than that of this JVM. */
    QueryMemory(long bytes, long heapBytes) {
        this.bytes = Math.min(bytes, heapBytes / SHARE_OF_HEAP);
    }

    /** Memory for all queries together, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Maximum number of bytes for one query. */
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

    /** Number of bytes that queries use at the moment. */
    long used() {
        return used.get();
    }
}
