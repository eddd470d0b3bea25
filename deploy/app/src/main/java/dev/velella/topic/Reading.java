package dev.velella.topic;

import dev.velella.keyframe.FrameResult;
import dev.velella.keyframe.JellyHeader;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record and what became of it.
 *
 * @param record as it came
 * @param header place in its stream; null for a self-contained record, and where the header is malformed
 * @param outcome of decoding it
 */
public record Reading(ConsumerRecord<byte[], byte[]> record, @Nullable JellyHeader header, Outcome outcome) {

    /** What decoding a record gave. */
    public sealed interface Outcome {}

    /** The value is null. */
    public record Tombstone() implements Outcome {}

    /** A graph or a patch. */
    public record Data(FrameResult.Decoded decoded) implements Outcome {}

    /**
     * The codec state that the record needs is not to be had.
     *
     * @param state what is missing
     * @param reason the same in words, with what look-back found
     */
    public record Missing(FrameResult.MissingState state, String reason) implements Outcome {}

    /**
     * The record is not one of ours, or is damaged.
     *
     * @param reason one sentence
     */
    public record Unreadable(String reason) implements Outcome {}

    /** {@code topic-partition@offset}. */
    public String place() {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }

    /** Why there are no data; null where there are, and for tombstones. */
    public @Nullable String problem() {
        if (outcome instanceof Unreadable unreadable) {
            return unreadable.reason();
        }
        return outcome instanceof Missing missing ? missing.reason() : null;
    }

    /** Bytes of the value; 0 for a tombstone. */
    public int valueBytes() {
        byte[] value = record.value();
        return value == null ? 0 : value.length;
    }

    /** Bytes of the key; 0 without one. */
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

    /** Headers, in their order, without those that {@link #header} and {@link #patchHeader} give. */
    public List<Header> otherHeaders() {
        List<Header> others = new ArrayList<>();
        for (Header one : record.headers()) {
            boolean known = (one.key().equals(RecordHeaderNames.JELLY) && header != null)
                    || (one.key().equals(RecordHeaderNames.PATCH) && one.value() != null);
            if (!known) {
                others.add(one);
            }
        }
        return others;
    }

    /** Text of the last header {@code patch}; null without one. */
    public @Nullable String patchHeader() {
        Header header = record.headers().lastHeader(RecordHeaderNames.PATCH);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
