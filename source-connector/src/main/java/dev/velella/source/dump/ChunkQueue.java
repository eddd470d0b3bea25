package dev.velella.source.dump;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * Hands chunks from the thread that reads a dump to the task. Holds few of them. The last chunk is held back until it is
 * known to be the last one, so a chunk before an error is not. One thread puts and one takes; any thread closes.
 */
final class ChunkQueue {
    private static final int MOST = 4;

    private final BlockingQueue<Step> steps = new ArrayBlockingQueue<>(MOST);
    private volatile boolean closed;

    /** The chunk that was put last; only the thread that puts uses it. */
    private @Nullable DumpChunk pending;

    /**
     * A step of the reading: a chunk, an error, or, with neither, the end.
     *
     * @param failure ends the reading
     */
    record Step(@Nullable DumpChunk chunk, @Nullable ConnectException failure) {}

    /** Waits for room. */
    void put(DumpChunk chunk) throws InterruptedException {
        if (closed) {
            throw new CancellationException();
        }
        DumpChunk before = pending;
        pending = chunk;
        if (before != null) {
            steps.put(new Step(before, null));
        }
    }

    /** Whether there was a chunk. */
    boolean isBegun() {
        return pending != null;
    }

    void end() throws InterruptedException {
        DumpChunk last = pending;
        if (last != null) {
            steps.put(new Step(last.last(), null));
        }
        steps.put(new Step(null, null));
    }

    void fail(ConnectException failure) throws InterruptedException {
        DumpChunk last = pending;
        if (last != null) {
            steps.put(new Step(last, null));
        }
        steps.put(new Step(null, failure));
    }

    /** The next step; null if there is none in time. */
    @Nullable
    Step next(long nanos) throws InterruptedException {
        return steps.poll(nanos, TimeUnit.NANOSECONDS);
    }

    boolean isClosed() {
        return closed;
    }

    /** Nothing is taken any more. */
    void close() {
        closed = true;
        steps.clear();
    }
}
