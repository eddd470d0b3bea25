package dev.velella.sink.intake;

import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import java.util.Collection;
import java.util.function.LongSupplier;

/**
 * When records that were taken in become a transaction: at once, where nothing more is there; else when the first of the
 * limits is reached. So transactions are small while the task keeps up, and grow with what it is behind.
 *
 * <p>An embedded store that has nothing of any partition yet is <em>filled</em> from the first poll on that is not all there is ({@link Backlog}): only
 * {@code bulk.max.bytes} and {@code put.max.ms} limit a transaction then. It is filled when {@value #POLLS_WHEN_FILLED}
 * polls in a row, or all of {@value #MS_WHEN_FILLED} ms, were all there was. Used by the task's thread only.
 */
public final class BatchLimits {
    /** The first polls of a consumer are often small. */
    public static final int POLLS_WHEN_FILLED = 10;

    static final long MS_WHEN_FILLED = 5_000;

    private final int maxRecords;
    private final int maxOperations;
    private final long maxBytes;
    private final long maxMs;
    private final long bulkMaxBytes;
    private final long bulkMaxMs;
    private final LongSupplier clockMs;

    /** Whether the store has nothing that these records were not. */
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

    /** Partitions were claimed: a store that has something of one of them is not filled. */
    public void claimed(Collection<Claim> claims) {
        if (!filling && claims.stream().anyMatch(claim -> claim.nextOffset() > 0)) {
            empty = false;
        }
    }

    /** The store has nothing. */
    public final void emptied() {
        empty = bulkMaxBytes > 0;
        filling = false;
        polls = 0;
        fullMs = clockMs.getAsLong();
    }

    /** The consumer was polled, and more is there than it brought or not. */
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

    /** A transaction is begun, or the first record of one is about to be taken in. */
    public void opened() {
        openedMs = clockMs.getAsLong();
    }

    /** Whether nothing more is to be taken in. */
    public boolean isReached(BatchBuilder batch) {
        return filling
                ? batch.bytes() >= bulkMaxBytes
                : batch.records() >= maxRecords || batch.operations() >= maxOperations || batch.bytes() >= maxBytes;
    }

    /** How long records that were taken in may still wait for more, in ms; 0 if no longer. */
    public long patienceMs() {
        return Math.max(0, openedMs + (filling ? bulkMaxMs : maxMs) - clockMs.getAsLong());
    }
}
