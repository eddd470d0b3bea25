package dev.velella.sink.intake;

import dev.velella.keyframe.JellyHeader;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.store.PartitionId;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the sink takes from a record besides its value. Place and stream are those of the topic it was read from, whatever
 * transformations made of it.
 *
 * @param key text of the record's key; null where it has none
 * @param position header that numbers the patch; null without
 */
public record PatchRecord(@Nullable String key, @Nullable PatchPosition position) {

    /** The partition that a record was read from, whatever transformations made of it. */
    public static PartitionId partition(SinkRecord record) {
        return new PartitionId(record.originalTopic(), record.originalKafkaPartition());
    }

    /** {@code topic-partition@offset, key 'k'}, as error messages name a record. */
    public static String place(SinkRecord record) {
        return partition(record) + "@" + record.originalKafkaOffset() + ", key '"
                + ErrorText.name(
                        record.key() instanceof byte[] utf8 ? new String(utf8, StandardCharsets.UTF_8) : record.key())
                + "'";
    }

    /**
     * Reads a record.
     *
     * @throws PatchRefusedException if the key or the header is not of the right kind
     */
    static PatchRecord of(SinkRecord record) {
        return new PatchRecord(key(record.key()), position(record));
    }

    /**
     * Reads a record's place in the stream of its encoder; null for a self-contained record. A header of another form is
     * nobody's: the converter, which sees its bytes, judges it.
     */
    public static @Nullable JellyHeader jelly(SinkRecord record) {
        Header header = record.headers().lastWithName(RecordHeaderNames.JELLY);
        if (header == null || header.value() == null) {
            return null;
        }
        try {
            return JellyHeader.parse(text(header).getBytes(StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Text of a header, which the header converter made a string or left as bytes. */
    static String text(Header header) {
        return header.value() instanceof byte[] ascii
                ? new String(ascii, StandardCharsets.US_ASCII)
                : String.valueOf(header.value());
    }

    /**
     * Text of a key; null where there is none.
     *
     * @throws PatchRefusedException if it is not text
     */
    static @Nullable String key(@Nullable Object key) {
        if (key instanceof byte[] utf8) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(utf8))
                        .toString();
            } catch (CharacterCodingException e) {
                throw new PatchRefusedException(RefusalReason.KEY, "the key is not UTF-8 text");
            }
        }
        if (key != null && !(key instanceof String)) {
            throw new PatchRefusedException(
                    RefusalReason.KEY,
                    "the key is not text but " + key.getClass().getName()
                            + ": the key.converter of the connector, or the worker's where it has none, does not read keys as"
                            + " text; set key.converter to org.apache.kafka.connect.storage.StringConverter in the connector");
        }
        return (String) key;
    }

    private static @Nullable PatchPosition position(SinkRecord record) {
        Header header = record.headers().lastWithName(RecordHeaderNames.PATCH);
        if (header == null) {
            return null;
        }
        try {
            return PatchPosition.parse(text(header));
        } catch (IllegalArgumentException e) {
            throw new PatchRefusedException(
                    RefusalReason.HEADER, "header '" + RecordHeaderNames.PATCH + "': " + e.getMessage());
        }
    }
}
