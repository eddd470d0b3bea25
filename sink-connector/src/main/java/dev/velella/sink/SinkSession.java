package dev.velella.sink;

import dev.velella.cluster.ClusterAccessException;
import dev.velella.cluster.ClusterOptions;
import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.history.Rebuild;
import dev.velella.sink.intake.Backlog;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.InputRecord;
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
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * A task from its start to its stop: the store and everything that works on it. The store's own offsets decide where to go on;
 * Kafka's are for monitoring.
 *
 * <p>A checkpoint is made when {@code checkpoint.interval.ms} have passed since the last one and something is not
 * durable, at every offset commit of the worker, and when partitions or the session are closed. Connect calls the task
 * regularly even when there are no records, so there is no thread for this.
 *
 * <p>Used by the task's thread only.
 */
final class SinkSession implements AutoCloseable {
    private final SinkTaskContext context;
    private final Target target;
    private final SinkCounts counts;
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
     * Opens the store and everything around it, or nothing.
     *
     * @param props of the connector
     * @param targets opens the store that a configuration asks for
     * @param clockMs any steadily growing count of ms
     * @throws StoreFailedException if the store cannot be opened
     * @throws dev.velella.sink.endpoint.EndpointFailedException if its endpoint cannot listen
     */
    static SinkSession open(
            RdfSinkConfig config,
            Map<String, String> props,
            SinkTaskContext context,
            Function<RdfSinkConfig, Target> targets,
            LongSupplier clockMs) {
        Target target = targets.apply(config);
        boolean opened = false;
        try {
            SinkSession session = new SinkSession(target, config, props, context, clockMs);
            opened = true;
            return session;
        } finally {
            if (!opened) {
                orFail(target::close);
            }
        }
    }

    private SinkSession(
            Target target,
            RdfSinkConfig config,
            Map<String, String> props,
            SinkTaskContext context,
            LongSupplier clockMs) {
        this.context = context;
        this.target = target;
        counts = new SinkCounts(clockMs);
        DeadLetters letters = DeadLetters.of(props, config.connectorName(), context, counts);
        applier = new PatchApplier(target, config, letters, counts, clockMs);
        backlog = new Backlog(config.maxPollRecords(), counts);
        gate = new SnapshotGate(config.snapshotTopics(), ClusterOptions.clientProperties(props), context);
        seeks = new Seeks(context, rebuild);
        outage = new Outage(new Setbacks(config.retryPolicy(), clockMs, Math::random), clockMs);
        checkpoints =
                new Checkpoints(target, applier.limits(), config.checkpointIntervalMs(), counts, context, clockMs);
        storeRebuild = new StoreRebuild(target, applier, rebuild, assignment, seeks, checkpoints, config, props);
        claims = new PartitionClaims(applier, assignment, storeRebuild, outage, seeks, gate, checkpoints, counts);
        polled = new PolledRecords(applier, assignment, seeks, outage, gate, counts, context, clockMs, config);
        commits = new OffsetCommits(target, gate, rebuild, counts);
        services = new SinkServices(target, counts, config, props, context);
    }

    /** As {@link RdfSinkTask#open}. */
    void open(Collection<TopicPartition> partitions) {
        assignment.add(partitions);
        services.logEnds().watch(assignment.all());
        orFail(claims::claimNew);
    }

    /** As {@link RdfSinkTask#put}. */
    void put(Collection<SinkRecord> handed) {
        List<InputRecord> records = handed.stream().map(InputRecord::of).toList();
        seeks.polled(); // what was asked for is done before the worker polls
        orFail(() -> {
            rebuild.polled();
            boolean more = backlog.isMoreThan(records);
            applier.limits().polled(more);
            if (outage.isOn()) {
                claims.claimWhenDue();
            } else if (!records.isEmpty() || applier.isWaiting()) {
                outage.orLater(() -> polled.apply(records, more));
            }
            comeAgain(records);
            if (records.isEmpty()) {
                passMarkers();
            }
            if (rebuild.isDone() && !outage.isOn() && !gate.isClosed()) {
                storeRebuild.exchange();
            }
            if (applier.isWaiting()) {
                context.timeout(Math.max(1, applier.limits().patienceMs()));
            }
            if (gate.isClosed() || rebuild.isUnderWay()) {
                context.requestCommit(); // the worker then says how far it is, records included that it left out
            }
            checkpoints.makeWhenDue();
            noteIdle(records);
        });
    }

    /** Has Connect poll its consumer, so that the task learns of lost partitions, and bring the records again. */
    private void comeAgain(List<InputRecord> records) {
        outage.claimInMs().ifPresent(waitMs -> {
            context.timeout(Math.max(1, waitMs));
            if (!records.isEmpty()) {
                throw new RetriableException("waiting for the store; the reason is in the log");
            }
        });
    }

    /** Where the consumer brings nothing, and nothing waits, nothing is left to do, as far as it is known here. */
    private void noteIdle(List<InputRecord> records) {
        if (records.isEmpty() && isSettled() && !gate.isClosed()) {
            assignment.all().forEach(id -> counts.partition(id).idle());
        }
    }

    /** Whether all that the worker handed over is dealt with. */
    private boolean isSettled() {
        return !outage.isOn() && !seeks.arePending() && !applier.isWaiting();
    }

    /** Applies what waits; where the store is out of reach or fails, as {@link #put} does, and what waits is read again. */
    private void settle() {
        if (!outage.isOn() && applier.isWaiting()) {
            outage.orLater(() -> polled.apply(List.of(), false));
        }
    }

    /** Lets the store be at the end of the partitions of which it has everything, where that is known. */
    private void passMarkers() {
        if (isSettled() && !rebuild.isUnderWay()) {
            applier.passMarkers();
            settle();
        }
    }

    /** As {@link RdfSinkTask#preCommit}. */
    Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
        orFail(() -> {
            settle();
            checkpoints.makeUnlessFilling();
        });
        return commits.committable(currentOffsets, isSettled());
    }

    /** What was applied so far is durable, and what waits is too, if it could be applied. */
    void flush() {
        orFail(() -> {
            settle();
            checkpoints.make();
        });
    }

    /** As {@link RdfSinkTask#close}. */
    void close(Collection<TopicPartition> partitions) {
        assignment.remove(partitions);
        orFail(this::passMarkers); // while the ends of these partitions are known
        services.logEnds().watch(assignment.all());
        flush();
        applier.close(Assignment.ids(partitions));
        gate.revoked(partitions);
    }

    /** Ends the endpoint, then makes everything durable and frees the store. */
    @Override
    public void close() {
        services.close();
        orFail(target::close);
    }

    private static void orFail(Runnable step) {
        try {
            step.run();
        } catch (StoreFailedException | StaleClaimException | ClusterAccessException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }
}
