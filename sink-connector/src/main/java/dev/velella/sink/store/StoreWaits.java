package dev.velella.sink.store;

import dev.velella.sink.error.StoreUnavailableException;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a store was asked and has not answered yet: a step that is under way, or one that failed because the store was out of
 * reach, until another one succeeds. Thread-safe.
 */
public final class StoreWaits {
    private final LongSupplier clockMs;
    private final Set<Step> running = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Failures failures;

    /** What the store is doing. */
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
     * What the store has not answered.
     *
     * @param purpose of the step, as a verb with its object
     * @param ms since the step began, or the first one in a row that failed
     * @param failures how many steps failed in a row
     * @param lastFailure why the last of them did; null if none failed
     */
    public record Wait(String purpose, long ms, int failures, @Nullable String lastFailure) {}

    /**
     * Asks a store and waits for its answer.
     *
     * @param <T> the answer
     * @param <X> thrown where there is none
     */
    public interface Asking<T, X extends Exception> {
        /** Asks. */
        T ask() throws X;
    }

    /** Nothing was asked yet. */
    public StoreWaits() {
        this(() -> System.nanoTime() / 1_000_000);
    }

    /** @param clockMs any steadily growing count of ms */
    StoreWaits(LongSupplier clockMs) {
        this.clockMs = clockMs;
    }

    /**
     * Does a step.
     *
     * @param purpose of the step, as a verb with its object; shown to people, so without secrets
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

    /** What the store has not answered for the longest time; empty if it has answered everything. */
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

    /** For how long the store has not answered, in ms; 0 if it has answered everything. */
    public long waitingMs() {
        return current().map(Wait::ms).orElse(0L);
    }
}
