package dev.velella.source;

import dev.velella.converter.TaskCluster;
import dev.velella.converter.VelellaVersion;
import dev.velella.record.RecordHeaderNames;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.Batch;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.record.RecordWatch;
import dev.velella.source.task.SourceSession;
import dev.velella.source.task.SourceType;
import dev.velella.source.task.TaskStart;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.jspecify.annotations.Nullable;

/**
 * A task, as Connect sees it. The work between start and stop belongs to one {@link SourceSession}, which the type begins.
 *
 * <p>One thread calls {@link #poll}, and threads of the producer call {@link #commitRecord}. Another thread may call
 * {@link #stop} at any time.
 */
public class RdfSourceTask extends SourceTask {
    /** Null for the type that the options name. */
    private final @Nullable SourceType type;

    private final Clock clock;
    private final LongSupplier nanoTime;
    private volatile @Nullable Running running;

    /** A session, its records that the worker does not have yet, and the watch over those that it has. */
    private static final class Running {
        private final SourceSession session;
        private final RecordWatch watch;

        /** Name of the origin of all records; null if they carry none. */
        private final @Nullable String origin;

        private final Batch batch;

        /** The end of the session; thrown when the records before it have been returned. */
        private @Nullable ConnectException failure;

        Running(SourceSession session, RecordWatch watch, RdfSourceConfig config) {
            this.session = session;
            this.watch = watch;
            origin = config.origin();
            batch = Batch.of(config);
        }

        @Nullable
        List<SourceRecord> poll() throws InterruptedException {
            if (batch.isEmpty()) {
                fill();
            }
            List<SourceRecord> records = batch.take();
            if (records != null && origin != null) {
                for (SourceRecord record : records) {
                    record.headers().remove(RecordHeaderNames.ORIGIN);
                    record.headers().addString(RecordHeaderNames.ORIGIN, origin);
                }
            }
            return records;
        }

        private void fill() throws InterruptedException {
            try {
                if (failure == null) {
                    session.poll(batch);
                }
            } catch (ConnectException e) {
                failure = e;
            }
            if (failure != null && batch.isEmpty()) {
                throw failure;
            }
        }
    }

    /** Creates a task that is not started. The Connect worker calls this. */
    public RdfSourceTask() {
        this(null, Clock.systemUTC(), System::nanoTime);
    }

    /**
     * Creates a task that is not started, with clocks of its own.
     *
     * @param type null for the type that the options name
     * @param clock clock of timestamps
     * @param nanoTime a clock as {@link System#nanoTime}
     */
    public RdfSourceTask(@Nullable SourceType type, Clock clock, LongSupplier nanoTime) {
        this.type = type;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    @Override
    public final String version() {
        return VelellaVersion.get();
    }

    /**
     * Checks the options, looks up the partitions of the topic, begins a session, and tells the converter how the task
     * reaches its cluster.
     *
     * @throws ConnectException if the session cannot begin, a stored offset does not have the form of this connector's
     *     offsets, or the cluster does not answer or contradicts the options; nothing is open then
     */
    @Override
    public final void start(Map<String, String> props) {
        SourceType started = type == null ? SourceTypes.of(props) : type;
        RdfSourceConfig config = new RdfSourceConfig(started, props);
        RecordStamps stamps = RecordStamps.open(config, nanoTime);
        SourceSession session = null;
        try {
            session = started.open(new TaskStart(config, stamps, context, clock, nanoTime));
            Running now = new Running(session, RecordWatch.start(context, config, stamps), config);
            running = now;
            TaskCluster.tell(props, now.watch::isClusterSettled);
        } finally {
            if (session == null) {
                stamps.close();
            } else if (running == null) {
                session.close();
            }
        }
    }

    /**
     * The next records; null after half a second at most if there are none.
     *
     * @throws ConnectException if the input cannot be read any further, or the options name another cluster than the
     *     worker's; thrown after the records before the error were returned
     */
    @Override
    public final @Nullable List<SourceRecord> poll() throws InterruptedException {
        Running now = Objects.requireNonNull(running, "poll before start");
        return now.watch.handOut(now.poll());
    }

    /** Tells the session that Kafka has the record, or that the worker has dropped it. */
    @Override
    public final void commitRecord(SourceRecord record, @Nullable RecordMetadata metadata) {
        Running now = Objects.requireNonNull(running, "commit before start");
        now.watch.acknowledged(record, metadata);
        now.session.acknowledged(record);
    }

    /** Ends the session. Idempotent; there is none if the task was not started, or its start failed. */
    @Override
    public final void stop() {
        TaskCluster.forget();
        Running now = running;
        if (now != null) {
            now.watch.close();
            now.session.close();
        }
    }
}
