package dev.velella.bench.serve;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** Writes the patches of {@link ServeStreams}. Knows how far each stream is. One thread writes; any thread may ask. */
final class ServeTopic implements AutoCloseable {
    private static final int TRANSACTION = 10_000;

    private final PatchWriter writer;
    private final AtomicIntegerArray versions;

    ServeTopic(String bootstrapServers, String topic, int streams) {
        writer = new PatchWriter(bootstrapServers, topic);
        versions = new AtomicIntegerArray(streams);
    }

    /** Writes the first version of all streams. */
    void begin() {
        for (int from = 0; from < versions.length(); from += TRANSACTION) {
            int until = Math.min(versions.length(), from + TRANSACTION);
            writer.begin();
            for (int stream = from; stream < until; stream++) {
                send(stream);
            }
            writer.commit();
        }
    }

    /** Writes the next version of some streams, in one transaction. */
    void change(int first, int number) {
        writer.begin();
        for (int i = 0; i < number; i++) {
            // A large step, so that the changes of a moment lie all over the keys.
            send((int) ((first + i) * 7919L % versions.length()));
        }
        writer.commit();
    }

    private void send(int stream) {
        int version = versions.incrementAndGet(stream);
        writer.send(
                ServeStreams.key(stream), ServeStreams.patch(stream, version), ServeStreams.position(stream, version));
    }

    /** The latest version of a stream that was written, perhaps not committed yet. */
    int version(int stream) {
        return versions.get(stream);
    }

    /** Offset of the last patch. */
    long lastOffset() {
        return writer.lastOffset();
    }

    @Override
    public void close() {
        writer.close();
    }
}
