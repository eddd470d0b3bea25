package dev.velella.source.task;

import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * The work of a task from its start to its stop. Owns all that it has opened, and the stamps of its records.
 *
 * <p>{@link #poll} is called by one thread, {@link #acknowledged} by threads of the producer, {@link #close} by any.
 */
public interface SourceSession extends AutoCloseable {
    /**
     * The next records; null after half a second at most if there are none.
     *
     * @throws ConnectException if nothing more can be read; records before the error have then been returned
     */
    @Nullable
    List<SourceRecord> poll() throws InterruptedException;

    /** Kafka has a record of this session, or the worker has left it out. */
    default void acknowledged(SourceRecord record) {}

    /** Idempotent. Does not wait for a call of {@link #poll}. */
    @Override
    void close();
}
