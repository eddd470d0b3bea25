package dev.velella.log.asof;

import dev.velella.log.Span;
import dev.velella.log.TopicLog;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * The replay of one partition up to a moment. It reads from the nearest snapshots on. A stream whose snapshot proves to be
 * after the moment is replayed once more from the snapshot before, and in the end from its first patch. Only patches that
 * change an answer are decoded, and records that other records build on. Not thread-safe.
 */
final class PartitionReplay {
    private static final long NEAR = 64;

    private final TopicLog patches;
    private final @Nullable TopicLog snapshotLog;
    private final Span span;
    private final PartitionScan scan;
    private final Until until;
    private final long end;
    private final StreamSelection selection;
    private final Map<String, StreamReplay> streams = new TreeMap<>();
    private final Map<String, String> lost = new TreeMap<>();
    private long begin = Long.MAX_VALUE;
    private @Nullable ConsumerRecord<byte[], byte[]> lastRecord;

    /**
     * @param snapshotLog the topic of snapshots; null if there is none
     * @param span the whole partition
     */
    PartitionReplay(
            TopicLog patches, @Nullable TopicLog snapshotLog, Span span, Until until, StreamSelection selection) {
        this.patches = patches;
        this.snapshotLog = snapshotLog;
        this.span = span;
        this.until = until;
        scan = new PartitionScan(patches, span);
        this.selection = selection;
        end = Math.min(until.end(), span.to());
    }

    /**
     * Replays the streams.
     *
     * @param fromSnapshots whether reading begins at snapshots also for several streams; streams that no snapshot covers
     *     may then be missing
     */
    void run(boolean fromSnapshots) throws IOException {
        SnapshotSearch search =
                snapshotLog == null || !until.allowsSnapshots() ? null : new SnapshotSearch(snapshotLog);
        Map<String, Deque<Snapshot>> snapshots =
                search == null ? Map.of() : search.before(span.partition(), until, selection);
        snapshots.forEach((key, places) -> streams.put(key, replay(key, places)));
        boolean whole = selection.key() == null && (!fromSnapshots || !until.allowsSnapshots());
        long from = whole || streams.isEmpty() ? span.logStart() : least(streams.values());
        Collection<StreamReplay> open = null;
        do {
            scan(Math.max(from, span.logStart()), open);
            open = unsettled(from <= span.logStart());
            from = open.isEmpty() ? from : least(open);
        } while (!open.isEmpty());
        if (span.logStart() > 0) {
            new TrimmedLog(snapshotLog == null ? null : new SnapshotSearch(snapshotLog)).settle(whole);
        }
    }

    private StreamReplay replay(String key, Deque<Snapshot> places) {
        return new StreamReplay(key, until, places, snapshot -> {
            TopicLog log = snapshotLog;
            if (log == null) {
                throw new IllegalStateException("a snapshot without a topic");
            }
            return log.decode(snapshot.record());
        });
    }

    private static long least(Collection<StreamReplay> replays) {
        return replays.stream()
                .filter(replay -> !replay.isSettled())
                .mapToLong(StreamReplay::from)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** The streams that have to be read again, which now stand at an earlier begin. */
    private List<StreamReplay> unsettled(boolean fromStart) {
        List<StreamReplay> again = new ArrayList<>();
        for (StreamReplay replay : streams.values()) {
            if (!replay.isSettled() && replay.goBack(fromStart)) {
                again.add(replay);
            }
        }
        return again;
    }

    /** @param only the streams that are replayed; null for all that are selected */
    private void scan(long from, @Nullable Collection<StreamReplay> only) throws IOException {
        Set<StreamReplay> wanted = only == null ? Set.of() : new HashSet<>(only);
        if (from >= end) {
            begin = Math.min(begin, Math.max(end, span.logStart()));
            return;
        }
        begin = Math.min(begin, from);
        scan.read(from, end, record -> {
            if (lastRecord == null || record.offset() > lastRecord.offset()) {
                lastRecord = record;
            }
            boolean isDecoded = false;
            String key = PartitionScan.key(record);
            if (key != null && selection.contains(key)) {
                StreamReplay replay = only == null
                        ? streams.computeIfAbsent(key, unknown -> replay(unknown, new ArrayDeque<>()))
                        : streams.get(key);
                if (replay != null && (only == null || wanted.contains(replay))) {
                    boolean[] asked = {false};
                    PatchPosition position = position(record);
                    if (position == null && from > 0) {
                        replay.needsBegin(patches.reader().topic() + "-" + span.partition() + "@" + record.offset());
                    }
                    replay.take(position, () -> {
                        asked[0] = true;
                        return patches.decode(record);
                    });
                    isDecoded = asked[0];
                }
                if (selection.key() != null && replay != null && replay.isFinished()) {
                    return false;
                }
            }
            if (!isDecoded) {
                scan.keepState(record);
            }
            return true;
        });
    }

    private static @Nullable PatchPosition position(ConsumerRecord<byte[], byte[]> record) {
        String header = RecordHeaderReader.patch(record.headers());
        try {
            return header == null ? null : PatchPosition.parse(header);
        } catch (IllegalArgumentException e) {
            return null; // decoding the record says why
        }
    }

    /** Whether the partition has records of the selection, as far as it was read. */
    boolean isKnown() {
        return !streams.isEmpty() || !lost.isEmpty();
    }

    /** Adds the streams that had begun. */
    void addTo(Collection<PastStream> known, Collection<Past.LostStream> gone) {
        for (StreamReplay replay : streams.values()) {
            if (lost.containsKey(replay.key())) {
                continue;
            }
            String problem = replay.problem();
            if (replay.isSettled()) {
                known.add(replay.result(span.partition()));
            } else if (problem != null) {
                gone.add(new Past.LostStream(replay.key(), problem));
            }
        }
        lost.forEach((key, reason) -> gone.add(new Past.LostStream(key, reason)));
    }

    /** The part of the partition that the result stands for. */
    PastPartition partition() throws IOException {
        if (lastRecord == null) {
            scan.read(Math.max(span.logStart(), end - NEAR), end, record -> {
                lastRecord = record;
                return true;
            });
        }
        return new PastPartition(
                span.partition(), span.logStart(), Math.min(begin, end), end, span.to(), last(lastRecord));
    }

    private static PastPartition.@Nullable LastRecord last(@Nullable ConsumerRecord<byte[], byte[]> record) {
        if (record == null) {
            return null;
        }
        long time = record.timestamp();
        try {
            OptionalLong header = RecordHeaderReader.eventTime(record.headers());
            time = header.orElse(time);
        } catch (IllegalArgumentException | UnreadableRecordException e) {
            // Only the place of the end is described here; the record itself is decoded elsewhere.
        }
        return new PastPartition.LastRecord(
                record.offset(), record.timestamp(), record.timestampType() == TimestampType.LOG_APPEND_TIME, time);
    }

    /**
     * The streams of a log whose first records are gone. What follows the moment can prove the graph of a stream that had
     * no patch between the begin of the log and the moment: the number of its next patch.
     */
    private final class TrimmedLog {
        private final @Nullable SnapshotSearch search;

        TrimmedLog(@Nullable SnapshotSearch search) {
            this.search = search;
        }

        void settle(boolean whole) throws IOException {
            boolean isOneLost = selection.key() != null
                    && streams.values().stream().noneMatch(StreamReplay::isSettled)
                    && streams.values().stream().allMatch(replay -> replay.problem() == null);
            boolean isQuiet = streams.values().stream()
                    .anyMatch(replay -> !replay.isSettled() && replay.firstSeen() == 0 && replay.newest() != null);
            if (until.isNumber() || !(whole || isOneLost || isQuiet)) {
                return;
            }
            Map<String, Long> next = next();
            Map<String, Long> newestSnapshots = search == null ? Map.of() : search.newest(span.partition(), selection);
            for (StreamReplay replay : streams.values()) {
                Snapshot newest = replay.newest();
                if (replay.isSettled() || replay.problem() != null) {
                    continue;
                }
                if (replay.firstSeen() > 1) {
                    lost.put(replay.key(), gone(replay.key()));
                } else if (replay.firstSeen() == 0 && newest != null) {
                    settle(replay, newest, next.get(replay.key()), newestSnapshots.get(replay.key()));
                }
            }
            Map<String, Long> unseen = new TreeMap<>(newestSnapshots);
            next.forEach((key, number) -> unseen.merge(key, number, Math::min));
            unseen.forEach((key, number) -> {
                if (!streams.containsKey(key) && next.getOrDefault(key, 2L) != 1L) {
                    lost.put(key, gone(key));
                }
            });
        }

        private void settle(
                StreamReplay replay, Snapshot newest, @Nullable Long nextPatch, @Nullable Long lastSnapshot) {
            boolean follows = nextPatch != null && nextPatch == newest.number() + 1;
            boolean isLast = nextPatch == null && lastSnapshot != null && lastSnapshot == newest.number();
            if (follows || isLast) {
                replay.standAtNewest();
            } else {
                lost.put(replay.key(), gone(replay.key()));
            }
        }

        private String gone(String key) {
            return patches.reader().topic() + "-" + span.partition() + "@" + span.logStart() + ": retention has deleted"
                    + " patches of stream " + key + " before this offset, and no snapshot before the moment is left;"
                    + " keep patches and snapshots for longer (docs/time-travel.md)";
        }

        /** The number of the first patch of each stream from the moment on. */
        private Map<String, Long> next() throws IOException {
            Map<String, Long> numbers = new TreeMap<>();
            scan.read(Math.max(end, span.logStart()), span.to(), record -> {
                String key = PartitionScan.key(record);
                PatchPosition position = position(record);
                if (key != null && position != null && selection.contains(key)) {
                    numbers.putIfAbsent(key, position.number());
                }
                return selection.key() == null || numbers.isEmpty();
            });
            return numbers;
        }
    }
}
