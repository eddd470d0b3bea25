package dev.velella.sink;

import dev.velella.converter.Envelopes;
import dev.velella.converter.VelellaVersion;
import dev.velella.sink.endpoint.EndpointFailedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.options.ConnectChecks;
import dev.velella.sink.options.RdfSinkConfig;
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
 * Applies patches to a store, and tells Kafka only what the store has durably. Everything that a task holds is made by
 * {@link #start} and lives in one {@link SinkSession} until {@link #stop}.
 *
 * <p>Every method is called by the task's thread.
 */
public final class RdfSinkTask extends SinkTask {
    private final LongSupplier clockMs;
    private final Function<RdfSinkConfig, Target> targets;
    private @Nullable SinkSession session;

    /** For Connect. */
    public RdfSinkTask() {
        this(() -> System.nanoTime() / 1_000_000, SinkStores::openForTask);
    }

    /**
     * @param clockMs any steadily growing count of ms
     * @param targets opens the store that a configuration asks for
     */
    RdfSinkTask(LongSupplier clockMs, Function<RdfSinkConfig, Target> targets) {
        this.clockMs = clockMs;
        this.targets = targets;
    }

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    /**
     * Opens the store.
     *
     * @throws ConnectException if that fails, or the consumer might read records of aborted transactions and nobody has
     *     allowed it
     */
    @Override
    public void start(Map<String, String> props) {
        ConnectChecks.isolationProblem(props).ifPresent(problem -> {
            throw new ConnectException(problem);
        });
        RdfSinkConfig config = new RdfSinkConfig(props);
        try {
            session = SinkSession.open(config, props, context, targets, clockMs);
        } catch (StoreFailedException e) {
            throw new ConnectException(config.target().placeOption() + ": " + e.getMessage(), e);
        } catch (EndpointFailedException e) {
            throw new ConnectException(
                    QueryOptions.ENDPOINT_BIND.name() + ", " + QueryOptions.ENDPOINT_PORT.name() + ": "
                            + e.getMessage(),
                    e);
        }
        Envelopes.take();
    }

    /** Claims the partitions; where the store is out of reach, a later {@link #put} does so. */
    @Override
    public void open(Collection<TopicPartition> partitions) {
        session().open(partitions);
    }

    /**
     * Applies the records; returns when queries see them, or when the last of them are on their way to a server or wait for those of
     * the next poll: where more are there, for {@code batch.max.ms} at most. Of a partition with a record whose codec state is missing, the
     * records before it, and asks for those from its key frame on again.
     *
     * @throws DataException if a record is refused; those before it are applied
     * @throws RetriableException if the time is up before all records are applied, the store is out of reach, or another has taken a
     *     partition
     */
    @Override
    public void put(Collection<SinkRecord> records) {
        session().put(records);
    }

    /**
     * Offsets from which a task that knows nothing but the store as it would be after a crash has to read; a partition of
     * which nothing is durable is left out. Never the next offset where a stream runs: between a put that asks for
     * records again and the moment when Connect does so, the worker may commit.
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

    /** Ends the endpoint, then makes everything durable and frees the directory. */
    @Override
    public void stop() {
        Envelopes.refuse();
        SinkSession ended = session;
        session = null;
        if (ended != null) {
            ended.close();
        }
    }

    private SinkSession session() {
        return Objects.requireNonNull(session, "the task is not started");
    }
}
