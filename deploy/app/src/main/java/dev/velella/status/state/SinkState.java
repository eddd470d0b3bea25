package dev.velella.status.state;

import org.jspecify.annotations.Nullable;

/**
 * A sink and its store. Figures that nobody tells are null. Immutable.
 *
 * @param name name of the connector
 * @param store address of the store
 * @param answers whether the store answers; null if there is no address to ask
 * @param reason why it does not answer; empty if it does
 * @param statements statements in the store
 * @param streams streams in the store
 * @param lagApplied records that are not applied
 * @param lagDurable records that are not durable
 * @param lagAppliedMs time in ms that they wait to be applied
 * @param lagDurableMs time in ms that they wait to become durable
 * @param waitingMs time in ms for which the store has not answered the sink
 * @param freshnessMs age in ms of the newest record in the store
 * @param history whether the store answers questions about the past
 */
public record SinkState(
        String name,
        String store,
        @Nullable Boolean answers,
        String reason,
        @Nullable Long statements,
        @Nullable Long streams,
        @Nullable Long lagApplied,
        @Nullable Long lagDurable,
        @Nullable Long lagAppliedMs,
        @Nullable Long lagDurableMs,
        @Nullable Long waitingMs,
        @Nullable Long freshnessMs,
        boolean history) {}
