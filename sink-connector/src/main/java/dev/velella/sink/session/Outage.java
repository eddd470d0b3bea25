package dev.velella.sink.session;

import dev.velella.kit.cluster.ClusterAccessException;
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
 * Knows whether the task waits because the store is out of reach or another writer has taken a partition, and when to
 * claim the partitions again. Nothing is applied before they are claimed. Not thread-safe.
 *
 * <pre>
 *   in reach ── a step fails for now ──▶ waiting ── claimed again ──▶ in reach
 *                                         │  ▲
 *                                         └──┘ the claim fails too
 * </pre>
 */
final class Outage {
    /** Minimum time between two warnings about attempts that fail in a row, in ms. */
    private static final long ATTEMPT_LOG_MS = 60_000;

    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");

    private final Setbacks setbacks;
    private final LongSupplier clockMs;

    /** Time at which the assigned partitions must be claimed again, in ms; null while the store is in reach. */
    private @Nullable Long claimAtMs;

    /** Time of the last warning about a failed attempt, in ms. */
    private long attemptLoggedAtMs;

    /**
     * Whether partitions were claimed since the start. If so, the store and the cluster were in reach at least once.
     */
    private boolean hasClaimed;

    /** @param clockMs any steadily growing count of ms */
    Outage(Setbacks setbacks, LongSupplier clockMs) {
        this.setbacks = setbacks;
        this.clockMs = clockMs;
    }

    /**
     * Runs a step. The partitions must be claimed again after a wait if the step fails for one of these reasons:
     * <ul>
     * <li>the store is out of reach;
     * <li>another writer has taken a partition;
     * <li>the cluster does not answer although it has answered before, for example while brokers restart.
     * </ul>
     *
     * @throws ConnectException if such failures last for too long
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

    /** Whether the partitions must be claimed again before anything is applied. */
    boolean isOn() {
        return claimAtMs != null;
    }

    /** Time in ms until the partitions must be claimed, 0 or less if it is due now; empty if the store is in reach. */
    OptionalLong claimInMs() {
        Long atMs = claimAtMs;
        return atMs == null ? OptionalLong.empty() : OptionalLong.of(atMs - clockMs.getAsLong());
    }

    /** Notes that partitions were claimed. */
    void claimed() {
        hasClaimed = true;
    }

    /** Notes that all partitions were claimed again, which ends the outage. */
    void end() {
        claimAtMs = null;
        setbacks.reached();
    }

    /** Notes that records were applied. */
    void applied() {
        setbacks.applied();
    }
}
