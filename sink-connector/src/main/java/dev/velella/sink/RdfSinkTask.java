package dev.velella.sink;

import dev.velella.converter.Envelopes;
import dev.velella.converter.TaskCluster;
import dev.velella.converter.VelellaVersion;
import dev.velella.sink.endpoint.EndpointFailedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.intake.AwaitedBaseException;
import dev.velella.sink.intake.ClusterReads;
import dev.velella.sink.options.ConnectChecks;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.session.RoutedSession;
import dev.velella.sink.session.SinkSession;
import dev.velella.sink.session.TaskSession;
import dev.velella.sink.store.Target;
import dev.velella.sink.targets.embedded.QueryOptions;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.jspecify.annotations.Nullable;

/**
 * Applies patches to a store, and commits only offsets that are durable in the store. {@link #start} makes everything
 * that a task holds, in one {@link TaskSession}, and {@link #stop} closes it.
 *
 * <p>Every method is called by the task's thread.
 */
public final class RdfSinkTask extends SinkTask {
    /** Time after which Connect hands over records again that wait for what they build on. */
    private static final long BASE_PAUSE_MS = 5_000;

    private final LongSupplier clockMs;
    private final Function<RdfSinkConfig, Target> targets;
    private final Function<RdfSinkConfig, ClusterReads> reading;
    private @Nullable TaskSession session;

    /** The constructor that Connect calls. */
    public RdfSinkTask() {
        this(() -> System.nanoTime() / 1_000_000, SinkStores::openForTask, ClusterReads::of);
    }

    /**
     * @param clockMs any steadily growing count of ms
     * @param targets opens the store of a configuration
     */
    RdfSinkTask(LongSupplier clockMs, Function<RdfSinkConfig, Target> targets) {
        this(clockMs, targets, ClusterReads::of);
    }

    /**
     * @param clockMs any steadily growing count of ms
     * @param targets opens the store of a configuration
     * @param reading gives access to the cluster
     */
    RdfSinkTask(
            LongSupplier clockMs,
            Function<RdfSinkConfig, Target> targets,
            Function<RdfSinkConfig, ClusterReads> reading) {
        this.clockMs = clockMs;
        this.targets = targets;
        this.reading = reading;
    }

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    /**
     * Opens the store.
     *
     * @throws ConnectException if that fails, or if the consumer might read records of aborted transactions and the
     *     options do not allow this
     */
    @Override
    public void start(Map<String, String> props) {
        ConnectChecks.isolationProblem(props).ifPresent(problem -> {
            throw new ConnectException(problem);
        });
        RdfSinkConfig config = new RdfSinkConfig(props);
        ClusterReads reads = reading.apply(config);
        try {
            session = config.isRouted()
                    ? new RoutedSession(config, props, context, targets, reads, clockMs)
                    : SinkSession.open(config, props, context, targets, reads, clockMs);
        } catch (StoreFailedException e) {
            throw new ConnectException(config.target().placeOption() + ": " + e.getMessage(), e);
        } catch (EndpointFailedException e) {
            throw new ConnectException(
                    QueryOptions.ENDPOINT_BIND.name() + ", " + QueryOptions.ENDPOINT_PORT.name() + ": "
                            + e.getMessage(),
                    e);
        } finally {
            if (session == null) {
                reads.close();
            }
        }
        Envelopes.take();
        TaskCluster.tell(props);
    }

    /** Claims the partitions. If the store is out of reach, a later {@link #put} claims them. */
    @Override
    public void open(Collection<TopicPartition> partitions) {
        session().open(partitions);
    }

    /**
     * Applies the records. On return, queries see the records, with two exceptions: the last records may be on their
     * way to a server, or, if more records are waiting, they may wait for the records of the next poll, for
     * {@code batch.max.ms} at most.
     *
     * @throws DataException if a record is refused and must not be put aside; the records before it are applied
     * @throws RetriableException if the time is up before all records are applied, if the store is out of reach, if
     *     another writer has taken a partition, or if a record waits for what it builds on
     */
    @Override
    public void put(Collection<SinkRecord> records) {
        try {
            session().put(records);
        } catch (AwaitedBaseException e) {
            context.timeout(BASE_PAUSE_MS);
            throw e;
        }
    }

    /**
     * The offsets from which a new task would have to read after a crash, with the durable state of the store only. A
     * partition without durable records is left out.
     */
    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
        return session().preCommit(currentOffsets);
    }

    @Override
    public void flush(Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
        session().flush();
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        if (session != null) {
            session.close(partitions);
        }
    }

    /** Stops the endpoint, then makes everything durable and releases the directory. */
    @Override
    public void stop() {
        Envelopes.refuse();
        TaskCluster.forget();
        TaskSession ended = session;
        session = null;
        if (ended != null) {
            ended.close();
        }
    }

    private TaskSession session() {
        return Objects.requireNonNull(session, "the task is not started");
    }
}
