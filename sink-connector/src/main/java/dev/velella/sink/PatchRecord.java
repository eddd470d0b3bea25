package dev.velella.sink;

import dev.velella.converter.RdfStructs;
import dev.velella.converter.UndecodedFrame;
import dev.velella.jelly.JellyFrames.Kind;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchRefusedException;
import dev.velella.sink.store.StreamId;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the sink takes from a record.
 *
 * @param key text of the record's key; null where it has none
 * @param position header that numbers the patch; null without
 * @param patch the value
 */
record PatchRecord(@Nullable String key, @Nullable PatchPosition position, RdfPatch patch) {

    /** The partition that a record was read from, whatever transformations made of it. */
    static PartitionId partition(SinkRecord record) {
        return new PartitionId(record.originalTopic(), record.originalKafkaPartition());
    }

    /** The streams of those records whose keys are text. */
    static Set<StreamId> streams(Collection<SinkRecord> records) {
        Set<StreamId> streams = new LinkedHashSet<>();
        for (SinkRecord record : records) {
            if (record.key() instanceof String || record.key() instanceof byte[]) {
                String key = Objects.requireNonNull(key(record.key()));
                streams.add(new StreamId(record.originalTopic(), key));
            }
        }
        return streams;
    }

    /** {@code topic-partition@offset, key 'k'}, as error messages name a record. */
    static String place(SinkRecord record) {
        return partition(record) + "@" + record.originalKafkaOffset() + ", key '" + record.key() + "'";
    }

    /**
     * Reads a record.
     *
     * @param value of the record, decoded
     * @throws PatchRefusedException if the key, the header or the value is not of the right kind
     */
    static PatchRecord of(SinkRecord record, @Nullable Object value) {
        return new PatchRecord(key(record.key()), position(record), patch(value));
    }

    /**
     * Reads a record's place in the stream of its encoder; null for a self-contained record. A header of another form is
     * nobody's: the converter, which sees its bytes, judges it.
     */
    static @Nullable JellyHeader jelly(SinkRecord record) {
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

    /**
     * Reads what stands for a record without codec state.
     *
     * @throws PatchRefusedException if it is damaged, or was to be a graph
     */
    static UndecodedFrame undecoded(Object value) {
        UndecodedFrame frame;
        try {
            frame = UndecodedFrame.of(value);
        } catch (DataException e) {
            throw new PatchRefusedException(String.valueOf(e.getMessage()));
        }
        if (frame.header().kind() == Kind.RDF) {
            throw graphRefused();
        }
        return frame;
    }

    /** Text of a header, which the header converter made a string or left as bytes. */
    private static String text(Header header) {
        return header.value() instanceof byte[] ascii
                ? new String(ascii, StandardCharsets.US_ASCII)
                : String.valueOf(header.value());
    }

    private static @Nullable String key(@Nullable Object key) {
        if (key instanceof byte[] utf8) {
            return new String(utf8, StandardCharsets.UTF_8);
        }
        if (key != null && !(key instanceof String)) {
            throw new PatchRefusedException(
                    "the key is not text but " + key.getClass().getName()
                            + "; set key.converter to org.apache.kafka.connect.storage.StringConverter");
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
            throw new PatchRefusedException("header '" + RecordHeaderNames.PATCH + "': " + e.getMessage());
        }
    }

    private static PatchRefusedException graphRefused() {
        return new PatchRefusedException("the value is a graph; this connector applies patches: point it at the output"
                + " topic of the diff app");
    }

    private static RdfPatch patch(@Nullable Object value) {
        if (value == null) {
            throw new PatchRefusedException("the value is null; a topic of patches has no tombstones");
        }
        if (RdfStructs.isGraph(value)) {
            throw graphRefused();
        }
        if (!RdfStructs.isPatch(value)) {
            String kind = value instanceof Struct struct
                    ? "a struct " + struct.schema().name()
                    : value.getClass().getName();
            throw new PatchRefusedException("the value is not a patch but " + kind
                    + "; set value.converter to dev.velella.converter.JellyConverter");
        }
        try {
            return RdfStructs.toPatch(value);
        } catch (DataException e) {
            throw new PatchRefusedException(String.valueOf(e.getMessage()));
        }
    }
}
