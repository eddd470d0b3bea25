package dev.velella.source.fetch;

import dev.velella.kit.retry.Backoff;
import dev.velella.kit.retry.RetryWarnings;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;

/**
 * The attempts at a server, without end: how long to wait after a failure, and what the log says about it. A reason is
 * logged once while it lasts. Used by one thread.
 */
public final class Attempts {
    private final Logger log;
    private final AtomicLong failures;
    private final long firstMs;
    private final long longestMs;
    private final Backoff backoff;
    private final RetryWarnings warnings = new RetryWarnings();

    /**
     * Creates an instance.
     *
     * @param failures counts them
     * @param firstMs wait after the first failure
     * @param longestMs longest wait, whatever the server asks for
     */
    public Attempts(Logger log, AtomicLong failures, long firstMs, long longestMs) {
        this.log = log;
        this.failures = failures;
        this.firstMs = firstMs;
        this.longestMs = Math.max(firstMs, longestMs);
        backoff = new Backoff(firstMs, this.longestMs);
    }

    /** Wait after the first failure, in ms. */
    public long firstMs() {
        return firstMs;
    }

    /** Longest wait, in ms. */
    public long longestMs() {
        return longestMs;
    }

    /** A question to the server. */
    @FunctionalInterface
    public interface Question {
        /**
         * Asks the server.
         *
         * @return ms to wait before the next question
         * @throws IOException if another attempt may succeed
         */
        long ask() throws IOException, InterruptedException;
    }

    /**
     * Asks the server once.
     *
     * @param isClosed whether nobody waits for an answer any more: a failure is then the consequence
     * @return ms to wait before the next attempt
     */
    public long attempt(BooleanSupplier isClosed, Question question) throws InterruptedException {
        try {
            long wait = question.ask();
            succeeded();
            return wait;
        } catch (IOException e) {
            return isClosed.getAsBoolean() ? 0 : failed(e);
        }
    }

    /** Asks the server again and again, until nobody waits for answers any more. */
    public void repeat(BooleanSupplier isClosed, Question question) throws InterruptedException {
        while (!isClosed.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(attempt(isClosed, question));
        }
    }

    private void succeeded() {
        backoff.reset();
        warnings.succeeded();
    }

    /** A part of an answer was of use: the next wait is the first one again. */
    public void progressed() {
        backoff.reset();
    }

    /** Notes a failure, and returns the ms to wait before the next attempt. */
    private long failed(IOException failure) {
        failures.incrementAndGet();
        long least = failure instanceof HttpFailure answer ? answer.retryAfter().toMillis() : 0;
        long wait = Math.min(longestMs, Math.max(backoff.nextMs(), least));
        String reason = RetryWarnings.message(failure);
        if (warnings.isDue(reason)) {
            log.warn("{}; the next request is in {} ms", reason, wait);
        } else {
            log.debug("{}; the next request is in {} ms", reason, wait);
        }
        return wait;
    }
}
