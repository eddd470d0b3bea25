package dev.velella.log;

import dev.velella.frame.FrameResult;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.UnreadableRecordException;
import dev.velella.record.VelellaHeader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record and the outcome of decoding it.
 *
 * @param record the record as it was read
 * @param isStateful whether it has a place in a codec stream; false also for a malformed header
 * @param outcome outcome of decoding the record
 */
public record Reading(ConsumerRecord<byte[], byte[]> record, boolean isStateful, Outcome outcome) {

    /** The outcome of decoding a record. */
    public sealed interface Outcome {}

    /** The value is null. */
    public record Tombstone() implements Outcome {}

    /** A graph or a patch. */
    public record Data(FrameResult.Decoded decoded) implements Outcome {}

    /**
     * The codec state that the record needs is missing.
     *
     * @param state the missing state
     * @param reason the same in words, with the result of look-back
     */
    public record Missing(FrameResult.MissingState state, String reason) implements Outcome {}

    /**
     * The record has another format, or is damaged.
     *
     * @param reason one sentence
     */
    public record Unreadable(String reason) implements Outcome {}

    /**
     * The dictionary of the record cannot be had at the moment. The record may be right.
     *
     * @param reason one sentence
     * @param isMissing whether the topic of dictionaries was read and does not have it
     */
    public record Unavailable(String reason, boolean isMissing) implements Outcome {}

    /** {@code topic-partition@offset}. */
    public String place() {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }

    /** The reason for missing data; null for a decoded record, and for a tombstone. */
    public @Nullable String problem() {
        if (outcome instanceof Unreadable unreadable) {
            return unreadable.reason();
        }
        if (outcome instanceof Unavailable unavailable) {
            return unavailable.reason();
        }
        return outcome instanceof Missing missing ? missing.reason() : null;
    }

    /** Bytes of the value; 0 for a tombstone. */
    public int valueBytes() {
        byte[] value = record.value();
        return value == null ? 0 : value.length;
    }

    /** Bytes of the key; 0 if it is null. */
    public int keyBytes() {
        byte[] key = record.key();
        return key == null ? 0 : key.length;
    }

    /** Bytes of names and values of all headers, without the lengths that Kafka writes before them. */
    public int headerBytes() {
        int bytes = 0;
        for (Header header : record.headers()) {
            bytes += header.key().getBytes(StandardCharsets.UTF_8).length;
            bytes += header.value() == null ? 0 : header.value().length;
        }
        return bytes;
    }

    /** Headers, in their order, without those of a stateful record, and those that {@link #velella} and {@link #patchHeader} return. */
    public List<Header> otherHeaders() {
        List<Header> others = new ArrayList<>();
        for (Header one : record.headers()) {
            boolean known = (one.key().equals(RecordHeaderNames.JELLY) && isStateful)
                    || (one.key().equals(RecordHeaderNames.VELELLA) && velella() != null)
                    || (one.key().equals(RecordHeaderNames.PATCH) && one.value() != null);
            if (!known) {
                others.add(one);
            }
        }
        return others;
    }

    /** The header {@code velella}; null if there is none, or it is malformed. */
    public @Nullable VelellaHeader velella() {
        try {
            return RecordHeaderReader.velella(record.headers());
        } catch (UnreadableRecordException e) {
            return null; // the outcome says so
        }
    }

    /** Text of the last header {@code patch}, or the same from the header {@code velella}; null if there is none. */
    public @Nullable String patchHeader() {
        return RecordHeaderReader.patch(record.headers());
    }
}
