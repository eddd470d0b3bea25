package dev.velella.sink.intake;

import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import dev.velella.record.VelellaHeader;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.store.PartitionId;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record from Connect, split into its parts once. Its place and stream belong to the topic from which it was read,
 * even if a transformation has changed the topic. Immutable.
 */
public final class InputRecord {
    /** Value for a record without a timestamp. */
    private static final long NO_TIMESTAMP = -1;

    private final SinkRecord original;
    private final PartitionId partition;
    private final long offset;
    private final @Nullable String jelly;
    private final @Nullable String key;
    private final @Nullable PatchPosition position;

    /** The reason why the key or the header {@code patch} cannot be read; null if they can. */
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

    /** Splits a record into its parts. A wrong part throws only when it is read. */
    public static InputRecord of(SinkRecord record) {
        return new InputRecord(record);
    }

    /** The partition from which the record was read. */
    public PartitionId partition() {
        return partition;
    }

    /** The offset of the record in its partition. */
    public long offset() {
        return offset;
    }

    /** Timestamp in ms since 1970; -1 if there is none. */
    public long timestampMs() {
        return original.timestamp() == null ? NO_TIMESTAMP : original.timestamp();
    }

    /**
     * Event time in ms since 1970: the header {@code event-time}, or else the timestamp; -1 if there is neither.
     *
     * <p>A header that holds no time counts as none, because no data depends on it.
     */
    public long eventTimeMs() {
        Header header = original.headers().lastWithName(RecordHeaderNames.EVENT_TIME);
        if (header == null || header.value() == null) {
            return timestampMs();
        }
        try {
            return Long.parseLong(text(header));
        } catch (NumberFormatException e) {
            return timestampMs();
        }
    }

    /** Text of the last header of a name; null if there is none. */
    public @Nullable String header(String name) {
        Header header = original.headers().lastWithName(name);
        if (header == null || header.value() == null) {
            return null;
        }
        return header.value() instanceof byte[] utf8
                ? new String(utf8, StandardCharsets.UTF_8)
                : String.valueOf(header.value());
    }

    /**
     * Text of the key; null if there is no key.
     *
     * @throws PatchRefusedException if the key is not text
     */
    public @Nullable String key() {
        if (keyFault != null) {
            throw keyFault;
        }
        return key;
    }

    /**
     * The place of a patch or snapshot in its stream, from the header {@code patch} or {@code velella}; null if there is
     * none.
     *
     * @throws PatchRefusedException if the header has another form
     */
    public @Nullable PatchPosition position() {
        if (positionFault != null) {
            throw positionFault;
        }
        return position;
    }

    /**
     * Checks the parts other than the value.
     *
     * @throws PatchRefusedException if the key is not text or the header {@code patch} has another form
     */
    void check() {
        if (keyFault != null) {
            throw keyFault;
        }
        if (positionFault != null) {
            throw positionFault;
        }
    }

    /** Whether the record has a header {@code patch}, readable or not. */
    public boolean isNumbered() {
        return position != null || positionFault != null;
    }

    /**
     * Place of the record in its codec stream, as its header says; null for a self-contained record, and if the header has
     * another form. The converter sees the bytes of the header and decides about such a header.
     */
    @Nullable
    String jelly() {
        return jelly;
    }

    /** The value that the converter returned. */
    @Nullable
    Object value() {
        return original.value();
    }

    /** The original record of Connect. */
    SinkRecord original() {
        return original;
    }

    /** Whether another input record was made from the same object of Connect. */
    @SuppressWarnings("ReferenceEquality") // the same object, not an equal one
    public boolean isOfSame(InputRecord other) {
        return original == other.original;
    }

    /** The place as {@code topic-partition@offset, key 'k'}, the form that error messages use. */
    public String place() {
        return partition + "@" + offset + ", key '"
                + ErrorText.name(
                        original.key() instanceof byte[] utf8
                                ? new String(utf8, StandardCharsets.UTF_8)
                                : original.key())
                + "'";
    }

    private static @Nullable String jelly(SinkRecord record) {
        Header header = record.headers().lastWithName(RecordHeaderNames.JELLY);
        if (header == null || header.value() == null) {
            return null;
        }
        try {
            return RecordHeaderReader.place(text(header));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Text of a header. The header converter has made a string of it, or left it as bytes. */
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
            return binaryPosition(record.headers().lastWithName(RecordHeaderNames.VELELLA));
        }
        try {
            return PatchPosition.parse(text(header));
        } catch (IllegalArgumentException e) {
            throw new PatchRefusedException(
                    RefusalReason.HEADER, "header '" + RecordHeaderNames.PATCH + "': " + e.getMessage());
        }
    }

    /**
     * The position in the header {@code velella}, which comes here only where Velella's converter has not read the record.
     */
    private static @Nullable PatchPosition binaryPosition(@Nullable Header header) {
        if (header == null) {
            return null;
        }
        try {
            byte[] bytes = header.value() instanceof byte[] binary
                    ? binary
                    : text(header).getBytes(StandardCharsets.UTF_8);
            return VelellaHeader.parse(bytes).position();
        } catch (IllegalArgumentException e) {
            throw new PatchRefusedException(
                    RefusalReason.HEADER,
                    "header '" + RecordHeaderNames.VELELLA + "': " + e.getMessage()
                            + "; without JellyConverter, header.converter must be"
                            + " org.apache.kafka.connect.converters.ByteArrayConverter");
        }
    }
}
