package dev.velella.sink.history;

import dev.velella.rdf.ErrorText;
import dev.velella.record.KeyFramesRead;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderReader;
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
import org.jspecify.annotations.Nullable;

/**
 * Proves, by the headers of records, that topics can build a store from nothing. The proof requires:
 * <ul>
 * <li>each stream begins with its first patch or with a snapshot;
 * <li>no patch number is missing;
 * <li>the key frame of every needed patch is there;
 * <li>each stream reaches at least its position in the store.
 * </ul>
 *
 * <p>A partition that still has its first record needs no proof. Values are not decoded here; the sink decodes them
 * when it builds the store. The needed memory is proportional to the number of streams. Not thread-safe.
 */
final class HistoryProof {
    private final Log log;
    private final boolean resyncs;

    /** By stream: the last patch number that is reached by the snapshots and patches read so far. */
    private final Map<StreamId, Long> reached = new HashMap<>();

    /** Broken streams, which only a snapshot can continue, and the reasons. */
    private final Map<StreamId, String> broken =
            new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));

    /** In the partition that is being read. */
    private final KeyFramesRead keyFrames = new KeyFramesRead();

    private @Nullable String fault;

    /** Gives access to the records of partitions. */
    interface Log {
        /** Offset of the first record. */
        long begin(TopicPartition partition);

        /** Passes all records to a consumer, in order. */
        void read(TopicPartition partition, Consumer<ConsumerRecord<byte[], byte[]>> take);
    }

    /** @param resyncs whether the sink lets a broken stream continue with a snapshot among its patches */
    HistoryProof(Log log, boolean resyncs) {
        this.log = log;
        this.resyncs = resyncs;
    }

    /**
     * Whether retention has removed the first records of partitions.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not tell
     */
    boolean isTrimmed(Collection<PartitionId> partitions) {
        return partitions.stream().anyMatch(id -> log.begin(place(id)) > 0);
    }

    /**
     * Reads the last snapshots of streams.
     *
     * @param partitions partitions of the topic of snapshots
     * @param topicOfPatches topic of the streams' patches
     * @throws org.apache.kafka.common.KafkaException if the snapshots cannot be read
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
     * Says why the patches cannot build the streams; empty if they can.
     *
     * @param partitions all partitions of the topic in the store
     * @param stored the positions that the streams of the topic must reach
     * @throws org.apache.kafka.common.KafkaException if the patches cannot be read
     */
    Optional<String> fault(Collection<PartitionId> partitions, Map<StreamId, StreamState> stored) {
        for (PartitionId id : partitions) {
            keyFrames.clear();
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
        boolean hasKeyFrame = keyFrames.read(record.headers());
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
        } else if (!hasKeyFrame) {
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

    private static Optional<PatchPosition> position(ConsumerRecord<byte[], byte[]> record) {
        String header = RecordHeaderReader.patch(record.headers());
        if (header == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(PatchPosition.parse(header));
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
