package dev.velella.sink.store;

import java.util.Map;
import java.util.Optional;

/** A batch that a target has begun to apply. Used by the thread that uses the target. */
public interface Applying {

    /** The claims of the batch's partitions after the batch, if it succeeds. */
    Map<PartitionId, Claim> claims();

    /** Whether {@link #await} returns, or throws, at once. */
    boolean isDone();

    /**
     * Waits until the batch is applied. Further calls have the same result.
     *
     * @throws dev.velella.sink.error.StaleClaimException under the same conditions as {@link Target#apply}
     * @throws dev.velella.sink.error.StoreFailedException under the same conditions as {@link Target#apply}
     * @throws dev.velella.sink.error.StoreUnavailableException under the same conditions as {@link Target#apply}
     */
    Applied await();

    /**
     * The result of a batch.
     *
     * @param changes numbers of statements that really changed; empty if the target does not know
     * @param tookMs time that the store needed for the batch, in ms
     */
    record Applied(Optional<Changes> changes, long tookMs) {
        /** The result of a batch that began at a {@link System#nanoTime} and is applied now. */
        public static Applied since(long beganNanos, Optional<Changes> changes) {
            return new Applied(changes, (System.nanoTime() - beganNanos) / 1_000_000);
        }
    }

    /** A batch that is already applied. */
    static Applying done(Map<PartitionId, Claim> claims, Applied applied) {
        return new Applying() {
            @Override
            public Map<PartitionId, Claim> claims() {
                return claims;
            }

            @Override
            public boolean isDone() {
                return true;
            }

            @Override
            public Applied await() {
                return applied;
            }
        };
    }
}
