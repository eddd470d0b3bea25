package dev.velella.sink.store;

import dev.velella.sink.error.StoreUnavailableException;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows the steps that a store has not answered: a step that is running, and a step that failed because the store was
 * out of reach, until a later step succeeds. Thread-safe.
 */
public final class StoreWaits {
    private final LongSupplier clockMs;
    private final Set<Step> running = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Failures failures;

    /** A step that is running. */
    private static final class Step {
        private final String purpose;
        private final long beganMs;

        Step(String purpose, long beganMs) {
            this.purpose = purpose;
            this.beganMs = beganMs;
        }
    }

    /** Failures in a row. */
    private record Failures(String purpose, long beganMs, int count, String last) {}

    /**
     * A wait for the store.
     *
     * @param purpose purpose of the step, as a verb with its object
     * @param ms time since the step began, or since the begin of the first failed step in a row
     * @param failures number of steps that failed in a row
     * @param lastFailure reason of the last failure; null if none failed
     */
    public record Wait(String purpose, long ms, int failures, @Nullable String lastFailure) {}

    /**
     * Asks a store and waits for its answer.
     *
     * @param <T> the answer
     * @param <X> exception if there is no answer
     */
    public interface Asking<T, X extends Exception> {
        /** Asks the store and waits. */
        T ask() throws X;
    }

    /** Makes an object without steps. */
    public StoreWaits() {
        this(() -> System.nanoTime() / 1_000_000);
    }

    /** @param clockMs any steadily growing count of ms */
    StoreWaits(LongSupplier clockMs) {
        this.clockMs = clockMs;
    }

    /**
     * Runs a step.
     *
     * @param purpose purpose of the step, as a verb with its object; shown to people, so without secrets
     * @param asking asks the store and waits for the answer
     */
    public <T, X extends Exception> T during(String purpose, Asking<T, X> asking) throws X {
        Step step = new Step(purpose, clockMs.getAsLong());
        running.add(step);
        try {
            T answer = asking.ask();
            failures = null;
            return answer;
        } catch (StoreUnavailableException e) {
            failed(step, String.valueOf(e.getMessage()));
            throw e;
        } finally {
            running.remove(step);
        }
    }

    private synchronized void failed(Step step, String why) {
        Failures before = failures;
        failures = before == null
                ? new Failures(step.purpose, step.beganMs, 1, why)
                : new Failures(step.purpose, before.beganMs(), before.count() + 1, why);
    }

    /** The longest present wait; empty if the store has answered everything. */
    public Optional<Wait> current() {
        long now = clockMs.getAsLong();
        Optional<Step> oldest = running.stream().min(Comparator.comparingLong(step -> step.beganMs));
        Failures failed = failures;
        if (failed == null) {
            return oldest.map(step -> new Wait(step.purpose, now - step.beganMs, 0, null));
        }
        return Optional.of(new Wait(
                oldest.map(step -> step.purpose).orElse(failed.purpose()),
                now - failed.beganMs(),
                failed.count(),
                failed.last()));
    }

    /** Time for which the store has not answered, in ms; 0 if it has answered everything. */
    public long waitingMs() {
        return current().map(Wait::ms).orElse(0L);
    }
}
