package dev.velella.diff;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.internals.InMemoryKeyValueStore;

/** A store in memory that counts. */
public final class CountedStore extends InMemoryKeyValueStore {
    private long puts;
    private long putBytes;
    private long gets;

    public CountedStore() {
        super("counted");
    }

    @Override
    public void put(Bytes key, byte[] value) {
        puts++;
        putBytes += key.get().length + value.length;
        super.put(key, value);
    }

    @Override
    public byte[] get(Bytes key) {
        gets++;
        return super.get(key);
    }

    public long puts() {
        return puts;
    }

    public long putBytes() {
        return putBytes;
    }

    public long gets() {
        return gets;
    }

    public void clear() {
        try (org.apache.kafka.streams.state.KeyValueIterator<Bytes, byte[]> all = all()) {
            java.util.List<Bytes> keys = new java.util.ArrayList<>();
            all.forEachRemaining(entry -> keys.add(entry.key));
            keys.forEach(this::delete);
        }
    }
}
