package dev.velella.sink.store;

import java.util.Map;
import java.util.Optional;

/** A batch that a target has begun to apply. Used by the thread that uses the target. */
public interface Applying {

    /** The claims of the batch's partitions as they are after it, if it succeeds. */
    Map<PartitionId, Claim> claims();

    /** Whether {@link #await} returns, or throws, at once. */
    boolean isDone();

    /**
     * Waits until the batch is applied. Called again, it has the same outcome.
     *
     * @throws dev.velella.sink.error.StaleClaimException as {@link Target#apply}
     * @throws dev.velella.sink.error.StoreFailedException as {@link Target#apply}
     * @throws dev.velella.sink.error.StoreUnavailableException as {@link Target#apply}
     */
    Applied await();

    /**
     * What a batch did.
     *
     * @param changes what it really changed; empty where the target does not know
     * @param tookMs time that the store needed for it
     */
    record Applied(Optional<Changes> changes, long tookMs) {
        /** Of a batch that was begun at a {@link System#nanoTime} and is done now. */
        public static Applied since(long beganNanos, Optional<Changes> changes) {
            return new Applied(changes, (System.nanoTime() - beganNanos) / 1_000_000);
        }
    }

    /** A batch that is applied. */
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
