package dev.velella.verify;

import dev.velella.log.RecordInterpreter;
import dev.velella.log.Span;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderReader;
import dev.velella.sink.store.StreamId;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The positions of the streams of topics, from the header of each stream's last patch. Nothing is decoded. The memory
 * depends on the number of streams.
 */
final class TopicHeads implements SinkTopics.Reading {
    private final Map<StreamId, Head> heads = new HashMap<>();
    private final Set<String> trimmed = new TreeSet<>();
    private long records;
    private long unnumbered;

    /**
     * The last patch of a stream.
     *
     * @param header text of the header with the number of the patch
     * @param place place of its record
     */
    record Head(String header, String place) {
        /** The number of the patch; 0 if the header has another form. */
        long number() {
            return position().map(PatchPosition::number).orElse(0L);
        }

        /** The position in the header; empty if the header has another form. */
        Optional<PatchPosition> position() {
            try {
                return Optional.of(PatchPosition.parse(header));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }

    @Override
    public void begin(String topic, Span there) {
        if (there.logStart() > 0) {
            trimmed.add(topic);
        }
    }

    @Override
    public void record(RecordInterpreter interpreter, ConsumerRecord<byte[], byte[]> record) {
        records++;
        String header = RecordHeaderReader.patch(record.headers());
        if (header == null || record.key() == null) {
            unnumbered++;
            return;
        }
        String key = new String(record.key(), StandardCharsets.UTF_8);
        Head head = new Head(header, record.topic() + "-" + record.partition() + "@" + record.offset());
        heads.merge(new StreamId(record.topic(), key), head, TopicHeads::later);
    }

    /**
     * The later one of two heads. Copies of topics may repeat earlier patches, which the sink skips. A malformed header
     * counts as later.
     */
    private static Head later(Head before, Head next) {
        boolean repeats = before.number() > 0 && next.number() > 0 && next.number() <= before.number();
        return repeats ? before : next;
    }

    Map<StreamId, Head> heads() {
        return heads;
    }

    /** Whether the first records of a topic were deleted. */
    boolean isTrimmed(String topic) {
        return trimmed.contains(topic);
    }

    long records() {
        return records;
    }

    /** Number of records without the number of a patch. */
    long unnumbered() {
        return unnumbered;
    }
}
