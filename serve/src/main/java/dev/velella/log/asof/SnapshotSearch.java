package dev.velella.log.asof;

import dev.velella.log.Begin;
import dev.velella.log.Span;
import dev.velella.log.TopicLog;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Finds the newest snapshots of streams that are not after a moment. For one stream it halves the partition of the topic
 * of snapshots again and again, so the number of records that it reads grows with the logarithm of the partition. For
 * many streams it reads the partition up to the moment. Not thread-safe; the caller closes the topic.
 */
final class SnapshotSearch {
    /** Snapshots that are kept of each stream. The second one is needed if the first proves to be after the moment. */
    private static final int KEPT = 2;

    /** Length of a part of the partition that is read, not halved, in offsets. */
    private static final long SHORT = 256;

    private final TopicLog topic;

    SnapshotSearch(TopicLog topic) {
        this.topic = topic;
    }

    /**
     * The newest snapshots of each stream, by key, the newest first. They may still be after the moment, because a
     * snapshot tells its place only by a bound.
     */
    Map<String, Deque<Snapshot>> before(int partition, Until until, StreamSelection selection) throws IOException {
        Map<String, Deque<Snapshot>> found = new TreeMap<>();
        Optional<Span> whole = topic.reader().spans(Set.of(partition), new Begin.Earliest()).stream()
                .findFirst();
        if (whole.isEmpty()) {
            return found;
        }
        Span all = whole.get();
        String key = selection.key();
        if (key == null) {
            long end = search(all, record -> notAfter(record, until.end()));
            collect(all, all.logStart(), end, until, selection, found);
            found.values().forEach(SnapshotSearch::trim);
            return found;
        }
        long high = search(
                all,
                record -> until.isNumber() ? notAfter(record, key, until.number()) : notAfter(record, until.end()));
        long size = SHORT;
        while (high > all.logStart()
                && found.getOrDefault(key, new ArrayDeque<>()).size() < KEPT) {
            long low = Math.max(all.logStart(), high - size);
            Map<String, Deque<Snapshot>> part = new TreeMap<>();
            collect(all, low, high, until, selection, part);
            part.forEach((stream, snapshots) ->
                    found.computeIfAbsent(stream, unknown -> new ArrayDeque<>()).addAll(snapshots));
            high = low;
            size *= 4;
        }
        found.values().forEach(SnapshotSearch::trim);
        return found;
    }

    /** The number of the newest snapshot of each stream, also after the moment, by key. Reads the whole partition. */
    Map<String, Long> newest(int partition, StreamSelection selection) throws IOException {
        Map<String, Long> numbers = new TreeMap<>();
        for (Span all : topic.reader().spans(Set.of(partition), new Begin.Earliest())) {
            new PartitionScan(topic, all).read(all.logStart(), all.to(), record -> {
                if (record.key() != null && selection.contains(text(record.key()))) {
                    numbers.put(text(record.key()), Snapshot.of(record).number());
                }
                return true;
            });
        }
        return numbers;
    }

    private static void trim(Deque<Snapshot> snapshots) {
        while (snapshots.size() > KEPT) {
            snapshots.removeLast();
        }
    }

    private void collect(
            Span all, long from, long to, Until until, StreamSelection selection, Map<String, Deque<Snapshot>> found)
            throws IOException {
        new PartitionScan(topic, all).read(from, to, record -> {
            byte[] key = record.key();
            if (key != null && selection.contains(text(key))) {
                Snapshot snapshot = Snapshot.of(record);
                if (snapshot.bound() <= until.end() && snapshot.number() <= until.number()) {
                    Deque<Snapshot> kept = found.computeIfAbsent(text(key), unknown -> new ArrayDeque<>());
                    kept.addFirst(snapshot);
                    trim(kept);
                }
            }
            return true;
        });
    }

    /**
     * The offset before which all snapshots stand that fulfil a condition, if the condition holds up to some record and
     * not after it. Beyond the result, some may still fulfil it if the condition does not behave in this way; that costs
     * time only.
     *
     * @param condition null for a record that does not tell
     */
    private long search(Span all, Function<ConsumerRecord<byte[], byte[]>, @Nullable Boolean> condition)
            throws IOException {
        long low = all.logStart();
        long high = all.to();
        while (high - low > SHORT) {
            long middle = low + (high - low) / 2;
            Found first = first(all, middle, high, condition);
            if (first.holds()) {
                low = first.offset() + 1;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private record Found(long offset, boolean holds) {}

    private Found first(
            Span all, long from, long to, Function<ConsumerRecord<byte[], byte[]>, @Nullable Boolean> condition)
            throws IOException {
        Found[] found = {new Found(to, false)};
        new PartitionScan(topic, all).read(from, to, record -> {
            Boolean holds = condition.apply(record);
            if (holds == null) {
                return true;
            }
            found[0] = new Found(record.offset(), holds);
            return false;
        });
        return found[0];
    }

    private static @Nullable Boolean notAfter(ConsumerRecord<byte[], byte[]> record, long end) {
        long bound = Snapshot.bound(record);
        return bound < 0 ? null : bound <= end;
    }

    private static @Nullable Boolean notAfter(ConsumerRecord<byte[], byte[]> record, String key, long number) {
        if (record.key() == null || !text(record.key()).equals(key)) {
            return null;
        }
        try {
            return PatchPosition.parse(String.valueOf(RecordHeaderReader.patch(record.headers())))
                            .number()
                    <= number;
        } catch (IllegalArgumentException e) {
            return null; // the error comes if the record is needed
        }
    }

    private static String text(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
    }
}
