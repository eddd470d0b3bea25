package dev.velella.sink.intake;

import dev.velella.rdf.ErrorText;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ConnectChecks;
import dev.velella.sink.store.PartitionId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;

/**
 * Puts refused records aside, into the worker's dead-letter queue, if {@code errors.tolerance=all}. Otherwise a refused
 * record fails the task.
 *
 * <p>The worker would write the bytes of the record unchanged, but the bytes of a stateful record cannot be read alone.
 * So the worker gets a new record, which it converts ({@link LetterRecords}). Not thread-safe.
 */
public final class DeadLetters {
    private final boolean tolerant;
    private final @Nullable WorkerQueue queue;
    private final SinkCounts counts;
    private final LetterRecords records;
    private final List<Future<Void>> pending = new ArrayList<>();

    /** Records that were put aside but are not yet covered by the offsets of the store that refused them. */
    private final Set<Place> unsettled = new HashSet<>();

    private record Place(@Nullable Object store, PartitionId partition, long offset) {}

    /** @param properties options of the task */
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

    /** Makes the dead letters of a task. Without {@code errors.tolerance=all} every refused record fails the task. */
    public static DeadLetters of(
            Map<String, String> properties, String connector, SinkTaskContext context, SinkCounts counts) {
        boolean tolerant = ConnectChecks.isTolerant(properties);
        return new DeadLetters(tolerant, connector, tolerant ? reporter(context) : null, properties, counts);
    }

    /** The worker's reporter; null if there is none. Workers before 2.6 do not have the method. */
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
     * @param store the store that refuses it, if there are many; else null
     * @param content the decoded content; null if the record was not decoded
     * @throws DataException if records must not be put aside; the message names the record
     * @throws ConnectException if the queue does not accept the record
     */
    public void put(
            @Nullable Object store, InputRecord record, @Nullable RecordContent content, PatchRefusedException why) {
        DataException failure = new DataException(record.place() + ": " + why.getMessage(), why);
        if (!tolerant) {
            throw failure;
        }
        if (!unsettled.add(new Place(store, record.partition(), record.offset()))) {
            return; // the record came again, because its batch could not be applied
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
            // The converters cannot write this content, although they have read it. The worker still has the bytes.
            counts.log(record.place() + ": the dead letter holds the bytes of the record as they are, because "
                    + e.getMessage());
            return queue.report(record.original(), failure);
        }
    }

    /** Notes that all records of a partition below an offset are dealt with, as far as this store refused them. */
    public void settled(@Nullable Object store, PartitionId id, long nextOffset) {
        unsettled.removeIf(place ->
                Objects.equals(place.store(), store) && place.partition().equals(id) && place.offset() < nextOffset);
    }

    /**
     * Waits until all dead letters are written. This must happen before the store's offsets cover their records.
     *
     * @throws ConnectException if a dead letter could not be written
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
                                + ". Its record counts as not read; if it is too large, raise max.message.bytes of the"
                                + " dead-letter topic and producer.override.max.request.size",
                        e);
            }
        }
        pending.clear();
    }
}
