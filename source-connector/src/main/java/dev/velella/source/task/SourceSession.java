package dev.velella.source.task;

import dev.velella.source.record.Batch;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The work of a task from its start to its stop. Owns all objects that it has opened, and the stamps of its records.
 *
 * <p>One thread calls {@link #poll}, threads of the producer call {@link #acknowledged}, and any thread may call
 * {@link #close}.
 */
public interface SourceSession extends AutoCloseable {
    /**
     * Adds the next records to an empty batch. Returns after half a second at most if there are none.
     *
     * @throws ConnectException if the input cannot be read any further; the records before the error were added
     */
    void poll(Batch batch) throws InterruptedException;

    /** Reports that Kafka has a record of this session, or that the worker has dropped it. */
    default void acknowledged(SourceRecord record) {}

    /** Ends the session without waiting for a call of {@link #poll}. Idempotent. */
    @Override
    void close();
}
