package dev.velella.view.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A part of a state store: all keys with one beginning, seen without it. So one store holds the graphs of the streams, and
 * the answers of each view. Lives as long as the store, which it neither opens nor closes. Not thread-safe.
 */
public final class KeySpace implements KeyValueStore<Bytes, byte[]> {
    private final KeyValueStore<Bytes, byte[]> store;
    private final byte[] prefix;

    /** @param prefix of the keys; none may be the beginning of another one */
    public KeySpace(KeyValueStore<Bytes, byte[]> store, String prefix) {
        this.store = store;
        this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
    }

    private Bytes outer(Bytes key) {
        byte[] inner = key.get();
        byte[] outer = new byte[prefix.length + inner.length];
        System.arraycopy(prefix, 0, outer, 0, prefix.length);
        System.arraycopy(inner, 0, outer, prefix.length, inner.length);
        return Bytes.wrap(outer);
    }

    private Bytes inner(Bytes key) {
        byte[] outer = key.get();
        byte[] inner = new byte[outer.length - prefix.length];
        System.arraycopy(outer, prefix.length, inner, 0, inner.length);
        return Bytes.wrap(inner);
    }

    /** The first key behind all of this part: no prefix ends with the largest byte. */
    private Bytes end() {
        byte[] end = prefix.clone();
        end[end.length - 1]++;
        return Bytes.wrap(end);
    }

    @Override
    public void put(Bytes key, byte[] value) {
        store.put(outer(key), value);
    }

    @Override
    public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
        return store.putIfAbsent(outer(key), value);
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte @Nullable [] delete(Bytes key) {
        return store.delete(outer(key));
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        return store.get(outer(key));
    }

    /** The keys from one to another; null is the first, or the last. */
    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        Bytes first = from == null ? Bytes.wrap(prefix) : outer(from);
        // The key behind the last one begins with the next prefix; the iterator leaves it out.
        return new Inner(store.range(first, to == null ? end() : outer(to)));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return range(null, null);
    }

    /** That of the whole store: nobody counts the parts. */
    @Override
    public long approximateNumEntries() {
        return store.approximateNumEntries();
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        throw new UnsupportedOperationException("the whole store is opened by Kafka Streams");
    }

    @Override
    public void commit(Map<TopicPartition, Long> offsets) {
        store.commit(offsets);
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("the whole store is closed by Kafka Streams");
    }

    @Override
    public boolean persistent() {
        return store.persistent();
    }

    @Override
    public boolean isOpen() {
        return store.isOpen();
    }

    @Override
    public Position getPosition() {
        return store.getPosition();
    }

    private boolean has(Bytes outer) {
        byte[] key = outer.get();
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    private final class Inner implements KeyValueIterator<Bytes, byte[]> {
        private final KeyValueIterator<Bytes, byte[]> outer;

        Inner(KeyValueIterator<Bytes, byte[]> outer) {
            this.outer = outer;
        }

        @Override
        public boolean hasNext() {
            return outer.hasNext() && has(outer.peekNextKey());
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            KeyValue<Bytes, byte[]> next = outer.next();
            return KeyValue.pair(inner(next.key), next.value);
        }

        @Override
        public Bytes peekNextKey() {
            return inner(outer.peekNextKey());
        }

        @Override
        public void close() {
            outer.close();
        }
    }
}
