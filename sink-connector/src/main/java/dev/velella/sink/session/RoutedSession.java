package dev.velella.sink.session;

import dev.velella.sink.history.Rebuild;
import dev.velella.sink.intake.AwaitedBaseException;
import dev.velella.sink.intake.ClusterReads;
import dev.velella.sink.intake.DeadLetters;
import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.LogEnds;
import dev.velella.sink.intake.PartitionEnds;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.metrics.SinkMetrics;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.options.RoutingOptions;
import dev.velella.sink.routing.HeldTargets;
import dev.velella.sink.routing.OpenTargets;
import dev.velella.sink.routing.RoutedRecords;
import dev.velella.sink.routing.RoutedTopics;
import dev.velella.sink.routing.RoutingCounts;
import dev.velella.sink.routing.RoutingMetrics;
import dev.velella.sink.routing.StoreWrites;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Target;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session of a task whose records name their stores. Each store keeps its own offsets and chains, and leaves out the
 * records that it has. The offset in Kafka says from where records may be missing in some store: it moves only when
 * every store that a record named has the record. So a restart, a rebalance or a store that was down leads to records
 * that are read again, and never to one that is applied twice or not at all.
 *
 * <p>If a store fails, the others go on; the task notes from which offset the store needs records ({@link HeldTargets}),
 * and reads from there when it is back. If the whole server is out of reach, or too many stores are down, the task
 * pauses its partitions.
 *
 * <p>When {@link #put} returns, all records are applied and durable, or noted. Used by the task's thread only.
 */
public final class RoutedSession implements TaskSession {
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");

    private final SinkTaskContext context;
    private final LongSupplier clockMs;
    private final SinkCounts counts;
    private final ClusterReads reads;
    private final DeadLetters letters;
    private final OpenTargets targets;
    private final HeldTargets held;
    private final StoreWrites writes;
    private final RoutedRecords records;
    private final RoutedTopics topics;
    private final LogEnds logEnds;
    private final Setbacks setbacks;
    private final Assignment assignment = new Assignment();
    private final Seeks seeks;
    private final int sliceRecords;
    private final long putMaxMs;
    private final int maxHeld;

    /** The offsets that were asked for since the last poll. */
    private final Map<PartitionId, Long> sought = new HashMap<>();

    /**
     * The partitions that the worker pauses for this task. It does so also when they were taken away meanwhile and come
     * back.
     */
    private final Set<TopicPartition> paused = new HashSet<>();

    /** Time at which paused partitions go on; null if they are not paused. */
    private @Nullable Long pausedUntilMs;

    /** Opens no store yet: each is opened when the first record names it. */
    public RoutedSession(
            RdfSinkConfig config,
            Map<String, String> props,
            SinkTaskContext context,
            Function<RdfSinkConfig, Target> opening,
            ClusterReads reads,
            LongSupplier clockMs) {
        this.context = context;
        this.clockMs = clockMs;
        counts = new SinkCounts(clockMs);
        RoutingCounts routing = new RoutingCounts(RoutingOptions.METRICS.of(config));
        letters = DeadLetters.of(props, config.connectorName(), context, counts);
        this.reads = reads;
        targets = new OpenTargets(config, opening, letters, counts, routing, clockMs);
        held = new HeldTargets(targets, config.retryPolicy(), clockMs, routing);
        topics = new RoutedTopics(config.consumerGroup(), props);
        writes = new StoreWrites(targets, held, topics, routing);
        records = new RoutedRecords(config, reads, held, letters, counts, routing);
        setbacks = new Setbacks(config.retryPolicy(), clockMs, Math::random);
        seeks = new Seeks(context, new Rebuild());
        sliceRecords = config.batchMaxRecords();
        putMaxMs = config.putMaxMs();
        maxHeld = RoutingOptions.MAX_HELD.of(config);
        SinkMetrics.register(context, counts);
        RoutingMetrics.register(context, routing);
        logEnds = LogEnds.of(props, new PartitionEnds(), counts, System::currentTimeMillis);
        LOG.info("Records name their stores: {}", config.describeTarget());
    }

    @Override
    public void open(Collection<TopicPartition> partitions) {
        TaskSession.orFail(() -> topics.check(partitions));
        assignment.add(partitions);
        logEnds.watch(assignment.all());
        if (pausedUntilMs == null) {
            resume(partitions);
        } else {
            pause(partitions);
        }
    }

    @Override
    public void put(Collection<SinkRecord> handed) {
        seeks.polled();
        List<InputRecord> polled = handed.stream().map(InputRecord::of).toList();
        TaskSession.orFail(() -> {
            if (isPaused()) {
                readAgain(polled);
            } else {
                apply(polled);
            }
            held.goOn().forEach(this::seekEarlier);
            held.waitMs().ifPresent(this::comeAgain);
            if (polled.isEmpty() && held.down() == 0 && !seeks.arePending()) {
                assignment.all().forEach(id -> counts.partition(id).idle());
            }
        });
    }

    /** Applies records slice by slice. What cannot be applied now is read again. */
    private void apply(List<InputRecord> polled) {
        long beganMs = clockMs.getAsLong();
        for (int from = 0; from < polled.size(); from += sliceRecords) {
            boolean isLate = from > 0 && clockMs.getAsLong() - beganMs >= putMaxMs;
            if (isLate || !slice(polled.subList(from, Math.min(from + sliceRecords, polled.size())))) {
                readAgain(polled.subList(from, polled.size()));
                return;
            }
            if (held.down() > maxHeld) {
                pause(held.down() + " stores are down, more than " + RoutingOptions.MAX_HELD.name());
                readAgain(polled.subList(Math.min(from + sliceRecords, polled.size()), polled.size()));
                return;
            }
        }
    }

    /**
     * Applies records. Returns false if the server is out of reach, and nothing of the slice counts as done. If a record
     * has to wait, or is refused and must not be put aside, those before it are applied first.
     */
    private boolean slice(List<InputRecord> slice) {
        RoutedRecords.Divided divided = records.divide(slice);
        letters.await();
        StoreWrites.Result result = writes.apply(divided.byStore());
        if (result.serverAway() != null) {
            pause(result.serverAway());
            return false;
        }
        if (result.isAnyApplied()) {
            setbacks.applied();
        }
        divided.readTo().forEach(this::done);
        RuntimeException stop = divided.stop();
        if (stop != null) {
            if (stop instanceof AwaitedBaseException) {
                counts.dictionaryAwaited(String.valueOf(stop.getMessage()));
            }
            throw stop;
        }
        counts.dictionaryFound();
        return true;
    }

    private void done(PartitionId id, long offset) {
        long done = records.doneTo(id, offset);
        held.readTo(id, offset, done);
        counts.partition(id).applied(done);
        counts.partition(id).durable(held.needed(id, false).orElse(done));
        letters.settled(null, id, done);
    }

    private void pause(String reason) {
        OptionalLong waitMs = setbacks.outOfReach(Duration.ZERO);
        if (waitMs.isEmpty()) {
            throw new ConnectException("gave up: " + reason);
        }
        LOG.warn("Trying again in {} ms: {}", waitMs.getAsLong(), reason);
        if (pausedUntilMs == null) {
            pause(assigned());
        }
        pausedUntilMs = clockMs.getAsLong() + waitMs.getAsLong();
        comeAgain(waitMs.getAsLong());
    }

    /** Whether the partitions are still paused. If the time is over, they go on. */
    private boolean isPaused() {
        if (pausedUntilMs == null) {
            return false;
        }
        long leftMs = pausedUntilMs - clockMs.getAsLong();
        if (leftMs > 0) {
            comeAgain(leftMs);
            return true;
        }
        pausedUntilMs = null;
        resume(assigned());
        return false;
    }

    private void pause(Collection<TopicPartition> partitions) {
        paused.addAll(partitions);
        context.pause(partitions.toArray(TopicPartition[]::new));
    }

    /** Only partitions that the task has can be resumed; the others of a pause are when it gets them again. */
    private void resume(Collection<TopicPartition> partitions) {
        List<TopicPartition> again = partitions.stream().filter(paused::remove).toList();
        context.resume(again.toArray(TopicPartition[]::new));
    }

    private List<TopicPartition> assigned() {
        return assignment.all().stream()
                .map(id -> new TopicPartition(id.topic(), id.partition()))
                .toList();
    }

    private void comeAgain(long waitMs) {
        context.timeout(Math.max(1, waitMs));
    }

    /** Lets the partitions of records be read again from where they are not done. */
    private void readAgain(List<InputRecord> left) {
        Map<PartitionId, Long> from = new HashMap<>();
        left.forEach(record -> from.merge(record.partition(), record.offset(), Math::min));
        from.forEach(this::seekEarlier);
    }

    /** Seeks, unless an earlier offset is sought already before the next poll. */
    private void seekEarlier(PartitionId id, long offset) {
        if (!seeks.arePending()) {
            sought.clear();
        }
        long from = Math.min(offset, held.needed(id, true).orElse(offset));
        seeks.to(id, sought.merge(id, from, Math::min));
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
        Map<TopicPartition, OffsetAndMetadata> safe = new HashMap<>();
        currentOffsets.forEach((place, current) -> {
            PartitionId id = new PartitionId(place.topic(), place.partition());
            long offset = current.offset();
            if (seeks.arePending() && sought.containsKey(id)) {
                offset = Math.min(offset, sought.get(id));
            }
            offset = Math.min(offset, held.needed(id, false).orElse(offset));
            if (!seeks.arePending() && held.needed(id, false).isEmpty()) {
                counts.partition(id).passed(offset);
            }
            safe.put(place, new OffsetAndMetadata(offset));
        });
        return safe;
    }

    @Override
    public void flush() {
        // nothing to do, because applied records are durable
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        List<PartitionId> ids = Assignment.ids(partitions);
        assignment.remove(partitions);
        logEnds.watch(assignment.all());
        targets.release(ids);
        held.release(ids);
        records.release(ids);
    }

    @Override
    public void close() {
        logEnds.close();
        held.close();
        reads.close();
        TaskSession.orFail(targets::close);
    }
}
