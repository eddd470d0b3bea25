package dev.velella.log;

import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record of the log that was decoded: a patch of the topic of patches, or a graph of the topic of snapshots. Immutable.
 *
 * @param topic name of the topic
 * @param partition number of the partition
 * @param offset offset of the record
 * @param timestamp timestamp of the record in ms since 1970; -1 if its writer gave none
 * @param eventTime time of the element in ms since 1970: from the headers, else the timestamp of the record
 * @param key name of the stream; null if the record has no key
 * @param position place in the stream; null if the record is not numbered
 * @param element the patch or graph; null if the value is null (tombstone)
 */
public record LogRecord(
        String topic,
        int partition,
        long offset,
        long timestamp,
        long eventTime,
        @Nullable String key,
        @Nullable PatchPosition position,
        @Nullable StreamElement element) {

    /**
     * The contents of a reading.
     *
     * @throws LogException if the record could not be decoded, or its key or a header is malformed
     */
    public static LogRecord of(Reading reading) {
        String problem = reading.problem();
        if (problem != null) {
            throw new LogException(reading.place() + ": cannot be decoded: " + problem);
        }
        StreamElement element =
                reading.outcome() instanceof Reading.Data data ? data.decoded().element() : null;
        ConsumerRecord<byte[], byte[]> record = reading.record();
        try {
            OptionalLong time = RecordHeaderReader.eventTime(record.headers());
            return new LogRecord(
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    record.timestamp(),
                    time.orElse(record.timestamp()),
                    key(record.key()),
                    position(reading.patchHeader()),
                    element);
        } catch (IllegalArgumentException | UnreadableRecordException | CharacterCodingException e) {
            String reason = e instanceof CharacterCodingException ? "the key is not UTF-8" : e.getMessage();
            throw new LogException(reading.place() + ": " + reason, e);
        }
    }

    private static @Nullable String key(byte @Nullable [] key) throws CharacterCodingException {
        return key == null
                ? null
                : StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(key))
                        .toString();
    }

    private static @Nullable PatchPosition position(@Nullable String header) {
        return header == null ? null : PatchPosition.parse(header);
    }

    /** {@code topic-partition@offset}. */
    public String place() {
        return topic + "-" + partition + "@" + offset;
    }

    /**
     * The patch.
     *
     * @throws LogException if the record holds another element, or none
     */
    public RdfPatch patch() {
        if (element instanceof RdfPatch patch) {
            return patch;
        }
        throw new LogException(place() + ": the value is not a patch; is this the topic of patches?");
    }

    /**
     * The graph of a snapshot; null if the stream has ended.
     *
     * @throws LogException if the record is no snapshot
     */
    public @Nullable RdfGraph snapshot() {
        if (key == null) {
            throw new LogException(place() + ": the snapshot has no key");
        }
        if (element == null) {
            return null;
        }
        if (element instanceof RdfGraph graph && position != null) {
            return graph;
        }
        throw new LogException(place() + ": is no snapshot of a graph; is this the diff app's velella.snapshot.topic?");
    }
}
