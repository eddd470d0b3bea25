package dev.velella.sink;

import dev.velella.converter.RawValue;
import dev.velella.converter.RdfStructs;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyOptions;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.JellyPatchOptions;
import dev.velella.jelly.Limits;
import dev.velella.jelly.MalformedJellyException;
import dev.velella.jelly.PhysicalType;
import dev.velella.jelly.StatementOrder;
import dev.velella.jelly.TableSizes;
import dev.velella.keyframe.JellyHeader;
import dev.velella.options.Spelling;
import dev.velella.record.ErrorHeaderNames;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchRefusedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;

/**
 * Puts refused records into the worker's dead-letter queue, where {@code errors.tolerance=all}; else they fail the task.
 *
 * <p>The worker would write the bytes of the record as they are, which of a stateful record nobody can read alone. So it is
 * given a new record, which it converts: a patch or graph that could be decoded, as a whole Jelly stream, without the header
 * {@code jelly}, and with headers that say what was wrong ({@link ErrorHeaderNames}). Bytes that could not be decoded stay
 * as they were. Not thread-safe.
 */
final class DeadLetters {
    /** Option of Connect: what errors are tolerated. */
    static final String ERRORS_TOLERANCE = "errors.tolerance";

    /** What stands for none in the worker's own records, which it makes of ours. */
    private static final long NO_TIMESTAMP = -1;

    private final boolean tolerant;
    private final String connector;
    private final @Nullable ErrantRecordReporter reporter;
    private final SinkCounts counts;
    private final JellyPatchEncoder patches;
    private final JellyGraphEncoder graphs;
    private final List<Future<Void>> pending = new ArrayList<>();

    /** Places of records that were put aside, and of which the store does not know yet that they are read. */
    private final Set<Place> unsettled = new HashSet<>();

    private record Place(PartitionId partition, long offset) {}

    DeadLetters(boolean tolerant, String connector, @Nullable ErrantRecordReporter reporter, SinkCounts counts) {
        this.tolerant = tolerant;
        this.connector = connector;
        this.reporter = reporter;
        this.counts = counts;
        // Quoted triples are let through: what is put aside has to be whole.
        graphs = new JellyGraphEncoder(
                new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2), StatementOrder.GIVEN, Limits.DEFAULT);
        patches = new JellyPatchEncoder(
                JellyPatchOptions.frame(TableSizes.BIG, true), StatementOrder.GIVEN, Limits.DEFAULT);
    }

    /** The queue of a task; without {@code errors.tolerance=all} it refuses all records. */
    static DeadLetters of(
            Map<String, String> properties, String connector, SinkTaskContext context, SinkCounts counts) {
        boolean tolerant = isTolerant(properties);
        return new DeadLetters(tolerant, connector, tolerant ? reporter(context) : null, counts);
    }

    /** Whether the options let records be put aside. */
    static boolean isTolerant(Map<String, String> properties) {
        return "all".equalsIgnoreCase(properties.get(ERRORS_TOLERANCE));
    }

    /** Workers before 2.6 do not have the method. */
    private static @Nullable ErrantRecordReporter reporter(SinkTaskContext context) {
        try {
            return context.errantRecordReporter();
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            return null;
        }
    }

    /**
     * Puts a record aside.
     *
     * @param content what it was decoded to; null if it was not
     * @throws DataException if records are not to be put aside; the message names the record
     */
    void put(SinkRecord record, @Nullable RecordContent content, PatchRefusedException why) {
        DataException failure = new DataException(PatchRecord.place(record) + ": " + why.getMessage(), why);
        if (!tolerant) {
            throw failure;
        }
        if (!unsettled.add(new Place(PatchRecord.partition(record), record.originalKafkaOffset()))) {
            return; // it came again, because its batch could not be applied
        }
        counts.deadLetter(why.kind());
        counts.log((reporter == null
                        ? "Left out, as there is no dead-letter queue (errors.deadletterqueue.topic.name): "
                        : "Put into the dead-letter queue: ")
                + failure.getMessage());
        if (reporter != null) {
            pending.add(report(reporter, record, content, why, failure));
        }
    }

    private Future<Void> report(
            ErrantRecordReporter queue,
            SinkRecord record,
            @Nullable RecordContent content,
            PatchRefusedException why,
            DataException failure) {
        Letter letter = letter(record, content);
        SinkRecord converted = new SinkRecord(
                record.originalTopic(),
                record.originalKafkaPartition(),
                record.keySchema(),
                record.key(),
                letter.schema(),
                letter.value(),
                record.originalKafkaOffset(),
                record.timestamp() == null ? NO_TIMESTAMP : record.timestamp(),
                record.timestampType(),
                headers(record, letter, why));
        try {
            return queue.report(converted, failure);
        } catch (DataException e) {
            // The converters cannot write what they have read. The worker has the bytes.
            counts.log(PatchRecord.place(record)
                    + ": the dead letter holds the bytes of the record as they are, because " + e.getMessage());
            return queue.report(record, failure);
        }
    }

    /**
     * The value of a dead letter.
     *
     * @param mediaType what it is now; null if it is what it was
     * @param form self-contained, raw or none
     */
    private record Letter(@Nullable Schema schema, @Nullable Object value, @Nullable String mediaType, Form form) {}

    /** What the value of a dead letter is. */
    private enum Form {
        /** Readable by itself. */
        SELF_CONTAINED,
        /** The bytes of the record, which could not be read. */
        RAW,
        /** Null, as in the record. */
        NONE
    }

    private Letter letter(SinkRecord record, @Nullable RecordContent content) {
        Object value = record.value();
        if (value == null) {
            return new Letter(record.valueSchema(), null, null, Form.NONE);
        }
        boolean isFrame = RdfStructs.isOwn(value) || (value instanceof byte[] && PatchRecord.jelly(record) != null);
        byte[] frame = isFrame ? encode(content) : null;
        if (frame != null) {
            String type = content instanceof RecordContent.Patch
                    ? RecordHeaderNames.JELLY_PATCH
                    : RecordHeaderNames.JELLY_RDF;
            return value instanceof byte[]
                    ? new Letter(record.valueSchema(), frame, type, Form.SELF_CONTAINED)
                    : new Letter(RawValue.SCHEMA, RawValue.of(frame), type, Form.SELF_CONTAINED);
        }
        Form form = content == null || content instanceof RecordContent.Undecoded ? Form.RAW : Form.SELF_CONTAINED;
        return new Letter(record.valueSchema(), value, null, form);
    }

    private byte @Nullable [] encode(@Nullable RecordContent content) {
        try {
            if (content instanceof RecordContent.Patch patch) {
                return patches.encode(patch.patch());
            }
            return content instanceof RecordContent.Graph graph ? graphs.encode(graph.graph()) : null;
        } catch (MalformedJellyException e) {
            return null;
        }
    }

    private ConnectHeaders headers(SinkRecord record, Letter letter, PatchRefusedException why) {
        ConnectHeaders headers = new ConnectHeaders();
        for (Header header : record.headers()) {
            boolean replaced =
                    letter.mediaType() != null && header.key().equalsIgnoreCase(RecordHeaderNames.CONTENT_TYPE);
            boolean ours = header.key().startsWith(ErrorHeaderNames.PREFIX);
            if (!replaced && !ours && !header.key().equals(RecordHeaderNames.JELLY)) {
                headers.add(header);
            }
        }
        if (letter.mediaType() != null) {
            headers.addString(RecordHeaderNames.CONTENT_TYPE, letter.mediaType());
        }
        headers.addString(ErrorHeaderNames.TOPIC, record.originalTopic());
        headers.addString(ErrorHeaderNames.PARTITION, Integer.toString(record.originalKafkaPartition()));
        headers.addString(ErrorHeaderNames.OFFSET, Long.toString(record.originalKafkaOffset()));
        headers.addString(ErrorHeaderNames.CONNECTOR, connector);
        headers.addString(ErrorHeaderNames.REASON, Spelling.of(why.kind()));
        headers.addString(ErrorHeaderNames.CLASS, why.getClass().getName());
        headers.addString(ErrorHeaderNames.MESSAGE, String.valueOf(why.getMessage()));
        headers.addString(ErrorHeaderNames.VALUE, Spelling.of(letter.form()));
        stream(record, headers);
        JellyHeader jelly = PatchRecord.jelly(record);
        if (jelly != null) {
            headers.addString(ErrorHeaderNames.JELLY, jelly.toString());
        }
        return headers;
    }

    private static void stream(SinkRecord record, ConnectHeaders headers) {
        try {
            PatchRecord read = PatchRecord.of(record);
            if (read.key() != null) {
                headers.addString(ErrorHeaderNames.STREAM, read.key());
            }
            PatchPosition position = read.position();
            if (position != null) {
                headers.addString(ErrorHeaderNames.PATCH, Long.toString(position.number()));
            }
        } catch (PatchRefusedException e) {
            // Key or header are what is wrong: the letter has them as they are.
        }
    }

    /** Takes note that the store has taken what was put aside below the next offsets of these claims for read. */
    void settled(Map<PartitionId, Claim> claims) {
        unsettled.removeIf(place -> {
            Claim claim = claims.get(place.partition());
            return claim != null && place.offset() < claim.nextOffset();
        });
    }

    /**
     * Waits until all that were put aside are written, before their offsets count as read.
     *
     * @throws ConnectException if one could not be written
     */
    void await() {
        for (Future<Void> letter : pending) {
            try {
                letter.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ConnectException("interrupted while a dead letter was written", e);
            } catch (ExecutionException e) {
                throw new ConnectException(
                        "a dead letter could not be written: " + (e.getCause() == null ? e : e.getCause()).getMessage()
                                + ". Its record is not taken for read; if it is too large, raise max.message.bytes of the"
                                + " dead-letter topic and producer.override.max.request.size",
                        e);
            }
        }
        pending.clear();
    }
}
