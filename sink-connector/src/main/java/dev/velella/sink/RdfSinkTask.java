package dev.velella.sink;

import dev.velella.cluster.ClusterAccessException;
import dev.velella.cluster.ClusterOptions;
import dev.velella.converter.Envelopes;
import dev.velella.converter.VelellaVersion;
import dev.velella.rdf.ErrorText;
import dev.velella.record.partition.LastRecords;
import dev.velella.sink.endpoint.EndpointFailedException;
import dev.velella.sink.endpoint.SparqlEndpoint;
import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.history.LostHistory;
import dev.velella.sink.history.Rebuild;
import dev.velella.sink.history.WaysOut;
import dev.velella.sink.intake.Backlog;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.PatchRecord;
import dev.velella.sink.intake.SnapshotGate;
import dev.velella.sink.metrics.LogEnds;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.metrics.SinkMetrics;
import dev.velella.sink.options.ApplyOptions;
import dev.velella.sink.options.ConnectChecks;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PartitionOffsets;
import dev.velella.sink.store.Target;
import dev.velella.sink.targets.embedded.QueryOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
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

    private static final long FILLING_POLL_MS = 100;
    private static final long END_TIMEOUT_MS = 30_000;

    /** Time between two messages about attempts that fail one after the other. */
    private static final long ATTEMPT_LOG_MS = 60_000;

    private final LongSupplier clockMs;
    private final Function<RdfSinkConfig, Target> targets;
    private @Nullable Target target;
    private @Nullable PatchApplier applier;
    private @Nullable LostHistory history;
    private @Nullable SnapshotGate gate;
    private @Nullable LogEnds logEnds;
    private @Nullable StoreWatch storeWatch;
    private SinkCounts counts;
    private @Nullable SparqlEndpoint endpoint;
    private boolean rebuildsLostHistory;
    private @Nullable WaysOut waysOut;
    private Map<String, Object> clientProperties = Map.of();

    /** The store that is built beside the one in use; null if none is. */
    private @Nullable Rebuild rebuild;

    private int sliceRecords;
    private @Nullable Backlog backlog;
    private long putMaxMs;
    private @Nullable SinkRecord lastDone;
    private long checkpointIntervalMs;
    private long checkpointedAtMs;
    private boolean reopened;
    private boolean remote;

    /** Whether records are to be read again that the worker has handed over. */
    private boolean rewinding;

    /** When an attempt that failed was last named in the log. */
    private long attemptLoggedAtMs;

    /** Whether partitions were claimed since the start, so that store and cluster were within reach once. */
    private boolean hasClaimed;

    /** Partitions of which the task may get records. */
    private final Set<PartitionId> assigned = new HashSet<>();

    /** Those of them that were never claimed, because the store was out of reach. */
    private final Set<TopicPartition> unclaimed = new HashSet<>();

    private @Nullable Setbacks setbacks;
    /** When to claim the assigned partitions; null while they are claimed. Nothing is applied until then. */
    private @Nullable Long claimAtMs;

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
        this.counts = new SinkCounts(clockMs);
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
        Envelopes.take();
        try {
            target = targets.apply(config);
            counts = new SinkCounts(clockMs);
            DeadLetters letters = DeadLetters.of(props, config.connectorName(), context, counts);
            applier = new PatchApplier(target, config, letters, counts, clockMs);
            history = new LostHistory(target, config, props);
            waysOut = new WaysOut(config);
            clientProperties = ClusterOptions.clientProperties(props);
            rebuildsLostHistory = config.rebuildsLostHistory();
            sliceRecords = config.batchMaxRecords();
            backlog = new Backlog(config.maxPollRecords(), counts);
            putMaxMs = config.putMaxMs();
            gate = new SnapshotGate(config.snapshotTopics(), clientProperties, context);
            logEnds = LogEnds.of(props, counts, System::currentTimeMillis);
            counts.onStore(target.waits()::waitingMs);
            storeWatch = StoreWatch.start(
                    config.describeTarget(),
                    target.waits(),
                    config.waitLog(),
                    config.target().withoutAnswer(config));
            SinkMetrics.register(context, counts);
            remote = !config.target().isInWorker();
            setbacks = new Setbacks(config.retryPolicy(), clockMs, Math::random);
            LOG.info("Store {}", config.describeTarget());
            if (QueryOptions.isEnabled(config) && target instanceof Queryable store) {
                endpoint = SparqlEndpoint.start(QueryOptions.settings(config), store);
                LOG.info("SPARQL endpoint: {}", endpoint.uri());
            }
        } catch (StoreFailedException e) {
            stop();
            throw new ConnectException(config.target().placeOption() + ": " + e.getMessage(), e);
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

    /** Claims the partitions; where the store is out of reach, a later {@link #put} does so. */
    @Override
    public void open(Collection<TopicPartition> partitions) {
        assigned.addAll(ids(partitions));
        unclaimed.addAll(partitions);
        watchEnds();
        orFail(() -> {
            if (claimAtMs == null) {
                orLater(() -> {
                    rebuildIfLost(ids(unclaimed));
                    claimed(applier().open(ids(unclaimed)));
                });
            }
        });
    }

    /** Looks whether the store fits the partitions that are about to be claimed, since a claim would hide that it does not. */
    private void rebuildIfLost(Collection<PartitionId> claiming) {
        history().find(claiming).ifPresent(lost -> {
            Optional<String> fault = history().unprovable(lost, assigned);
            boolean isFilled = lost.emptied() && (rebuildsLostHistory || !remote);
            if (fault.isPresent() || !(isFilled || (rebuildsLostHistory && !remote))) {
                throw new ConnectException(Objects.requireNonNull(waysOut, "the task is not started")
                        .message(lost, fault));
            }
            if (isFilled) {
                LOG.warn("{}. The topics hold all it takes, so the store is filled from them", lost.reason());
            } else {
                LOG.warn(
                        "{}. The topics hold all it takes, so a new store is built beside the one in use, which queries see"
                                + " until the new one is complete",
                        lost.reason());
                buildBeside();
            }
        });
        history().keepIds();
    }

    private void buildBeside() {
        try (LastRecords last = new LastRecords(clientProperties, END_TIMEOUT_MS)) {
            Rebuild building = new Rebuild(last, assigned);
            LOG.info("The new store is built up to offsets {}", building.ends());
            rebuild = building;
        } catch (KafkaException e) {
            throw new ConnectException("no store can be built again: " + e.getMessage(), e);
        }
        target().buildBeside();
        applier().refuseNumbered(true);
        applier().limits().emptied();
        applier().reopen(Set.of());
        assigned.forEach(id -> unclaimed.add(new TopicPartition(id.topic(), id.partition())));
    }

    /** Lets the store that is built beside the other take its place, when it has all that was there when it was begun. */
    private void exchangeWhenBuilt() {
        Rebuild building = rebuild;
        if (building == null || claimAtMs != null || !building.isDone() || gate().isClosed()) {
            return;
        }
        applier().settle();
        target().chains().forEach((stream, state) -> {
            if (state.isBroken()) {
                throw new ConnectException("the store was left as it is: in the new one the chain of stream '"
                        + ErrorText.name(stream.key()) + "' of " + stream.topic() + " is broken after patch "
                        + state.number()
                        + ", and no snapshot comes after that");
            }
        });
        Optional<Path> kept = target().exchange();
        rebuild = null;
        applier().refuseNumbered(false);
        seekToClaimed(applier().reopen(Set.copyOf(assigned)));
        LOG.warn(
                "The new store is complete and has taken its place{}",
                kept.map(path -> "; the one of before is kept in " + path).orElse(""));
        noteDurable();
    }

    private void claimed(Map<PartitionId, Claim> claims) {
        seekToClaimed(claims);
        gate().assigned(Set.copyOf(unclaimed), applier()::nextOffset);
        unclaimed.clear();
        hasClaimed = true;
        noteDurable();
    }

    /**
     * Does a step; if the store is out of reach, or another has taken a partition, claims are due after a while. So they are
     * if the cluster does not answer where it has done so before, as while brokers start again.
     */
    private void orLater(Runnable step) {
        try {
            step.run();
        } catch (StoreUnavailableException e) {
            claimLater(e, setbacks().outOfReach(e.retryAfter()));
        } catch (ClusterAccessException e) {
            if (!hasClaimed) {
                throw e;
            }
            claimLater(e, setbacks().outOfReach(Duration.ZERO));
        } catch (StaleClaimException e) {
            claimLater(e, setbacks().lostClaim());
        }
    }

    private void claimLater(RuntimeException reason, OptionalLong waitMs) {
        if (waitMs.isEmpty()) {
            throw new ConnectException("gave up: " + reason.getMessage(), reason);
        }
        long now = clockMs.getAsLong();
        if (claimAtMs == null || now - attemptLoggedAtMs >= ATTEMPT_LOG_MS) {
            attemptLoggedAtMs = now;
            LOG.warn("Trying again in {} ms: {}", waitMs.getAsLong(), reason.getMessage());
        } else {
            LOG.debug("Trying again in {} ms: {}", waitMs.getAsLong(), reason.getMessage());
        }
        claimAtMs = now + waitMs.getAsLong();
    }

    /** Claims all partitions again, if it is time to; records are asked for from where the store has them. */
    private void claimWhenDue() {
        Long atMs = claimAtMs;
        if (atMs != null && clockMs.getAsLong() >= atMs) {
            orLater(() -> {
                counts.retries.incrementAndGet();
                rebuildIfLost(Set.copyOf(assigned));
                claimed(applier().reopen(Set.copyOf(assigned)));
                claimAtMs = null;
                setbacks().reached();
            });
        }
    }

    /** Has Connect poll its consumer, so that the task learns of lost partitions, and bring the records again. */
    private void comeAgain(Collection<SinkRecord> records) {
        Long atMs = claimAtMs;
        if (atMs != null) {
            context.timeout(Math.max(1, atMs - clockMs.getAsLong()));
            if (!records.isEmpty()) {
                throw new RetriableException("waiting for the store; the reason is in the log");
            }
        }
    }

    private void seekToClaimed(Map<PartitionId, Claim> claims) {
        claims.forEach((id, claim) -> {
            LOG.info("Partition {} goes on at offset {}, read from {}", id, claim.nextOffset(), claim.replayFrom());
            seek(id, claim.replayFrom());
        });
    }

    private void seek(PartitionId id, long offset) {
        rewinding = true;
        if (rebuild != null) {
            rebuild.sought();
        }
        context.offset(new TopicPartition(id.topic(), id.partition()), offset);
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
        rewinding = false; // what was asked for is done before the worker polls
        orFail(() -> {
            if (rebuild != null) {
                rebuild.polled();
            }
            applier().limits().polled(backlog().isMoreThan(records));
            if (claimAtMs != null) {
                claimWhenDue();
            } else if (!records.isEmpty() || applier().isWaiting()) {
                orLater(() -> apply(records));
            }
            comeAgain(records);
            if (records.isEmpty()) {
                passMarkers();
            }
            exchangeWhenBuilt();
            if (applier().isWaiting()) {
                context.timeout(Math.max(1, applier().limits().patienceMs()));
            }
            if (gate().isClosed() || rebuild != null) {
                context.requestCommit(); // the worker then says how far it is, records included that it left out
            }
            checkpointWhenDue();
            noteIdle(records);
        });
    }

    private void watchEnds() {
        if (logEnds != null) {
            logEnds.watch(assigned);
        }
    }

    /** Where the consumer brings nothing, and nothing waits, nothing is left to do, as far as it is known here. */
    private void noteIdle(Collection<SinkRecord> records) {
        if (records.isEmpty() && isSettled() && !gate().isClosed()) {
            assigned.forEach(id -> counts.partition(id).idle());
        }
    }

    /** Whether all that the worker handed over is dealt with. */
    private boolean isSettled() {
        return claimAtMs == null && !rewinding && !applier().isWaiting();
    }

    private void apply(Collection<SinkRecord> records) {
        long batches = counts.batches.get();
        try {
            applySlices(List.copyOf(records), backlog().isMoreThan(records));
            if (counts.batches.get() > batches) { // else what was taken in may still meet the same fate
                reopened = false;
                setbacks().applied();
            }
            records.forEach(record -> gate().reached(
                            new TopicPartition(record.originalTopic(), record.originalKafkaPartition()),
                            record.originalKafkaOffset() + 1));
        } catch (StoreFailedException e) {
            if (reopened || remote) {
                throw e; // the second time in a row, or nothing to go back to
            }
            reopened = true;
            counts.retries.incrementAndGet();
            LOG.warn("Going back to the last checkpoint, because the store failed", e);
            seekToClaimed(applier().reopen(Set.copyOf(assigned)));
        }
    }

    /**
     * As many transactions as fit into the time. The worker polls and puts the same records again; those that are done are
     * left out. After a rewind all have to be taken, since the worker would put them behind the rewind.
     */
    private void applySlices(List<SinkRecord> records, boolean more) {
        long beganMs = clockMs.getAsLong();
        Set<PartitionId> rewound = new HashSet<>();
        int begin = firstNotDone(records);
        for (int from = begin; from < records.size(); from += sliceRecords) {
            if (from > begin && rewound.isEmpty() && clockMs.getAsLong() - beganMs >= putMaxMs) {
                applier().settle();
                lastDone = records.get(from - 1);
                context.timeout(1);
                throw new RetriableException("the store is slow: " + (records.size() - from) + " of " + records.size()
                        + " records wait until the consumer has polled (" + ApplyOptions.PUT_MAX_MS_CONFIG + ")");
            }
            int end = Math.min(from + sliceRecords, records.size());
            List<SinkRecord> slice = records.subList(from, end);
            applier()
                    .apply(
                            slice.stream()
                                    .filter(record -> !rewound.contains(PatchRecord.partition(record)))
                                    .toList(),
                            (more || end < records.size()) && rewound.isEmpty())
                    .forEach((id, offset) -> {
                        LOG.info(
                                "Partition {} is read again from offset {}, because codec state is missing",
                                id,
                                offset);
                        seek(id, offset);
                        rewound.add(id);
                    });
        }
        if (!more) {
            applier().settle();
        }
    }

    /** Where to go on in records that were put before and not all taken; where they are not the same, at the first. */
    @SuppressWarnings("ReferenceEquality") // the very record, not one like it
    private int firstNotDone(List<SinkRecord> records) {
        SinkRecord done = lastDone;
        lastDone = null;
        for (int i = records.size() - 1; done != null && i >= 0; i--) {
            if (records.get(i) == done) {
                return i + 1;
            }
        }
        return 0;
    }

    private void checkpointWhenDue() {
        if (!target().isCheckpointNeeded()) {
            return;
        }
        if (applier().limits().isFilling()) {
            context.timeout(FILLING_POLL_MS); // to see soon that there is no more
            return;
        }
        long waitMs = checkpointedAtMs + checkpointIntervalMs - clockMs.getAsLong();
        if (waitMs <= 0) {
            checkpoint();
        } else {
            context.timeout(waitMs); // Connect else waits for records until the next offset commit
        }
    }

    /** Applies what waits; where the store is out of reach or fails, as {@link #put} does, and what waits is read again. */
    private void settle() {
        if (claimAtMs == null && applier().isWaiting()) {
            orLater(() -> apply(List.of()));
        }
    }

    /** Lets the store be at the end of the partitions of which it has everything, where that is known. */
    private void passMarkers() {
        if (isSettled() && rebuild == null) {
            applier().passMarkers();
            settle();
        }
    }

    /** What was applied so far is durable, and what waits is too, if it could be applied. */
    private void settleAndCheckpoint() {
        settle();
        checkpoint();
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
        orFail(() -> {
            settle();
            if (!applier().limits().isFilling()) {
                checkpoint();
            }
        });
        gate().reached(currentOffsets);
        if (isSettled()) {
            currentOffsets.forEach(
                    (partition, current) -> counts.partition(new PartitionId(partition.topic(), partition.partition()))
                            .passed(current.offset()));
        }
        if (rebuild != null) {
            rebuild.reached(currentOffsets);
        }
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
        orFail(this::settleAndCheckpoint);
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        ids(partitions).forEach(assigned::remove);
        unclaimed.removeAll(partitions);
        if (target != null) {
            orFail(this::passMarkers); // while the ends of these partitions are known
        }
        watchEnds();
        if (target != null) {
            orFail(this::settleAndCheckpoint);
            applier().close(ids(partitions));
            gate().revoked(partitions);
        }
    }

    /** Ends the endpoint, then makes everything durable and frees the directory. */
    @Override
    public void stop() {
        Envelopes.refuse();
        if (endpoint != null) {
            endpoint.close();
            endpoint = null;
        }
        if (logEnds != null) {
            logEnds.close();
            logEnds = null;
        }
        if (storeWatch != null) {
            storeWatch.close();
            storeWatch = null;
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
        } catch (StoreFailedException | StaleClaimException | ClusterAccessException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }

    private Target target() {
        return Objects.requireNonNull(target, "the task is not started");
    }

    private Setbacks setbacks() {
        return Objects.requireNonNull(setbacks, "the task is not started");
    }

    private Backlog backlog() {
        return Objects.requireNonNull(backlog, "the task is not started");
    }

    private SnapshotGate gate() {
        return Objects.requireNonNull(gate, "the task is not started");
    }

    private PatchApplier applier() {
        return Objects.requireNonNull(applier, "the task is not started");
    }

    private LostHistory history() {
        return Objects.requireNonNull(history, "the task is not started");
    }
}
