package dev.velella.log.asof;

import dev.velella.log.Begin;
import dev.velella.log.LogException;
import dev.velella.log.Span;
import dev.velella.log.TopicLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Tells the graphs of streams at a moment of the past, by replay of the log. It reads committed records only, belongs to
 * no consumer group and writes nothing. Owns its clients. One thread uses it; any thread may call {@link #stop}.
 */
public final class AsOf implements AutoCloseable {
    private final TopicLog patches;
    private final @Nullable TopicLog snapshots;

    /**
     * Opens the clients.
     *
     * @throws org.apache.kafka.common.KafkaException if their properties do not work
     */
    public AsOf(LogTopics topics) {
        if (!topics.patches().committedOnly()) {
            throw new IllegalArgumentException("only committed records are replayed");
        }
        patches = topics.openPatches();
        snapshots = topics.openSnapshots();
    }

    /**
     * Replays the streams up to a moment.
     *
     * @param partitions the partitions that are read; empty for all
     * @param fromSnapshots whether reading begins at snapshots also for several streams, see {@link Past#isWhole}
     * @throws LogException if the moment is not in the log, a stream that was named is not known at it, or the topics
     *     cannot be read as patches and snapshots
     * @throws org.apache.kafka.common.KafkaException if the brokers do not answer
     */
    public Past at(Moment moment, StreamSelection selection, Set<Integer> partitions, boolean fromSnapshots) {
        long now = System.currentTimeMillis();
        try {
            Set<Integer> wanted = wanted(moment, selection, partitions);
            List<Span> spans = spans(wanted, new Begin.Earliest());
            Map<Integer, Long> ends = ends(moment, wanted);
            List<PastStream> known = new ArrayList<>();
            List<Past.LostStream> lost = new ArrayList<>();
            List<PastPartition> read = new ArrayList<>();
            for (Span span : inOrder(spans, selection)) {
                Until until = until(moment, selection, span, ends);
                PartitionReplay replay = new PartitionReplay(patches, snapshots, span, until, selection);
                replay.run(fromSnapshots);
                replay.addTo(known, lost);
                read.add(replay.partition());
                if (selection.key() != null && replay.isKnown()) {
                    break;
                }
            }
            checkOne(moment, selection, known, lost, read);
            known.sort(Comparator.comparing(PastStream::key));
            read.sort(Comparator.comparing(PastPartition::partition));
            boolean whole = selection.key() != null || !fromSnapshots;
            return new Past(known, lost, read, whole, now);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Tells the versions of a stream. Reading begins at the nearest snapshot before the first one.
     *
     * @param partitions the partitions that are read; empty for all
     * @param first number of the first version that is told
     * @param last number of the last version that is told
     * @return number of versions that were told
     * @throws LogException if a record of the stream cannot be decoded or is not a patch
     * @throws IOException if the receiver throws it
     */
    public long history(String key, Set<Integer> partitions, long first, long last, Version.Receiver versions)
            throws IOException {
        StreamSelection selection = StreamSelection.of(key);
        long[] told = {0};
        boolean[] met = {false};
        for (Span span : inOrder(spans(partitions, new Begin.Earliest()), selection)) {
            StreamHistory history = new StreamHistory(first, last, version -> {
                told[0]++;
                versions.version(version);
            });
            long from = Math.max(span.logStart(), historyBegin(span, first, selection));
            PartitionScan scan = new PartitionScan(patches, span);
            scan.read(from, span.to(), record -> {
                if (key.equals(PartitionScan.key(record))) {
                    met[0] = true;
                    history.take(patches.decode(record));
                } else {
                    scan.keepState(record);
                }
                return !history.isFinished();
            });
            if (met[0]) {
                break;
            }
        }
        return told[0];
    }

    private long historyBegin(Span span, long first, StreamSelection selection) throws IOException {
        if (snapshots == null || first == 1) {
            return 0;
        }
        Until before = new Until(Long.MAX_VALUE, first - 1, Long.MAX_VALUE);
        Deque<Snapshot> found = new SnapshotSearch(snapshots)
                .before(span.partition(), before, selection)
                .getOrDefault(String.valueOf(selection.key()), new ArrayDeque<>());
        Snapshot nearest = found.peekFirst();
        return nearest == null ? 0 : nearest.bound();
    }

    private List<Span> spans(Set<Integer> partitions, Begin begin) {
        List<Span> spans = patches.reader().spans(partitions, begin);
        if (patches.reader().isStopped()) {
            throw new LogException("interrupted");
        }
        return spans;
    }

    /** Of one stream only its own partition needs an offset. */
    private static Set<Integer> wanted(Moment moment, StreamSelection selection, Set<Integer> partitions) {
        boolean isOne = selection.key() != null && partitions.isEmpty();
        return isOne && moment instanceof Moment.Offsets offsets
                ? offsets.last().keySet()
                : partitions;
    }

    /** The partition in which Kafka's own writers put a key comes first; a stream is in one partition only. */
    private static List<Span> inOrder(List<Span> spans, StreamSelection selection) {
        String key = selection.key();
        if (key == null) {
            return spans;
        }
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        int likely = Utils.toPositive(Utils.murmur2(bytes)) % spans.size();
        List<Span> ordered = new ArrayList<>(spans);
        ordered.sort(Comparator.comparing(span -> span.partition() != likely));
        return ordered;
    }

    private Map<Integer, Long> ends(Moment moment, Set<Integer> partitions) throws IOException {
        Map<Integer, Long> ends = new TreeMap<>();
        if (moment instanceof Moment.RecordTime time) {
            long after = time.ms() == Long.MAX_VALUE ? time.ms() : time.ms() + 1;
            for (Span span : spans(partitions, new Begin.AtTime(after))) {
                ends.put(span.partition(), firstLater(span, time.ms()));
            }
        } else if (moment instanceof Moment.Offsets offsets) {
            offsets.last().forEach((partition, last) -> ends.put(partition, last + 1));
        }
        return ends;
    }

    /**
     * Offset of the first record that is later than a time. The broker's index counts markers of transactions too, whose
     * timestamps are those of its clock. So it may lead to a marker before this record, but never behind the record. In a
     * log whose first records were deleted, its answer that nothing is later is not reliable: brokers look no further if a
     * segment that is to be deleted has later records.
     */
    private long firstLater(Span fromIndex, long ms) throws IOException {
        if (ms == Long.MAX_VALUE) {
            return fromIndex.to();
        }
        boolean isDoubtful = fromIndex.from() == fromIndex.to() && fromIndex.logStart() > 0;
        long from = isDoubtful ? fromIndex.logStart() : fromIndex.from();
        PartitionScan scan = new PartitionScan(patches, fromIndex);
        long[] found = {fromIndex.to()};
        boolean[] isFirst = {true};
        scan.read(fromIndex.logStart(), from, record -> {
            isFirst[0] = false;
            return false;
        });
        scan.read(from, fromIndex.to(), record -> {
            boolean isLater = record.timestamp() > ms;
            if (isLater) {
                found[0] = isFirst[0] ? fromIndex.logStart() : record.offset();
            }
            isFirst[0] = false;
            return !isLater;
        });
        return found[0];
    }

    private Until until(Moment moment, StreamSelection selection, Span span, Map<Integer, Long> ends) {
        if (moment instanceof Moment.PatchNumber number) {
            if (selection.key() == null) {
                throw new IllegalArgumentException(
                        "the number of a patch counts the patches of one stream: name its key");
            }
            return new Until(Long.MAX_VALUE, number.number(), Long.MAX_VALUE);
        }
        if (moment instanceof Moment.EventTime time) {
            return new Until(Long.MAX_VALUE, Long.MAX_VALUE, time.ms());
        }
        String place = patches.reader().topic() + "-" + span.partition();
        Long end = ends.get(span.partition());
        if (end == null) {
            throw new LogException(
                    place + ": no offset is given for this partition; name one for each partition, or only"
                            + " the partitions that shall be read");
        }
        if (moment instanceof Moment.Offsets && end > span.to()) {
            throw new LogException(
                    place + "@" + (end - 1) + ": the committed records end at offset " + (span.to() - 1));
        }
        if (span.logStart() > 0
                && (end < span.logStart() || (end == span.logStart() && moment instanceof Moment.RecordTime))) {
            throw new LogException(place + "@" + span.logStart() + ": this is the first record that is left, and it is"
                    + " after the moment: retention has deleted the records before (docs/time-travel.md)");
        }
        return Until.offset(end);
    }

    private void checkOne(
            Moment moment,
            StreamSelection selection,
            List<PastStream> known,
            List<Past.LostStream> lost,
            List<PastPartition> read) {
        String key = selection.key();
        if (key == null) {
            return;
        }
        if (!lost.isEmpty()) {
            throw new LogException("stream " + key + ": " + lost.get(0).reason());
        }
        if (known.isEmpty()) {
            String there = moment instanceof Moment.PatchNumber number
                    ? "patch " + number.number()
                    : "patch before the moment";
            String trimmed = read.stream().anyMatch(partition -> partition.logStart() > 0)
                    ? "; retention has deleted the first records of the topic"
                    : "";
            throw new LogException(
                    "topic " + patches.reader().topic() + ": stream " + key + " has no " + there + trimmed);
        }
    }

    /** Ends all reading. Any thread may call this. */
    public void stop() {
        patches.reader().stop();
        if (snapshots != null) {
            snapshots.reader().stop();
        }
    }

    @Override
    public void close() {
        patches.close();
        if (snapshots != null) {
            snapshots.close();
        }
    }
}
