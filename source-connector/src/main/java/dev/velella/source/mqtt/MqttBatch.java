package dev.velella.source.mqtt;

import dev.velella.source.element.ElementMemory;
import dev.velella.source.mqtt.MqttLinks.Carried;
import dev.velella.source.mqtt.client.Delivery;
import dev.velella.source.mqtt.client.MqttInbox;
import dev.velella.source.mqtt.lane.ReadMessage;
import dev.velella.source.mqtt.link.LinkOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * The records of one poll after the other. Messages that give no record are settled at once. An error that stops the task is
 * thrown when the records before it have been returned; nothing is added after it. Not thread-safe.
 */
final class MqttBatch {
    private final MqttRecords records;
    private final MqttInbox inbox;
    private final long mostStatements;
    private List<SourceRecord> batch = new ArrayList<>();

    /** Counts of all records, above which this batch takes no more. */
    private long endStatements;

    private long endBytes;

    private @Nullable ConnectException failure;

    /** @param mostStatements graphs of a batch are in memory together: they have no more than this, but for the last */
    MqttBatch(MqttRecords records, MqttInbox inbox, long mostStatements) {
        this.records = records;
        this.inbox = inbox;
        this.mostStatements = mostStatements;
    }

    /**
     * Begins a batch.
     *
     * @throws ConnectException if the batch before ended with an error
     */
    void begin() {
        if (failure != null) {
            throw failure;
        }
        batch = new ArrayList<>();
        endStatements = records.statements() + mostStatements;
        endBytes = records.bytes() + ElementMemory.MOST_BYTES;
    }

    /** Number of records so far. */
    int size() {
        return batch.size();
    }

    /** Whether an error stands in the way of the next message. */
    boolean isFailed() {
        return failure != null;
    }

    /** Whether the graphs of the next message may be in memory too. */
    boolean hasRoom() {
        return !isFailed() && records.statements() < endStatements && records.bytes() < endBytes;
    }

    /**
     * Adds the record of a message that stands alone.
     *
     * @param overtaken whether messages that came later may have become records before it
     */
    void add(ReadMessage read, boolean overtaken) {
        add(() -> records.recordOf(read, overtaken), read.reading().delivery());
    }

    /** Adds the record of a message that builds on others. */
    void add(LinkOutcome<Carried> outcome) {
        Carried carried = outcome.carrier();
        add(() -> records.recordOf(outcome), carried == null ? null : carried.delivery());
    }

    private void add(Supplier<Optional<MqttRecord>> making, @Nullable Delivery delivery) {
        if (isFailed()) {
            return;
        }
        try {
            Optional<MqttRecord> record = making.get();
            record.ifPresent(batch::add);
            if (record.isEmpty() && delivery != null) {
                inbox.settle(delivery);
            }
        } catch (ConnectException e) {
            failure = e;
        }
    }

    /**
     * Ends the batch.
     *
     * @return null if there is no record
     * @throws ConnectException if an error came before any record
     */
    @Nullable
    List<SourceRecord> end() {
        records.sayLeftOut();
        if (batch.isEmpty() && failure != null) {
            throw failure;
        }
        return batch.isEmpty() ? null : batch;
    }
}
