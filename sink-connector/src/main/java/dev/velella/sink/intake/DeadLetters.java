package dev.velella.sink.intake;

import dev.velella.rdf.ErrorText;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ConnectChecks;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;

/**
 * Puts refused records into the worker's dead-letter queue, where {@code errors.tolerance=all}; else they fail the task.
 *
 * <p>The worker would write the bytes of the record as they are, which of a stateful record nobody can read alone. So it is
 * given a new record, which it converts ({@link LetterRecords}). Not thread-safe.
 */
public final class DeadLetters {
    private final boolean tolerant;
    private final @Nullable WorkerQueue queue;
    private final SinkCounts counts;
    private final LetterRecords records;
    private final List<Future<Void>> pending = new ArrayList<>();

    /** Places of records that were put aside, and of which the store does not know yet that they are read. */
    private final Set<Place> unsettled = new HashSet<>();

    private record Place(PartitionId partition, long offset) {}

    /** @param properties of the task */
    public DeadLetters(
            boolean tolerant,
            String connector,
            @Nullable ErrantRecordReporter reporter,
            Map<String, String> properties,
            SinkCounts counts) {
        this.tolerant = tolerant;
        this.counts = counts;
        queue = reporter == null ? null : new WorkerQueue(reporter, properties);
        records = new LetterRecords(connector, properties);
    }

    /** The queue of a task; without {@code errors.tolerance=all} it refuses all records. */
    public static DeadLetters of(
            Map<String, String> properties, String connector, SinkTaskContext context, SinkCounts counts) {
        boolean tolerant = ConnectChecks.isTolerant(properties);
        return new DeadLetters(tolerant, connector, tolerant ? reporter(context) : null, properties, counts);
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
     * @throws ConnectException if the queue does not take it
     */
    public void put(InputRecord record, @Nullable RecordContent content, PatchRefusedException why) {
        DataException failure = new DataException(record.place() + ": " + why.getMessage(), why);
        if (!tolerant) {
            throw failure;
        }
        if (!unsettled.add(new Place(record.partition(), record.offset()))) {
            return; // it came again, because its batch could not be applied
        }
        counts.deadLetter(why.kind());
        counts.log((queue == null
                        ? "Left out, as there is no dead-letter queue (errors.deadletterqueue.topic.name): "
                        : "Put into the dead-letter queue: ")
                + failure.getMessage());
        if (queue != null) {
            pending.add(report(queue, record, content, why, failure));
        }
    }

    private Future<Void> report(
            WorkerQueue queue,
            InputRecord record,
            @Nullable RecordContent content,
            PatchRefusedException why,
            DataException failure) {
        try {
            return queue.report(records.of(record, content, why, failure), failure);
        } catch (DataException e) {
            // The converters cannot write what they have read. The worker has the bytes.
            counts.log(record.place() + ": the dead letter holds the bytes of the record as they are, because "
                    + e.getMessage());
            return queue.report(record.original(), failure);
        }
    }

    /** Takes note that the store has taken what was put aside below the next offsets of these claims for read. */
    public void settled(Map<PartitionId, Claim> claims) {
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
    public void await() {
        for (Future<Void> letter : pending) {
            try {
                letter.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ConnectException("interrupted while a dead letter was written", e);
            } catch (ExecutionException e) {
                throw new ConnectException(
                        "a dead letter could not be written: "
                                + ErrorText.message((e.getCause() == null ? e : e.getCause()).getMessage())
                                + ". Its record is not taken for read; if it is too large, raise max.message.bytes of the"
                                + " dead-letter topic and producer.override.max.request.size",
                        e);
            }
        }
        pending.clear();
    }
}
