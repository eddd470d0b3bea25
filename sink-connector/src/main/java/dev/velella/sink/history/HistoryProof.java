package dev.velella.sink.history;

import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ErrorText;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Proves by the headers of records that topics can build a store from nothing: each stream begins with its first patch or
 * with a snapshot, no number is missing, the key frame of every patch that is needed is there, and no stream ends before
 * where the store has it. A partition that still has its beginning needs no proof. Values are not decoded; the sink does
 * that when it builds the store. Memory is by streams. Not thread-safe.
 */
final class HistoryProof {
    private final Log log;
    private final boolean resyncs;

    /** Last patch of each stream that is reached, by snapshots and patches read so far. */
    private final Map<StreamId, Long> reached = new HashMap<>();

    /** Streams that go on with a snapshot only, and why. */
    private final Map<StreamId, String> broken =
            new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));

    /** First record there of each stream of an encoder in the partition that is read. */
    private final Map<Long, Long> firstFrames = new HashMap<>();

    private @Nullable String fault;

    /** The records of partitions. */
    interface Log {
        /** Offset of the first. */
        long begin(TopicPartition partition);

        /** Gives all of them, in order. */
        void read(TopicPartition partition, Consumer<ConsumerRecord<byte[], byte[]>> take);
    }

    /** @param resyncs whether the sink lets a broken stream go on with a snapshot among its patches */
    HistoryProof(Log log, boolean resyncs) {
        this.log = log;
        this.resyncs = resyncs;
    }

    /**
     * Whether partitions do not begin with their first record.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not tell
     */
    boolean isTrimmed(Collection<PartitionId> partitions) {
        return partitions.stream().anyMatch(id -> log.begin(place(id)) > 0);
    }

    /**
     * Takes in the last snapshots of streams.
     *
     * @param partitions of the topic of snapshots
     * @param topicOfPatches of the streams
     * @throws org.apache.kafka.common.KafkaException if they cannot be read
     */
    void snapshots(Collection<PartitionId> partitions, String topicOfPatches) {
        for (PartitionId id : partitions) {
            log.read(place(id), record -> {
                Optional<PatchPosition> position = position(record);
                if (record.key() == null) {
                    return;
                }
                StreamId stream = stream(topicOfPatches, record);
                if (record.value() == null) {
                    reached.remove(stream);
                } else if (position.isPresent() && position.get().snapshot()) {
                    reached.put(stream, position.get().number());
                }
            });
        }
    }

    /**
     * Why patches cannot build the streams; empty if they can.
     *
     * @param partitions all that the store has of the topic
     * @param stored where the streams of the topic have to get
     * @throws org.apache.kafka.common.KafkaException if they cannot be read
     */
    Optional<String> fault(Collection<PartitionId> partitions, Map<StreamId, StreamState> stored) {
        for (PartitionId id : partitions) {
            firstFrames.clear();
            log.read(place(id), record -> {
                if (fault == null) {
                    take(record);
                }
            });
        }
        if (fault == null && !broken.isEmpty()) {
            fault = broken.values().iterator().next();
        }
        if (fault == null) {
            stored.forEach((stream, state) -> {
                long number = reached.getOrDefault(stream, 0L);
                if (number < state.number() && fault == null) {
                    fault = "the store has stream '" + ErrorText.name(stream.key()) + "' of " + stream.topic()
                            + " up to patch "
                            + state.number() + ", and "
                            + (number == 0
                                    ? "neither a patch nor a snapshot of it is left"
                                    : "the topics only up to patch " + number);
                }
            });
        }
        return Optional.ofNullable(fault);
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        JellyHeader frame = frame(record);
        if (frame != null) {
            firstFrames.putIfAbsent(frame.stream(), frame.seq());
        }
        Optional<PatchPosition> header = position(record);
        if (header.isEmpty() || record.key() == null) {
            fault = where(record)
                    + ": the record has no key and number of a patch (headers), so nobody can tell whether"
                    + " those before it are needed";
            return;
        }
        PatchPosition position = header.get();
        StreamId stream = stream(record.topic(), record);
        long before = reached.getOrDefault(stream, 0L);
        if (position.snapshot() ? position.number() <= before : isPassed(stream, position, before)) {
            return;
        }
        String problem = null;
        if (!position.snapshot() && position.number() != before + 1) {
            problem = "the first patch of stream '" + ErrorText.name(stream.key()) + "' that is left is number "
                    + position.number() + ", and no snapshot covers those before it";
            if (before > 0) {
                problem = "stream '" + ErrorText.name(stream.key()) + "' goes on with patch " + position.number()
                        + " after patch " + before + ", and no snapshot covers those between";
            }
        } else if (frame != null && frame.seq() - frame.dist() < firstFrames.getOrDefault(frame.stream(), 0L)) {
            problem = "patch " + position.number() + " of stream '" + ErrorText.name(stream.key())
                    + "' cannot be decoded, because its key frame was deleted, and no snapshot covers it";
        }
        if (problem == null) {
            reached.put(stream, position.number());
            broken.remove(stream);
        } else if (resyncs) {
            broken.putIfAbsent(stream, where(record) + ": " + problem);
        } else {
            fault = where(record) + ": " + problem;
        }
    }

    private boolean isPassed(StreamId stream, PatchPosition position, long before) {
        return position.number() <= before || broken.containsKey(stream);
    }

    private static @Nullable JellyHeader frame(ConsumerRecord<byte[], byte[]> record) {
        try {
            return RecordHeaderReader.jelly(record.headers());
        } catch (UnreadableRecordException e) {
            return null; // refused when the store is built
        }
    }

    private static Optional<PatchPosition> position(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(RecordHeaderNames.PATCH);
        if (header == null || header.value() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(PatchPosition.parse(new String(header.value(), StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static StreamId stream(String topic, ConsumerRecord<byte[], byte[]> record) {
        return new StreamId(topic, new String(record.key(), StandardCharsets.UTF_8));
    }

    private static String where(ConsumerRecord<byte[], byte[]> record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }

    private static TopicPartition place(PartitionId id) {
        return new TopicPartition(id.topic(), id.partition());
    }
}
