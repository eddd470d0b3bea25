package dev.velella.converter;

import dev.velella.bounded.BoundedMap;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.DecoderStreams;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.StreamLimits;
import dev.velella.rdf.ElementKind;
import dev.velella.record.LookBack;
import dev.velella.record.LookBackResult;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.TrimmedRecords;
import dev.velella.record.UnreadableRecordException;
import dev.velella.record.partition.LookBackLimits;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Lets a consumer begin at the next key frame if retention has removed the key frame on which the first records build.
 * It removes these first records from the records for the consumer. All other records stay, also records that cannot be
 * decoded for another reason.
 *
 * <p>A patch without a number (header {@code patch}) stays as well, because no later reader could notice that the patch
 * is missing. For each stream and start, it looks once whether the key frame is there. Not thread-safe.
 */
final class KeyFrameStart implements Closeable {
    private static final int MOST_KNOWN = 10_000;

    private final LookBack lookBack;
    private final TrimmedRecords trimmed = new TrimmedRecords(JellyLookBack.START_AT_CONFIG + "=key-frame");

    /**
     * The codec streams that can be decoded. Bounded: the stream that was read longest ago is forgotten, and checked
     * again later.
     */
    private final Map<Stream, Boolean> whole = new BoundedMap<>(MOST_KNOWN);

    private record Stream(TopicPartition place, ElementKind kind, long id) {}

    /** @param consumer configuration of the consumer, as for {@link LookBack} */
    KeyFrameStart(Map<String, ?> consumer) {
        LookBackLimits limits = LookBackLimits.DEFAULT;
        lookBack = new LookBack(
                consumer, new LookBackLimits(limits.records(), limits.bytes(), limits.timeoutMs(), MOST_KNOWN));
    }

    /** The records for the consumer, without the records that stand before the first key frame. */
    // The constructor that replaces this one is missing in the clients of older workers.
    @SuppressWarnings("deprecation")
    ConsumerRecords<byte[], byte[]> of(ConsumerRecords<byte[], byte[]> records) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> kept = new LinkedHashMap<>();
        int count = 0;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (!isTrimmed(record)) {
                TopicPartition place = new TopicPartition(record.topic(), record.partition());
                kept.computeIfAbsent(place, unknown -> new ArrayList<>()).add(record);
                count++;
            }
        }
        return count == records.count() ? records : new ConsumerRecords<>(kept);
    }

    private boolean isTrimmed(ConsumerRecord<byte[], byte[]> record) {
        JellyHeader header = header(record);
        if (header == null) {
            return false;
        }
        TopicPartition place = new TopicPartition(record.topic(), record.partition());
        Stream stream = new Stream(place, header.kind(), header.stream());
        if (!header.isKeyFrame() && !whole.containsKey(stream)) {
            DecoderStreams unused = new DecoderStreams(Limits.DEFAULT, StreamLimits.DEFAULT);
            LookBackResult found =
                    lookBack.lookBack(unused, record.topic(), record.partition(), record.offset(), header);
            if (found.isTrimmed() && !isUnnumberedPatch(header, record)) {
                trimmed.leftOut(record.topic(), record.partition(), record.offset(), header, found.message());
                return true;
            } else if (!found.isRestored()) {
                return false;
            }
        }
        whole.put(stream, true);
        trimmed.read(record.topic(), record.partition(), record.offset(), header);
        return false;
    }

    private static boolean isUnnumberedPatch(JellyHeader header, ConsumerRecord<byte[], byte[]> record) {
        return header.kind() == ElementKind.PATCH && record.headers().lastHeader(RecordHeaderNames.PATCH) == null;
    }

    private static @Nullable JellyHeader header(ConsumerRecord<byte[], byte[]> record) {
        try {
            return record.value() == null ? null : RecordHeaderReader.jelly(record.headers());
        } catch (UnreadableRecordException e) {
            return null; // the converter reports the malformed header
        }
    }

    @Override
    public void close() {
        lookBack.close();
    }
}
