package dev.velella.source;

import dev.velella.converter.VelellaVersion;
import dev.velella.source.element.TimestampRule;
import dev.velella.source.file.InputFormatException;
import dev.velella.source.input.ElementInput;
import dev.velella.source.input.PlannedInput;
import dev.velella.source.input.SourceOffset;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.record.RecordWatch;
import dev.velella.source.record.SourceRecords;
import dev.velella.source.replay.Emission;
import dev.velella.source.replay.LookAhead;
import dev.velella.source.replay.Pacer;
import dev.velella.source.replay.ReplayClock;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits the elements of its inputs, one input after the other, each element with an offset that says how many of its input
 * were emitted so far. After a restart as many are passed over as the stored offset says, so nothing is emitted twice or
 * left out where offset and records are stored together (exactly-once support of the worker).
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

    /** What is still to be opened. */
    private final Deque<PlannedInput> planned = new ArrayDeque<>();

    private @Nullable RdfSourceConfig config;
    private @Nullable RecordStamps stamps;
    private @Nullable Pacer pacer;
    private @Nullable RecordWatch watch;

    /** Null where nothing is open. */
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
     * Looks up how far the inputs were emitted before, and how many partitions the topic has, and opens the first input that
     * is not finished.
     *
     * @throws ConnectException if the input cannot be opened, a stored offset is none of this connector, or the cluster
     *     does not answer or says something else of the topic than the options
     */
    @Override
    public void start(Map<String, String> props) {
        RdfSourceConfig options = new RdfSourceConfig(props);
        config = options;
        planned.addAll(options.inputs());
        pacer = new Pacer(options.elementsPerSecond(), nanoTime);
        RecordStamps opened = RecordStamps.open(options, nanoTime);
        stamps = opened;
        try {
            emission = nextEmission();
        } finally {
            if (emission == null) {
                closeStamps();
            }
        }
        watch = RecordWatch.start(context, options, opened);
    }

    /** Opens the next input that is not finished; null where none is left. */
    private @Nullable Emission nextEmission() {
        RdfSourceConfig options = config;
        RecordStamps ownStamps = stamps;
        Pacer ownPacer = pacer;
        while (options != null && ownStamps != null && ownPacer != null && !planned.isEmpty()) {
            PlannedInput input = planned.remove();
            SourceOffset stored =
                    SourceOffset.fromMap(context.offsetStorageReader().offset(input.partition()));
            if (options.isFinished(stored)) {
                log.info(
                        "Nothing to emit: all {} elements of {} were emitted before",
                        stored.elements(),
                        input.partition());
                continue;
            }
            log.info("Emitting {} from element {} on", input.partition(), stored.elements() + 1);
            TimestampRule times = new TimestampRule(clock, options.timestampMaxAgeMs());
            return new Emission(
                    new LookAhead(open(input)),
                    stored,
                    new SourceRecords(
                            options.topic().toString(), input.partition(), times, ownStamps, options.recordSize()),
                    ownPacer,
                    new ReplayClock(options.replaySpeedup(), nanoTime),
                    options.batchMaxRecords(),
                    this::isStopping);
        }
        return null;
    }

    private void closeStamps() {
        if (stamps != null) {
            stamps.close();
            stamps = null;
        }
    }

    /**
     * The next records; null after half a second at most if there are none, and at once when the task stops.
     *
     * @throws ConnectException if the input cannot be read on, or what was asked for partitions is another cluster than the
     *     worker's; records before the error have then been returned
     */
    @Override
    public @Nullable List<SourceRecord> poll() throws InterruptedException {
        List<SourceRecord> batch = next();
        return watch == null ? batch : watch.handOut(batch);
    }

    private @Nullable List<SourceRecord> next() throws InterruptedException {
        long wait = WAIT_NANOS;
        emitting.lock();
        try {
            if (emission != null && !isStopping()) {
                List<SourceRecord> batch = nextBatch(emission);
                if (!batch.isEmpty()) {
                    return batch;
                }
                if (!isStopping() && emission.isDone() && !planned.isEmpty()) {
                    closeInput();
                    emission = nextEmission();
                    return null;
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

    /** Kafka has the record, or it was left out. */
    @Override
    public void commitRecord(SourceRecord record, @Nullable RecordMetadata metadata) {
        if (watch != null) {
            watch.acknowledged(record, metadata);
        }
    }

    /** Idempotent. Does not wait for a call of poll that is under way; that one ends at the next element. */
    @Override
    public void stop() {
        stopRequested.countDown();
        if (watch != null) {
            watch.close();
        }
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
            closeInput();
            planned.clear();
            closeStamps();
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

    private static List<SourceRecord> nextBatch(Emission emission) {
        try {
            return emission.nextBatch();
        } catch (InputFormatException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }

    private static ElementInput open(PlannedInput input) {
        try {
            return input.opening().get();
        } catch (InputFormatException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }
}
