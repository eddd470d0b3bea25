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
 * A record as Connect hands it over, taken apart once. Place and stream are those of the topic it was read from, whatever
 * transformations made of it. Immutable.
 */
public final class InputRecord {
    /** Of a record without a timestamp. */
    private static final long NO_TIMESTAMP = -1;

    private final SinkRecord original;
    private final PartitionId partition;
    private final long offset;
    private final @Nullable JellyHeader jelly;
    private final @Nullable String key;
    private final @Nullable PatchPosition position;

    /** Why the key or the header of the patch cannot be read; null if it can. */
    private final @Nullable PatchRefusedException keyFault;

    private final @Nullable PatchRefusedException positionFault;

    private InputRecord(SinkRecord record) {
        original = record;
        partition = new PartitionId(record.originalTopic(), record.originalKafkaPartition());
        offset = record.originalKafkaOffset();
        jelly = jelly(record);
        String text = null;
        PatchRefusedException fault = null;
        try {
            text = key(record.key());
        } catch (PatchRefusedException e) {
            fault = e;
        }
        key = text;
        keyFault = fault;
        PatchPosition numbered = null;
        fault = null;
        try {
            numbered = position(record);
        } catch (PatchRefusedException e) {
            fault = e;
        }
        position = numbered;
        positionFault = fault;
    }

    /** Takes a record apart; a fault shows when the part is asked for. */
    public static InputRecord of(SinkRecord record) {
        return new InputRecord(record);
    }

    /** The partition that it was read from. */
    public PartitionId partition() {
        return partition;
    }

    /** Its offset there. */
    public long offset() {
        return offset;
    }

    /** In ms since 1970; -1 if it has none. */
    public long timestampMs() {
        return original.timestamp() == null ? NO_TIMESTAMP : original.timestamp();
    }

    /**
     * Text of its key; null where there is none.
     *
     * @throws PatchRefusedException if it is not text
     */
    public @Nullable String key() {
        if (keyFault != null) {
            throw keyFault;
        }
        return key;
    }

    /**
     * The header that numbers a patch or snapshot; null without.
     *
     * @throws PatchRefusedException if it has another form
     */
    public @Nullable PatchPosition position() {
        if (positionFault != null) {
            throw positionFault;
        }
        return position;
    }

    /**
     * Checks what it has besides its value.
     *
     * @throws PatchRefusedException if the key is not text or the header of the patch has another form
     */
    void check() {
        if (keyFault != null) {
            throw keyFault;
        }
        if (positionFault != null) {
            throw positionFault;
        }
    }

    /** Whether it has a header that numbers a patch or snapshot, readable or not. */
    public boolean isNumbered() {
        return position != null || positionFault != null;
    }

    /**
     * Its place in the stream of its encoder; null for a self-contained record. A header of another form is
     * nobody's: the converter, which sees its bytes, judges it.
     */
    public @Nullable JellyHeader jelly() {
        return jelly;
    }

    /** Its value, as the converter gave it. */
    @Nullable
    Object value() {
        return original.value();
    }

    /** The record that Connect handed over. */
    SinkRecord original() {
        return original;
    }

    /** Whether another was made of the very same object of Connect. */
    @SuppressWarnings("ReferenceEquality") // not one like it
    public boolean isOfSame(InputRecord other) {
        return original == other.original;
    }

    /** {@code topic-partition@offset, key 'k'}, as error messages name a record. */
    public String place() {
        return partition + "@" + offset + ", key '"
                + ErrorText.name(
                        original.key() instanceof byte[] utf8
                                ? new String(utf8, StandardCharsets.UTF_8)
                                : original.key())
                + "'";
    }

    private static @Nullable JellyHeader jelly(SinkRecord record) {
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
    private static String text(Header header) {
        return header.value() instanceof byte[] ascii
                ? new String(ascii, StandardCharsets.US_ASCII)
                : String.valueOf(header.value());
    }

    private static @Nullable String key(@Nullable Object key) {
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
