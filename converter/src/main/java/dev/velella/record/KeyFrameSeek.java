package dev.velella.record;

import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.DecoderStreams;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.StreamLimits;
import dev.velella.rdf.ElementKind;
import dev.velella.record.partition.LookBackLimits;
import dev.velella.record.partition.PartitionReader;
import dev.velella.record.partition.PartitionReader.Bounds;
import dev.velella.record.partition.PartitionReader.End;
import dev.velella.record.partition.ReadBudget;
import java.io.Closeable;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.jspecify.annotations.Nullable;

/**
 * Lets a plain consumer begin at any record, although its deserializer needs codec state. It seeks back to key frames,
 * so that the consumer reads the records that the deserializer needs.
 *
 * <pre>{@code
 * // when partitions are assigned
 * keyFrames.seek(consumer, partition, consumer.position(partition));
 *
 * // the loop
 * try {
 *     for (ConsumerRecord<String, RdfPatch> record : consumer.poll(wait)) {
 *         if (!keyFrames.isReplayed(record)) {
 *             apply(record);
 *         }
 *     }
 * } catch (RecordDeserializationException e) {
 *     if (!keyFrames.recover(consumer, e).isRestored()) {
 *         throw e; // or consumer.seek(e.topicPartition(), e.offset() + 1), which leaves the record out
 *     }
 * }
 * }</pre>
 *
 * <p>The consumer reads records before the wanted offset once more: {@link #isReplayed} recognises them. If one of
 * these records cannot be decoded, {@link #recover} skips it. A consumer that commits its position may commit the
 * offset of such a record. Next time it then begins at this offset, and nothing is lost.
 *
 * <p>This class searches key frames with a consumer of its own, in the same way as {@link LookBack} and within the same
 * limits. Not thread-safe: only the consumer's thread uses it.
 */
public final class KeyFrameSeek implements Closeable {
    /** A stream is live if it has a record among so many offsets before the wanted one. */
    private static final int LIVE = 1000;

    private final LookBackLimits limits;
    private final LookBack lookBack;
    private final PartitionReader reader;
    private final Map<TopicPartition, Target> targets = new HashMap<>();

    /**
     * The wanted record of a partition.
     *
     * @param recovered offset of the last record whose key frame {@link KeyFrameSeek#recover} has sought; -1 if there
     *     is none
     */
    private record Target(long offset, long recovered) {}

    private record Name(ElementKind kind, long stream) {}

    /**
     * The last key frame of a live stream.
     *
     * @param seq its number in the stream
     * @param offset -1 while it was not found
     */
    private record KeyFrame(long seq, long offset) {}

    /**
     * A helper for one consumer.
     *
     * @param clientConfig of the consumer, as for {@link LookBack}
     */
    public KeyFrameSeek(Map<String, ?> clientConfig, LookBackLimits limits) {
        this.limits = limits;
        lookBack = new LookBack(clientConfig, limits);
        reader = new PartitionReader(clientConfig);
    }

    /**
     * Seeks to the first key frame that a record from an offset on may need. For this, it looks for the last key frame
     * of every live stream: a stream is live if it has a record among the 1000 offsets before. A stream is left out if
     * its key frame is out of reach or no longer there.
     *
     * @param consumer to which the partition is assigned
     * @param offset of the first record that is to be decoded
     * @return the consumer's new position, at most the offset
     * @throws KafkaException if the partition cannot be read; the consumer's position is as it was
     */
    public long seek(Consumer<?, ?> consumer, TopicPartition place, long offset) {
        long first;
        try {
            first = firstKeyFrame(place, offset);
        } catch (KafkaException e) {
            reader.discard();
            throw e;
        }
        consumer.seek(place, first);
        targets.put(place, new Target(offset, -1));
        return first;
    }

    /**
     * Goes on after a record that could not be deserialized because state was missing. It seeks to the record's key
     * frame; or, if the record is a replayed one, to the record after it. After {@link LookBackOutcome#RESTORED} the
     * consumer's position has changed, and the consumer can poll again. After all other outcomes the position is as
     * before. Throws none of Kafka's exceptions.
     *
     * @param consumer the consumer that threw the failure
     * @param failure the failure
     * @return {@code LOST} also if the record's key frame was sought before, and if the failure has another cause than
     *     missing state
     */
    public LookBackResult recover(Consumer<?, ?> consumer, RecordDeserializationException failure) {
        MissingStateException missing = missingState(failure);
        if (missing == null) {
            return LookBackResult.without(LookBackOutcome.LOST, "the failure has another cause than missing state");
        }
        TopicPartition place = failure.topicPartition();
        long offset = failure.offset();
        Target target = targets.getOrDefault(place, new Target(offset, -1));
        if (offset < target.offset()) {
            consumer.seek(place, offset + 1);
            return LookBackResult.restored(offset + 1);
        } else if (offset == target.recovered()) {
            return LookBackResult.without(
                    LookBackOutcome.LOST, "it could not be deserialized although its key frame was sought");
        }
        DecoderStreams scratch = new DecoderStreams(Limits.DEFAULT, StreamLimits.DEFAULT);
        LookBackResult result = lookBack.lookBack(scratch, place.topic(), place.partition(), offset, missing.header());
        if (result.isRestored()) {
            consumer.seek(place, result.keyFrame());
            targets.put(place, new Target(offset, offset));
        }
        return result;
    }

    /** Whether a record stands before the wanted offset. Such a record is only read because later records need it. */
    public boolean isReplayed(ConsumerRecord<?, ?> record) {
        Target target = targets.get(new TopicPartition(record.topic(), record.partition()));
        return target != null && record.offset() < target.offset();
    }

    private static @Nullable MissingStateException missingState(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof MissingStateException missing) {
                return missing;
            }
        }
        return null;
    }

    private long firstKeyFrame(TopicPartition place, long offset) {
        ReadBudget budget = new ReadBudget(limits, System::nanoTime);
        Bounds bounds = reader.bounds(place, budget);
        Map<Name, KeyFrame> live = new HashMap<>();
        long step = LIVE;
        long to = Math.min(offset, bounds.end());
        long from = Math.max(bounds.begin(), to - step);
        End end = reader.read(place, from, to, budget, record -> see(record, live));
        while (end == End.READ && from > bounds.begin() && hasUnknown(live)) {
            to = from;
            step *= 2;
            from = Math.max(bounds.begin(), to - step);
            end = reader.read(place, from, to, budget, record -> find(record, live));
        }
        return live.values().stream()
                .mapToLong(KeyFrame::offset)
                .filter(known -> known >= 0)
                .reduce(offset, Math::min);
    }

    /** Takes a record that tells which streams are live. */
    private static void see(ConsumerRecord<byte[], byte[]> record, Map<Name, KeyFrame> live) {
        JellyHeader header = LookBack.header(record);
        if (header != null) {
            long seq = header.seq() - header.dist();
            KeyFrame here = new KeyFrame(seq, header.isKeyFrame() ? record.offset() : -1);
            live.merge(
                    new Name(header.kind(), header.stream()),
                    here,
                    (known, next) -> known.seq() == next.seq() && known.offset() >= 0 ? known : next);
        }
    }

    /** Takes a record from before the records that tell which streams are live. */
    private static void find(ConsumerRecord<byte[], byte[]> record, Map<Name, KeyFrame> live) {
        JellyHeader header = LookBack.header(record);
        if (header != null && header.isKeyFrame()) {
            live.computeIfPresent(
                    new Name(header.kind(), header.stream()),
                    (name, known) -> known.offset() < 0 && known.seq() == header.seq()
                            ? new KeyFrame(known.seq(), record.offset())
                            : known);
        }
    }

    private static boolean hasUnknown(Map<Name, KeyFrame> live) {
        return live.values().stream().anyMatch(keyFrame -> keyFrame.offset() < 0);
    }

    /** Counts of the look-backs of {@link #recover}. May be called from any thread. */
    public LookBackCounts counts() {
        return lookBack.counts();
    }

    /** Closes the consumers of this helper, but not the caller's consumer. */
    @Override
    public void close() {
        lookBack.close();
        reader.close();
    }
}
