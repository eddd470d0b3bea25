package dev.velella.view.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * All that one task keeps from record to record, in one store, so that it is in the transaction of the records that it follows
 * from: graphs of the streams, answers of the views, the present epoch, how far its views are rebuilt, which answers are old,
 * and when silent streams were asked last. Not thread-safe.
 */
public final class ViewState {
    /** Number of the form of all that this class and the answers keep here; versions that do not know it refuse the state. */
    public static final int FORMAT = 1;

    private static final Bytes REBUILD = key("b");
    private static final String END = "\0";

    private final KeyValueStore<Bytes, byte[]> store;
    private final KeySpace asked;
    private final KeySpace old;
    private final KeySpace refused;
    private final KeySpace epoch;
    private final KeySpace parts;
    private final Map<String, KeySpace> rows = new HashMap<>();

    /**
     * How far the views are rebuilt after a new epoch.
     *
     * @param views names of views that have to answer all streams anew; a view that is no more has to take its answers back
     * @param after the last stream that was answered; null before the first
     */
    public record Rebuild(Set<String> views, @Nullable Bytes after) {
        /** Nothing to do. */
        public static final Rebuild NONE = new Rebuild(Set.of(), null);

        public boolean isDone() {
            return views.isEmpty();
        }
    }

    public ViewState(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        asked = new KeySpace(store, "n:");
        old = new KeySpace(store, "o:");
        refused = new KeySpace(store, "f:");
        epoch = new KeySpace(store, "e:");
        parts = new KeySpace(store, "x:");
    }

    private static Bytes key(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The graphs of the streams. */
    public KeyValueStore<Bytes, byte[]> graphs() {
        return new KeySpace(store, "g:");
    }

    /** The graphs that a view has answered. */
    public KeyValueStore<Bytes, byte[]> answers(String view) {
        return new KeySpace(store, "p:" + view + END);
    }

    /** The rows that a view has answered, by stream. */
    public KeyValueStore<Bytes, byte[]> rows(String view) {
        return rows.computeIfAbsent(view, name -> new KeySpace(store, "r:" + name + END));
    }

    /** The moment at which a stream was asked last although no element came; {@link Long#MIN_VALUE} if it was not. */
    public long asked(Bytes stream) {
        byte[] value = asked.get(stream);
        return value == null ? Long.MIN_VALUE : ByteBuffer.wrap(value).getLong();
    }

    public void asked(Bytes stream, long ms) {
        asked.put(stream, ByteBuffer.allocate(Long.BYTES).putLong(ms).array());
    }

    /** Forgets when a stream was asked, because an element came. */
    public void heard(Bytes stream) {
        asked.delete(stream);
    }

    /** Notes that the answer of a view for a stream is that of an earlier graph. */
    public void markOld(Bytes stream, String view) {
        old.put(oldKey(stream, view), new byte[] {1});
    }

    public void clearOld(Bytes stream, String view) {
        old.delete(oldKey(stream, view));
    }

    private static Bytes oldKey(Bytes stream, String view) {
        byte[] tail = (END + view).getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(ByteBuffer.allocate(stream.get().length + tail.length)
                .put(stream.get())
                .put(tail)
                .array());
    }

    /** The views of each stream whose answers are old. */
    public Map<Bytes, Set<String>> old() {
        Map<Bytes, Set<String>> found = new HashMap<>();
        try (KeyValueIterator<Bytes, byte[]> all = old.all()) {
            while (all.hasNext()) {
                byte[] key = all.next().key.get();
                int end = key.length - 1;
                while (key[end] != 0) {
                    end--;
                }
                byte[] stream = new byte[end];
                System.arraycopy(key, 0, stream, 0, end);
                found.computeIfAbsent(Bytes.wrap(stream), none -> new TreeSet<>())
                        .add(new String(key, end + 1, key.length - end - 1, StandardCharsets.UTF_8));
            }
        }
        return found;
    }

    /** Why views are refused, by name. */
    public Map<String, String> refused() {
        Map<String, String> found = new TreeMap<>();
        entries(refused).forEach(entry -> found.put(text(entry.key.get()), text(entry.value)));
        return found;
    }

    public void refuse(String view, String why) {
        refused.put(key(view), why.getBytes(StandardCharsets.UTF_8));
    }

    /** Forgets all refusals, because a new epoch begins. */
    public void clearRefused() {
        entries(refused).forEach(entry -> refused.delete(entry.key));
    }

    private static List<KeyValue<Bytes, byte[]>> entries(KeySpace space) {
        List<KeyValue<Bytes, byte[]>> found = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> all = space.all()) {
            all.forEachRemaining(found::add);
        }
        return found;
    }

    private static Bytes key(int number) {
        return Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    /** The parts of the present epoch, in order; empty before the first. */
    public List<byte[]> epoch() {
        return entries(epoch).stream().map(entry -> entry.value).toList();
    }

    /** Makes the parts that have come the present epoch. */
    public void beginEpoch() {
        List<byte[]> next = parts();
        entries(epoch).forEach(entry -> epoch.delete(entry.key));
        for (int i = 0; i < next.size(); i++) {
            epoch.put(key(i), next.get(i));
        }
        clearParts();
    }

    /** The parts of the next epoch that have come. */
    public List<byte[]> parts() {
        return entries(parts).stream().map(entry -> entry.value).toList();
    }

    public void addPart(int number, byte[] part) {
        parts.put(key(number), part);
    }

    public void clearParts() {
        entries(parts).forEach(entry -> parts.delete(entry.key));
    }

    public Rebuild rebuild() {
        byte[] stored = store.get(REBUILD);
        if (stored == null) {
            return Rebuild.NONE;
        }
        ByteBuffer in = ByteBuffer.wrap(stored);
        int length = in.getInt();
        byte[] after = new byte[Math.max(0, length)];
        in.get(after);
        byte[] names = new byte[in.remaining()];
        in.get(names);
        return new Rebuild(new LinkedHashSet<>(text(names).lines().toList()), length < 0 ? null : Bytes.wrap(after));
    }

    public void rebuild(Rebuild rebuild) {
        if (rebuild.isDone()) {
            store.delete(REBUILD);
            return;
        }
        byte[] after = rebuild.after() == null ? new byte[0] : rebuild.after().get();
        byte[] names = String.join("\n", rebuild.views()).getBytes(StandardCharsets.UTF_8);
        store.put(
                REBUILD,
                ByteBuffer.allocate(Integer.BYTES + after.length + names.length)
                        .putInt(rebuild.after() == null ? -1 : after.length)
                        .put(after)
                        .put(names)
                        .array());
    }
}
