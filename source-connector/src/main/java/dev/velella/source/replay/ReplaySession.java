package dev.velella.source.replay;

import dev.velella.source.format.InputFormatException;
import dev.velella.source.input.ElementInput;
import dev.velella.source.input.PlannedInput;
import dev.velella.source.input.SourceOffset;
import dev.velella.source.record.Batch;
import dev.velella.source.record.ElementCounts;
import dev.velella.source.record.Elements;
import dev.velella.source.task.SourceSession;
import dev.velella.source.task.TaskStart;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits the elements of its inputs, one input after the other. The offset of each element is the number of elements of
 * its input that were emitted so far. After a restart, the session skips as many elements as the stored offset says. If
 * offset and record are stored together (exactly-once support of the worker), no element is emitted twice or left out.
 *
 * <p>The emission, the unopened inputs and the stamps are used with the lock held: by {@link #poll}, or by
 * {@link #close} while no call of poll is under way.
 */
public final class ReplaySession implements SourceSession {
    private static final Logger log = LoggerFactory.getLogger(ReplaySession.class);

    /** Longest time of a call of poll that finds no element. */
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Elements elements;
    private final OffsetStorageReader offsets;
    private final LongSupplier nanoTime;
    private final Pacer pacer;
    private final double speedup;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ReentrantLock emitting = new ReentrantLock();

    /** Inputs that are not opened yet. */
    private final Deque<PlannedInput> planned;

    /** The emission of the open input; null if no input is open. */
    private @Nullable Emission emission;

    private ReplaySession(Replay replay, Elements elements, OffsetStorageReader offsets, LongSupplier nanoTime) {
        this.elements = elements;
        this.offsets = offsets;
        this.nanoTime = nanoTime;
        pacer = new Pacer(replay.elementsPerSecond(), nanoTime);
        speedup = replay.speedup();
        planned = new ArrayDeque<>(replay.inputs());
    }

    /**
     * Looks up how far the inputs were emitted before, and opens the first input that is not finished.
     *
     * @throws ConnectException if the input cannot be opened, or a stored offset does not have the form of this
     *     connector's offsets
     */
    public static SourceSession open(Replay replay, TaskStart start) {
        Elements elements = start.elements(new ElementCounts());
        ReplaySession session = new ReplaySession(replay, elements, start.offsets(), start.nanoTime());
        session.openNext();
        if (session.emission == null) {
            elements.close(); // there are no records to stamp
        }
        return session;
    }

    /** Opens the next input that is not finished, if there is one. */
    private void openNext() {
        while (emission == null && !planned.isEmpty()) {
            PlannedInput input = planned.remove();
            SourceOffset stored = SourceOffset.fromMap(offsets.offset(input.partition()));
            if (input.finished().test(stored)) {
                log.info(
                        "Nothing to emit: all {} elements of {} were emitted before",
                        stored.elements(),
                        input.partition());
            } else {
                log.info("Emitting {} from element {} on", input.partition(), stored.elements() + 1);
                emission = emission(input, stored);
            }
        }
    }

    private Emission emission(PlannedInput input, SourceOffset stored) {
        return new Emission(
                new LookAhead(open(input)),
                input.partition(),
                stored,
                elements,
                pacer,
                new ReplayClock(speedup, nanoTime),
                this::isClosed);
    }

    private static ElementInput open(PlannedInput input) {
        try {
            return input.opening().get();
        } catch (InputFormatException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }

    @Override
    public void poll(Batch batch) throws InterruptedException {
        long wait = WAIT_NANOS;
        emitting.lock();
        try {
            if (emission != null && !isClosed()) {
                emission.emit(batch);
                if (!batch.isEmpty()) {
                    return;
                }
                if (!isClosed() && emission.isDone() && !planned.isEmpty()) {
                    closeInput();
                    openNext();
                    return;
                }
                wait = Math.min(wait, emission.nanosToWait());
            }
        } catch (InputFormatException e) {
            throw new ConnectException(e.getMessage(), e);
        } finally {
            emitting.unlock();
            if (isClosed()) {
                closeUnlessUsed();
            }
        }
        closed.await(wait, TimeUnit.NANOSECONDS);
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    /**
     * Closes the session without waiting for a call of poll. A call that is under way ends at the next element, and
     * closes the open input.
     */
    @Override
    public void close() {
        closed.countDown();
        closeUnlessUsed();
    }

    private void closeUnlessUsed() {
        if (!emitting.tryLock()) {
            return;
        }
        try {
            closeInput();
            planned.clear();
            elements.close();
        } finally {
            emitting.unlock();
        }
    }

    private void closeInput() {
        try {
            if (emission != null) {
                emission.close();
                emission = null;
            }
        } catch (IOException e) {
            log.warn("The input was not closed cleanly: {}", e.toString());
        }
    }
}
