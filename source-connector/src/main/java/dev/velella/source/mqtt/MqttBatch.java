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
 * Collects the records of one poll at a time. A message without a record is settled at once. An error that stops the
 * task is thrown after the records before it have been returned; after the error no record is added. Not thread-safe.
 */
final class MqttBatch {
    private final MqttRecords records;
    private final MqttInbox inbox;
    private final long mostStatements;
    private List<SourceRecord> batch = new ArrayList<>();

    /** The task's total of statements at which this batch takes no more messages. */
    private long endStatements;

    private long endBytes;

    private @Nullable ConnectException failure;

    /**
     * @param mostStatements most statements of a batch, because its graphs are in memory together; the last graph may
     *     exceed it
     */
    MqttBatch(MqttRecords records, MqttInbox inbox, long mostStatements) {
        this.records = records;
        this.inbox = inbox;
        this.mostStatements = mostStatements;
    }

    /**
     * Begins a batch.
     *
     * @throws ConnectException if the previous batch ended with an error
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

    /** Whether an error has ended the batch. */
    boolean isFailed() {
        return failure != null;
    }

    /** Whether there is still memory for the graph of the next message. */
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

    /** Adds the record of a message that builds on a dictionary. */
    void add(LinkOutcome<Carried> outcome) {
        add(() -> records.recordOf(outcome), outcome.carrier().delivery());
    }

    private void add(Supplier<Optional<MqttRecord>> making, Delivery delivery) {
        if (isFailed()) {
            return;
        }
        try {
            Optional<MqttRecord> record = making.get();
            record.ifPresent(batch::add);
            if (record.isEmpty()) {
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
