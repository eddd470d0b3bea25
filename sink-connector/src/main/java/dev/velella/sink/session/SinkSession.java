package dev.velella.sink.session;

import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.sink.apply.PatchApplier;
import dev.velella.sink.apply.StoreWriter;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.history.Rebuild;
import dev.velella.sink.intake.Backlog;
import dev.velella.sink.intake.ClusterReads;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.PartitionEnds;
import dev.velella.sink.intake.SnapshotGate;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Target;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Everything that a task holds from its start to its stop: the store and all objects that work on it. The offsets in
 * the store decide where the task continues; the offsets in Kafka are for monitoring only.
 *
 * <p>The session makes a checkpoint:
 * <ul>
 * <li>when {@code checkpoint.interval.ms} have passed since the last checkpoint and some batch is not durable;
 * <li>at every offset commit of the worker;
 * <li>when partitions or the session are closed.
 * </ul>
 *
 * <p>No thread is needed for this, because Connect calls the task regularly even without records.
 *
 * <p>Used by the task's thread only.
 */
public final class SinkSession implements TaskSession {
    private final SinkTaskContext context;
    private final Target target;
    private final SinkCounts counts;
    private final ClusterReads reads;
    private final StoreWriter writer;
    private final PatchApplier applier;
    private final Backlog backlog;
    private final SnapshotGate gate;
    private final Assignment assignment = new Assignment();
    private final Rebuild rebuild = new Rebuild();
    private final Seeks seeks;
    private final Outage outage;
    private final Checkpoints checkpoints;
    private final StoreRebuild storeRebuild;
    private final PartitionClaims claims;
    private final PolledRecords polled;
    private final OffsetCommits commits;
    private final SinkServices services;

    /**
     * Opens the store and everything around it. If this fails, nothing stays open.
     *
     * @param props options of the connector
     * @param targets opens the store of a configuration
     * @param reads closed by the session; if this fails, by the caller
     * @param clockMs any steadily growing count of ms
     * @throws StoreFailedException if the store cannot be opened
     * @throws dev.velella.sink.endpoint.EndpointFailedException if its endpoint cannot listen
     */
    public static SinkSession open(
            RdfSinkConfig config,
            Map<String, String> props,
            SinkTaskContext context,
            Function<RdfSinkConfig, Target> targets,
            ClusterReads reads,
            LongSupplier clockMs) {
        Target target = targets.apply(config);
        boolean opened = false;
        try {
            SinkSession session = new SinkSession(target, config, props, context, reads, clockMs);
            opened = true;
            return session;
        } finally {
            if (!opened) {
                TaskSession.orFail(target::close);
            }
        }
    }

    private SinkSession(
            Target target,
            RdfSinkConfig config,
            Map<String, String> props,
            SinkTaskContext context,
            ClusterReads reads,
            LongSupplier clockMs) {
        this.context = context;
        this.target = target;
        counts = new SinkCounts(clockMs);
        DeadLetters letters = DeadLetters.of(props, config.connectorName(), context, counts);
        Map<String, Object> client = ClusterOptions.clientProperties(props);
        this.reads = reads;
        PartitionEnds ends = new PartitionEnds();
        writer = new StoreWriter(target, null, config, letters, counts, clockMs);
        applier = new PatchApplier(writer, config, reads, ends, counts);
        backlog = new Backlog(config.maxPollRecords(), ends);
        gate = new SnapshotGate(config.snapshotTopics(), client, context);
        seeks = new Seeks(context, rebuild);
        outage = new Outage(new Setbacks(config.retryPolicy(), clockMs, Math::random), clockMs);
        checkpoints = new Checkpoints(target, writer.limits(), config.checkpointIntervalMs(), counts, context, clockMs);
        storeRebuild = new StoreRebuild(target, writer, rebuild, assignment, seeks, checkpoints, config, props);
        claims = new PartitionClaims(writer, assignment, storeRebuild, outage, seeks, gate, checkpoints, counts);
        polled = new PolledRecords(writer, applier, assignment, seeks, outage, gate, counts, context, clockMs, config);
        commits = new OffsetCommits(target, gate, rebuild, counts);
        services = new SinkServices(target, ends, counts, config, props, context);
    }

    @Override
    public void open(Collection<TopicPartition> partitions) {
        assignment.add(partitions);
        services.logEnds().watch(assignment.all());
        TaskSession.orFail(claims::claimNew);
    }

    @Override
    public void put(Collection<SinkRecord> handed) {
        List<InputRecord> records = handed.stream().map(InputRecord::of).toList();
        seeks.polled(); // Connect has done all seeks before the worker polled
        TaskSession.orFail(() -> {
            rebuild.polled();
            boolean more = backlog.isMoreThan(records);
            writer.limits().polled(more);
            if (outage.isOn()) {
                claims.claimWhenDue();
            } else if (!records.isEmpty() || writer.isWaiting()) {
                outage.orLater(() -> polled.apply(records, more));
            }
            comeAgain(records);
            if (records.isEmpty()) {
                passMarkers();
            }
            if (rebuild.isDone() && !outage.isOn() && !gate.isClosed()) {
                storeRebuild.exchange();
            }
            if (isSettled() && !rebuild.isUnderWay()) {
                writer.lookWhenDue();
            }
            if (writer.isWaiting()) {
                context.timeout(Math.max(1, writer.limits().patienceMs()));
            }
            if (gate.isClosed() || rebuild.isUnderWay()) {
                context.requestCommit(); // the worker then tells its position, behind records that it left out
            }
            checkpoints.makeWhenDue();
            noteIdle(records);
        });
    }

    /**
     * While the store is out of reach, asks Connect to poll its consumer and to bring the same records again. By the
     * poll the task learns of lost partitions.
     */
    private void comeAgain(List<InputRecord> records) {
        outage.claimInMs().ifPresent(waitMs -> {
            context.timeout(Math.max(1, waitMs));
            if (!records.isEmpty()) {
                throw new RetriableException("waiting for the store; the reason is in the log");
            }
        });
    }

    /** Marks the partitions as idle if the consumer brings no records and no records wait in the task. */
    private void noteIdle(List<InputRecord> records) {
        if (records.isEmpty() && isSettled() && !gate.isClosed()) {
            assignment.all().forEach(id -> counts.partition(id).idle());
        }
    }

    /** Whether all records that the worker handed over are applied or put aside. */
    private boolean isSettled() {
        return !outage.isOn() && !seeks.arePending() && !writer.isWaiting();
    }

    /**
     * Applies the records that wait. If the store is out of reach or fails, the session reacts as in {@link #put}, and
     * the records are read again.
     */
    private void settle() {
        if (!outage.isOn() && writer.isWaiting()) {
            outage.orLater(() -> polled.apply(List.of(), false));
        }
    }

    /**
     * Moves the offsets in the store to the ends of partitions, if it is known that the store has all their records.
     */
    private void passMarkers() {
        if (isSettled() && !rebuild.isUnderWay()) {
            applier.passMarkers();
            settle();
        }
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
        TaskSession.orFail(() -> {
            settle();
            checkpoints.makeUnlessFilling();
        });
        return commits.committable(currentOffsets, isSettled());
    }

    @Override
    public void flush() {
        TaskSession.orFail(() -> {
            settle();
            checkpoints.make();
        });
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        assignment.remove(partitions);
        TaskSession.orFail(this::passMarkers); // now, while the ends of these partitions are still known
        services.logEnds().watch(assignment.all());
        flush();
        writer.release(Assignment.ids(partitions));
        gate.revoked(partitions);
    }

    /** Stops the endpoint, then makes everything durable and releases the store. */
    @Override
    public void close() {
        services.close();
        reads.close();
        TaskSession.orFail(target::close);
    }
}
