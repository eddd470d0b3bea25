package dev.velella.source;

import dev.velella.converter.VelellaVersion;
import dev.velella.source.element.TimestampRule;
import dev.velella.source.file.InputFormatException;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits the elements of one input, each with an offset that says how many were emitted so far. After a restart as many
 * are passed over as the stored offset says, so nothing is emitted twice or left out where offset and records are
 * stored together (exactly-once support of the worker).
 *
 * <p>{@link #poll} is called by one thread; {@link #stop} may be called by another at any time and returns at once.
 */
public final class RdfSourceTask extends SourceTask {
    private static final Logger log = LoggerFactory.getLogger(RdfSourceTask.class);

    /** Longest time in a call of poll that finds nothing to emit. */
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Clock clock;
    private final LongSupplier nanoTime;
    private final CountDownLatch stopRequested = new CountDownLatch(1);

    /** Held while the emission is used. */
    private final ReentrantLock emitting = new ReentrantLock();

    /** Null where there is nothing to emit. */
    private @Nullable Emission emission;

    /** For the Connect worker. */
    public RdfSourceTask() {
        this(Clock.systemUTC(), System::nanoTime);
    }

    RdfSourceTask(Clock clock, LongSupplier nanoTime) {
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    /**
     * Opens the input, looks up how far it was emitted before, and how many partitions the topic has.
     *
     * @throws ConnectException if the input cannot be opened, the stored offset is none of this connector, or the cluster
     *     does not answer or says something else of the topic than the options
     */
    @Override
    public void start(Map<String, String> props) {
        RdfSourceConfig config = new RdfSourceConfig(props);
        Map<String, Object> partition = config.sourcePartition();
        SourceOffset stored = SourceOffset.fromMap(context.offsetStorageReader().offset(partition));
        if (config.isFinished(stored)) {
            log.info("Nothing to emit: all {} elements of {} were emitted before", stored.elements(), partition);
            return;
        }
        log.info("Emitting {} from element {} on", partition, stored.elements() + 1);
        RecordStamps stamps = RecordStamps.open(config, nanoTime);
        try {
            emission = emission(config, partition, stored, stamps);
        } finally {
            if (emission == null) {
                stamps.close();
            }
        }
    }

    private Emission emission(
            RdfSourceConfig config, Map<String, Object> partition, SourceOffset stored, RecordStamps stamps) {
        return new Emission(
                new LookAhead(openInput(config)),
                stored,
                new SourceRecords(
                        config.topic(), partition, new TimestampRule(clock, config.timestampMaxAgeMs()), stamps),
                new Pacer(config.elementsPerSecond(), nanoTime),
                config.batchMaxRecords(),
                this::isStopping);
    }

    /**
     * The next records; null after half a second at most if there are none, and at once when the task stops.
     *
     * @throws ConnectException if the input cannot be read on; records before the error have then been returned
     */
    @Override
    public @Nullable List<SourceRecord> poll() throws InterruptedException {
        long wait = WAIT_NANOS;
        emitting.lock();
        try {
            if (emission != null && !isStopping()) {
                List<SourceRecord> batch = nextBatch(emission);
                if (!batch.isEmpty()) {
                    return batch;
                }
                wait = Math.min(wait, emission.nanosToWait());
            }
        } finally {
            emitting.unlock();
            if (isStopping()) {
                closeEmission();
            }
        }
        stopRequested.await(wait, TimeUnit.NANOSECONDS);
        return null;
    }

    /** Idempotent. Does not wait for a call of poll that is under way; that one ends at the next element. */
    @Override
    public void stop() {
        stopRequested.countDown();
        closeEmission();
    }

    private boolean isStopping() {
        return stopRequested.getCount() == 0;
    }

    /** Unless poll is using it: then poll closes it when it is done. */
    private void closeEmission() {
        if (!emitting.tryLock()) {
            return;
        }
        try {
            if (emission != null) {
                emission.close();
                emission = null;
            }
        } catch (IOException e) {
            log.warn("The input was not closed cleanly: {}", e.getMessage());
        } finally {
            emitting.unlock();
        }
    }

    private static List<SourceRecord> nextBatch(Emission emission) {
        try {
            return emission.nextBatch();
        } catch (InputFormatException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }

    private static ElementInput openInput(RdfSourceConfig config) {
        try {
            return config.openInput();
        } catch (InputFormatException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }
}
