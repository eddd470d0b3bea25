package dev.velella.bench.diff;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.internals.InMemoryKeyValueStore;

/** A state store in memory that counts what its changelog would be sent. */
final class CountedStore extends InMemoryKeyValueStore {
    private long puts;
    private long bytes;

    CountedStore() {
        super("state");
    }

    @Override
    public void put(Bytes key, byte[] value) {
        puts++;
        bytes += key.get().length + value.length;
        super.put(key, value);
    }

    long puts() {
        return puts;
    }

    /** Keys and values. */
    long bytes() {
        return bytes;
    }
}
