package dev.velella.sink.intake;

import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import java.util.Collection;
import java.util.function.LongSupplier;

/**
 * Decides when the records that were taken in become a transaction: at once if no more records are waiting, else when
 * the first limit is reached. So transactions are small while the task keeps up, and grow with its lag.
 *
 * <p>An embedded store without records of any partition is <em>filled</em> from the first poll after which more records
 * are waiting ({@link Backlog}). While it is filled, only {@code bulk.max.bytes} and {@code put.max.ms} limit a
 * transaction. Filling ends when no more records were waiting after {@value #POLLS_WHEN_FILLED} polls in a row, or
 * after all polls of {@value #MS_WHEN_FILLED} ms. Used by the task's thread only.
 */
public final class BatchLimits {
    /**
     * Number of polls without waiting records after which filling ends. More than one is needed, because the first
     * polls of a consumer are often small.
     */
    public static final int POLLS_WHEN_FILLED = 10;

    static final long MS_WHEN_FILLED = 5_000;

    private final int maxRecords;
    private final int maxOperations;
    private final long maxBytes;
    private final long maxMs;
    private final long bulkMaxBytes;
    private final long bulkMaxMs;
    private final LongSupplier clockMs;

    /** Whether the store may still be filled, because it contains no other records. */
    private boolean empty;

    private boolean filling;
    private int polls;
    private long fullMs;
    private long openedMs;

    /** @param clockMs any steadily growing count of ms */
    public BatchLimits(RdfSinkConfig config, LongSupplier clockMs) {
        this.maxRecords = config.batchMaxRecords();
        this.maxOperations = config.batchMaxOperations();
        this.maxBytes = config.batchMaxBytes();
        this.maxMs = config.batchMaxMs();
        this.bulkMaxBytes = config.target().isInWorker() ? config.bulkMaxBytes() : 0;
        this.bulkMaxMs = config.putMaxMs();
        this.clockMs = clockMs;
        emptied();
    }

    /** Notes that partitions were claimed. A store that already has records of one of them is not filled. */
    public void claimed(Collection<Claim> claims) {
        if (!filling && claims.stream().anyMatch(claim -> claim.nextOffset() > 0)) {
            empty = false;
        }
    }

    /** Notes that the store is empty. */
    public final void emptied() {
        empty = bulkMaxBytes > 0;
        filling = false;
        polls = 0;
        fullMs = clockMs.getAsLong();
    }

    /** Notes a poll of the consumer, and whether more records are waiting. */
    public void polled(boolean more) {
        if (more) {
            filling = empty;
            polls = 0;
            fullMs = clockMs.getAsLong();
        } else if (++polls >= POLLS_WHEN_FILLED || clockMs.getAsLong() - fullMs >= MS_WHEN_FILLED) {
            empty = false;
            filling = false;
        }
    }

    /** Whether an empty store is being filled. */
    public boolean isFilling() {
        return filling;
    }

    /** Notes that a transaction has begun, or that the first record of a transaction will be taken in next. */
    public void opened() {
        openedMs = clockMs.getAsLong();
    }

    /** Whether the batch has reached a limit, so that no more records may be taken in. */
    public boolean isReached(BatchBuilder batch) {
        return filling
                ? batch.bytes() >= bulkMaxBytes
                : batch.records() >= maxRecords || batch.operations() >= maxOperations || batch.bytes() >= maxBytes;
    }

    /** Time that the records taken in may still wait for more records, in ms; 0 if they must not wait. */
    public long patienceMs() {
        return Math.max(0, openedMs + (filling ? bulkMaxMs : maxMs) - clockMs.getAsLong());
    }
}
