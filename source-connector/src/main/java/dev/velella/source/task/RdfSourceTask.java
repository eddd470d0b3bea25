package dev.velella.source.task;

import dev.velella.converter.VelellaVersion;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.options.SourceType;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.record.RecordWatch;
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
 * A task as Connect sees it. All that happens between its start and its stop belongs to one {@link SourceSession}.
 *
 * <p>{@link #poll} is called by one thread, {@link #commitRecord} by threads of the producer; {@link #stop} may be called by
 * another at any time.
 */
public abstract class RdfSourceTask extends SourceTask {
    private final SourceType type;
    private final LongSupplier nanoTime;
    private volatile @Nullable Running running;

    /** A session, and the watch over its records. */
    private record Running(SourceSession session, RecordWatch watch) {}

    /**
     * A task that is not started.
     *
     * @param nanoTime a clock as {@link System#nanoTime}
     */
    protected RdfSourceTask(SourceType type, LongSupplier nanoTime) {
        this.type = type;
        this.nanoTime = nanoTime;
    }

    /**
     * Begins a session. {@link #context} is there.
     *
     * @param stamps of its records; the session's from now on, unless this fails
     * @throws ConnectException if it cannot begin; nothing is open then
     */
    protected abstract SourceSession open(RdfSourceConfig config, RecordStamps stamps);

    @Override
    public final String version() {
        return VelellaVersion.get();
    }

    /**
     * Checks the options, asks how many partitions the topic has, and begins a session.
     *
     * @throws ConnectException if the session cannot begin, a stored offset is none of this connector, or the cluster does
     *     not answer or says something else of the topic than the options; nothing is open then
     */
    @Override
    public final void start(Map<String, String> props) {
        RdfSourceConfig config = new RdfSourceConfig(type, props);
        RecordStamps stamps = RecordStamps.open(config, nanoTime);
        SourceSession session = null;
        try {
            session = open(config, stamps);
            running = new Running(session, RecordWatch.start(context, config, stamps));
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
     * @throws ConnectException if nothing more can be read, or the cluster that was asked for partitions is another one than
     *     the worker's; records before the error have then been returned
     */
    @Override
    public final @Nullable List<SourceRecord> poll() throws InterruptedException {
        Running now = Objects.requireNonNull(running, "poll before start");
        return now.watch.handOut(now.session.poll());
    }

    /** Kafka has the record, or it was left out. */
    @Override
    public final void commitRecord(SourceRecord record, @Nullable RecordMetadata metadata) {
        Running now = Objects.requireNonNull(running, "commit before start");
        now.watch.acknowledged(record, metadata);
        now.session.acknowledged(record);
    }

    /** Idempotent; does nothing if there was no start, or it failed. */
    @Override
    public final void stop() {
        Running now = running;
        if (now != null) {
            now.watch.close();
            now.session.close();
        }
    }
}
