package dev.velella.sink;

import dev.velella.cluster.ClusterAccessException;
import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.error.StoreUnavailableException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the store is out of reach, or another has taken a partition, and when to claim the partitions again. Nothing is
 * applied until then. Not thread-safe.
 *
 * <pre>
 *   in reach ── a step fails for now ──▶ waiting ── claimed again ──▶ in reach
 *                                         │  ▲
 *                                         └──┘ the claim fails too
 * </pre>
 */
final class Outage {
    /** Time between two messages about attempts that fail one after the other. */
    private static final long ATTEMPT_LOG_MS = 60_000;

    private static final Logger LOG = LoggerFactory.getLogger(RdfSinkTask.class);

    private final Setbacks setbacks;
    private final LongSupplier clockMs;

    /** When to claim the assigned partitions; null while the store is in reach. */
    private @Nullable Long claimAtMs;

    /** When an attempt that failed was last named in the log. */
    private long attemptLoggedAtMs;

    /** Whether partitions were claimed since the start, so that store and cluster were within reach once. */
    private boolean hasClaimed;

    /** @param clockMs any steadily growing count of ms */
    Outage(Setbacks setbacks, LongSupplier clockMs) {
        this.setbacks = setbacks;
        this.clockMs = clockMs;
    }

    /**
     * Does a step; if the store is out of reach, or another has taken a partition, claims are due after a while. So they are
     * if the cluster does not answer where it has done so before, as while brokers start again.
     *
     * @throws ConnectException if that goes on for too long
     */
    void orLater(Runnable step) {
        try {
            step.run();
        } catch (StoreUnavailableException e) {
            claimLater(e, setbacks.outOfReach(e.retryAfter()));
        } catch (ClusterAccessException e) {
            if (!hasClaimed) {
                throw e;
            }
            claimLater(e, setbacks.outOfReach(Duration.ZERO));
        } catch (StaleClaimException e) {
            claimLater(e, setbacks.lostClaim());
        }
    }

    private void claimLater(RuntimeException reason, OptionalLong waitMs) {
        if (waitMs.isEmpty()) {
            throw new ConnectException("gave up: " + reason.getMessage(), reason);
        }
        long now = clockMs.getAsLong();
        if (claimAtMs == null || now - attemptLoggedAtMs >= ATTEMPT_LOG_MS) {
            attemptLoggedAtMs = now;
            LOG.warn("Trying again in {} ms: {}", waitMs.getAsLong(), reason.getMessage());
        } else {
            LOG.debug("Trying again in {} ms: {}", waitMs.getAsLong(), reason.getMessage());
        }
        claimAtMs = now + waitMs.getAsLong();
    }

    /** Whether partitions have to be claimed again before anything is applied. */
    boolean isOn() {
        return claimAtMs != null;
    }

    /** Time in ms until partitions are to be claimed, not more than 0 if it is time to; empty if the store is in reach. */
    OptionalLong claimInMs() {
        Long atMs = claimAtMs;
        return atMs == null ? OptionalLong.empty() : OptionalLong.of(atMs - clockMs.getAsLong());
    }

    /** Partitions were claimed. */
    void claimed() {
        hasClaimed = true;
    }

    /** All partitions were claimed again. */
    void end() {
        claimAtMs = null;
        setbacks.reached();
    }

    /** Records were applied. */
    void applied() {
        setbacks.applied();
    }
}
