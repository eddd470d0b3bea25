package dev.velella.source.dump;

import dev.velella.source.task.BackgroundReader;
import org.jspecify.annotations.Nullable;

/**
 * Takes chunks from the thread that reads a dump. The last chunk is held back until it is known to be the last one, so a chunk
 * before an error is not. Used by that thread.
 */
final class ChunkSink {
    private final BackgroundReader.Sink<DumpChunk> sink;
    private @Nullable DumpChunk pending;

    ChunkSink(BackgroundReader.Sink<DumpChunk> sink) {
        this.sink = sink;
    }

    /** Waits for room. */
    void put(DumpChunk chunk) throws InterruptedException {
        DumpChunk before = pending;
        pending = chunk;
        if (before != null) {
            sink.add(before);
        }
    }

    /** Whether there was a chunk. */
    boolean isBegun() {
        return pending != null;
    }

    /** The chunk before is the last one. */
    void end() throws InterruptedException {
        if (pending != null) {
            sink.add(pending.last());
        }
    }

    /** What comes after the chunk before cannot be read. */
    void fail() throws InterruptedException {
        if (pending != null) {
            sink.add(pending);
        }
    }

    /** Whether nobody takes any more. */
    boolean isClosed() {
        return sink.isClosed();
    }
}
