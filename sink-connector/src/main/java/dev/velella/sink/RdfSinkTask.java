package dev.velella.sink;

import dev.velella.cluster.ClusterOptions;
import dev.velella.converter.VelellaVersion;
import dev.velella.sink.endpoint.EndpointFailedException;
import dev.velella.sink.endpoint.EndpointOptions;
import dev.velella.sink.endpoint.SparqlEndpoint;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.MemoryTarget;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PartitionOffsets;
import dev.velella.sink.store.Queryable;
import dev.velella.sink.store.StaleClaimException;
import dev.velella.sink.store.StoreFailedException;
import dev.velella.sink.store.Target;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies patches to a store, and tells Kafka only what the store has durably. The store's own offsets decide where to
 * go on; Kafka's are for monitoring.
 *
 * <p>A checkpoint is made when {@code checkpoint.interval.ms} have passed since the last one and something is not
 * durable, at every offset commit of the worker, and when partitions or the task are closed. Connect calls the task
 * regularly even when there are no records, so there is no thread for this.
 *
 * <p>Every method is called by the task's thread.
 */
public final class RdfSinkTask extends SinkTask {
    private static final Logger LOG = LoggerFactory.getLogger(RdfSinkTask.class);

    private final LongSupplier clockMs;
    private final Function<RdfSinkConfig, Target> targets;
    private @Nullable Target target;
    private @Nullable PatchApplier applier;
    private @Nullable SnapshotGate gate;
    private @Nullable LogEnds logEnds;
    private SinkCounts counts;
    private @Nullable SparqlEndpoint endpoint;
    private long checkpointIntervalMs;
    private long checkpointedAtMs;
    private boolean reopened;

    /** For Connect. */
    public RdfSinkTask() {
        this(
                () -> System.nanoTime() / 1_000_000,
                config -> MemoryTarget.open(config.targetDirectory(), config.connectorName(), config.lockTimeout()));
    }

    /**
     * @param clockMs any steadily growing count of ms
     * @param targets opens the store that a configuration asks for
     */
    RdfSinkTask(LongSupplier clockMs, Function<RdfSinkConfig, Target> targets) {
        this.clockMs = clockMs;
        this.targets = targets;
        this.counts = new SinkCounts(clockMs);
    }

    @Override
    public String version() {
        return VelellaVersion.get();
    }

    @Override
    public void start(Map<String, String> props) {
        RdfSinkConfig config = new RdfSinkConfig(props);
        try {
            target = targets.apply(config);
            counts = new SinkCounts(clockMs);
            DeadLetters letters = DeadLetters.of(props, config.connectorName(), context, counts);
            applier = new PatchApplier(target, config, letters, counts, clockMs);
            gate = new SnapshotGate(config.snapshotTopics(), ClusterOptions.clientProperties(props), context);
            logEnds = LogEnds.of(props, counts, clockMs);
            SinkMetrics.register(context, counts);
            LOG.info("Store {} in {}", target.storeId(), config.targetDirectory());
            if (config.endpointEnabled() && target instanceof Queryable store) {
                endpoint = SparqlEndpoint.start(endpointOptions(config), store);
                LOG.info("SPARQL endpoint: {}", endpoint.uri());
            }
        } catch (StoreFailedException e) {
            stop();
            throw new ConnectException(TargetOptions.TARGET_DIR_CONFIG + ": " + e.getMessage(), e);
        } catch (EndpointFailedException e) {
            stop();
            throw new ConnectException(
                    QueryOptions.ENDPOINT_BIND_CONFIG + ", " + QueryOptions.ENDPOINT_PORT_CONFIG + ": "
                            + e.getMessage(),
                    e);
        }
        checkpointIntervalMs = config.checkpointIntervalMs();
        checkpointedAtMs = clockMs.getAsLong();
    }

    private static EndpointOptions endpointOptions(RdfSinkConfig config) {
        return new EndpointOptions(config.endpointBind(), config.endpointPort(), config.endpointTimeoutMs());
    }

    @Override
    public void open(Collection<TopicPartition> partitions) {
        orFail(() -> {
            seekToClaimed(applier().open(ids(partitions)));
            gate().assigned(partitions, applier()::nextOffset);
            noteDurable();
        });
    }

    private void seekToClaimed(Map<PartitionId, Claim> claims) {
        claims.forEach((id, claim) -> {
            LOG.info("Partition {} goes on at offset {}, read from {}", id, claim.nextOffset(), claim.replayFrom());
            seek(id, claim.replayFrom());
        });
    }

    private void seek(PartitionId id, long offset) {
        context.offset(new TopicPartition(id.topic(), id.partition()), offset);
    }

    /**
     * Applies the records; returns when queries see them. Of a partition with a record whose codec state is missing, the
     * records before it, and asks for those from its key frame on again.
     *
     * @throws DataException if a record is refused; those before it are applied
     */
    @Override
    public void put(Collection<SinkRecord> records) {
        orFail(() -> {
            if (!records.isEmpty()) {
                apply(records);
            }
            if (gate().isClosed()) {
                context.requestCommit(); // the worker then says how far it is, records included that it left out
            }
            if (logEnds != null) {
                logEnds.ask(applier().partitions());
            }
            checkpointWhenDue();
        });
    }

    private void apply(Collection<SinkRecord> records) {
        try {
            applier().apply(records).forEach((id, offset) -> {
                LOG.info("Partition {} is read again from offset {}, because codec state is missing", id, offset);
                seek(id, offset);
            });
            reopened = false;
            records.forEach(record -> gate().reached(
                            new TopicPartition(record.originalTopic(), record.originalKafkaPartition()),
                            record.originalKafkaOffset() + 1));
        } catch (StoreFailedException e) {
            if (reopened) {
                throw e; // the second time in a row
            }
            reopened = true;
            counts.retries.incrementAndGet();
            LOG.warn("Going back to the last checkpoint, because the store failed", e);
            seekToClaimed(applier().reopen());
        }
    }

    private void checkpointWhenDue() {
        if (!target().isCheckpointNeeded()) {
            return;
        }
        long waitMs = checkpointedAtMs + checkpointIntervalMs - clockMs.getAsLong();
        if (waitMs <= 0) {
            checkpoint();
        } else {
            context.timeout(waitMs); // Connect else waits for records until the next offset commit
        }
    }

    private void checkpoint() {
        if (target().isCheckpointNeeded()) {
            long beganMs = clockMs.getAsLong();
            target().checkpoint();
            checkpointedAtMs = clockMs.getAsLong();
            counts.checkpointed(checkpointedAtMs - beganMs);
            noteDurable();
        }
    }

    private void noteDurable() {
        target().durableOffsets().forEach((id, offsets) -> counts.partition(id).durable(offsets.nextOffset()));
    }

    /**
     * Offsets from which a task that knows nothing but the store as it would be after a crash has to read; a partition of
     * which nothing is durable is left out. Never the next offset where a stream runs: between a put that asks for
     * records again and the moment when Connect does so, the worker may commit.
     */
    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
        orFail(this::checkpoint);
        gate().reached(currentOffsets);
        Map<PartitionId, PartitionOffsets> durable = target().durableOffsets();
        Map<TopicPartition, OffsetAndMetadata> safe = new HashMap<>();
        currentOffsets.forEach((partition, current) -> {
            PartitionOffsets offsets = durable.get(new PartitionId(partition.topic(), partition.partition()));
            if (offsets != null) {
                safe.put(partition, new OffsetAndMetadata(Math.min(offsets.replayFrom(), current.offset())));
            }
        });
        return safe;
    }

    @Override
    public void flush(Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
        orFail(this::checkpoint);
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        if (target != null) {
            orFail(this::checkpoint);
            applier().close(ids(partitions));
            gate().revoked(partitions);
        }
    }

    /** Ends the endpoint, then makes everything durable and frees the directory. */
    @Override
    public void stop() {
        if (endpoint != null) {
            endpoint.close();
            endpoint = null;
        }
        if (logEnds != null) {
            logEnds.close();
            logEnds = null;
        }
        Target open = target;
        target = null;
        applier = null;
        gate = null;
        if (open != null) {
            orFail(open::close);
        }
    }

    private static List<PartitionId> ids(Collection<TopicPartition> partitions) {
        return partitions.stream()
                .map(partition -> new PartitionId(partition.topic(), partition.partition()))
                .toList();
    }

    private static void orFail(Runnable step) {
        try {
            step.run();
        } catch (StoreFailedException | StaleClaimException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }

    private Target target() {
        return Objects.requireNonNull(target, "the task is not started");
    }

    private SnapshotGate gate() {
        return Objects.requireNonNull(gate, "the task is not started");
    }

    private PatchApplier applier() {
        return Objects.requireNonNull(applier, "the task is not started");
    }
}
