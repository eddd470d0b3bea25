package dev.velella.sink.session;

import dev.velella.kit.retry.Backoff;
import dev.velella.sink.targets.remote.RetryPolicy;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Counts failures in a row after which another attempt makes sense, and says how long to wait before it
 * ({@link Backoff}).
 *
 * <p>It gives up if the store was out of reach for too long. It also gives up if other writers have taken a partition
 * too often in a row: two tasks that both believe to own a partition would take it from each other for ever. Not
 * thread-safe.
 */
final class Setbacks {
    /**
     * Maximum number of lost claims in a row. It is enough for a rebalance in which the task that lost a partition
     * takes it back once or twice.
     */
    static final int MOST_LOST_CLAIMS = 8;

    private final RetryPolicy policy;
    private final LongSupplier clockMs;
    private final Backoff outOfReach;
    private final Backoff lostClaims;
    private long firstMs;

    /**
     * @param clockMs any steadily growing count of ms
     * @param chance gives random numbers from 0 to 1
     */
    Setbacks(RetryPolicy policy, LongSupplier clockMs, DoubleSupplier chance) {
        this.policy = policy;
        this.clockMs = clockMs;
        outOfReach = new Backoff(policy.backoffMs(), policy.backoffMaxMs(), chance);
        lostClaims = new Backoff(2 * policy.backoffMs(), policy.backoffMaxMs(), chance);
    }

    /** Time in ms until the next attempt, after the store was out of reach; empty to give up. */
    OptionalLong outOfReach(Duration retryAfter) {
        long now = clockMs.getAsLong();
        if (outOfReach.failures() == 0) {
            firstMs = now;
        }
        long wait = Math.max(outOfReach.nextMs(), retryAfter.toMillis());
        return now - firstMs + wait > policy.timeoutMs() ? OptionalLong.empty() : OptionalLong.of(wait);
    }

    /** Time in ms until the next attempt, after another writer took a partition; empty to give up. */
    OptionalLong lostClaim() {
        return lostClaims.failures() == MOST_LOST_CLAIMS ? OptionalLong.empty() : OptionalLong.of(lostClaims.nextMs());
    }

    /** Notes that the store has answered. */
    void reached() {
        outOfReach.reset();
    }

    /** Notes that records were applied. */
    void applied() {
        outOfReach.reset();
        lostClaims.reset();
    }
}
