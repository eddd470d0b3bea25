package dev.velella.sink.intake;

import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.thread.Daemon;
import dev.velella.record.partition.LastRecords;
import dev.velella.sink.metrics.PartitionProgress;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.options.ConnectChecks;
import dev.velella.sink.store.PartitionId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the cluster regularly for the end offsets of the partitions, if the options give access to the cluster: for the
 * task ({@link PartitionEnds}) and for the metrics of lag. Has a thread of its own, so that the lag is known even while
 * the task waits for its store. While the cluster does not answer, the last known end offsets stay.
 *
 * <p>Behind the last record of a partition there may be transaction markers and records of aborted transactions. So the
 * end offset alone does not show whether records are left. If a partition has not changed between two looks and seems
 * to contain records that are not applied, it is read once, backwards from its end, to find its last record. Metrics
 * only say whether that is worth while.
 */
public final class LogEnds implements AutoCloseable {
    private static final long INTERVAL_MS = 2_000;
    private static final int TIMEOUT_MS = 5_000;
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");

    private final @Nullable Admin admin;
    private final Map<String, Object> clientConfig;
    private final IsolationLevel isolation;
    private final PartitionEnds ends;
    private final SinkCounts counts;
    private final LongSupplier wallClockMs;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(Daemon.named("velella-sink-log-ends"));

    private volatile Set<PartitionId> partitions = Set.of();

    /** The state of the partitions at the last look. Only the thread uses this field and all fields below. */
    private final Map<PartitionId, Standing> standing = new HashMap<>();

    private @Nullable LastRecords lastRecords;
    private boolean hasComplained;

    /** @param isSearched whether the last record was already searched */
    private record Standing(long end, long position, boolean isSearched) {
        boolean isAt(long otherEnd, long otherPosition) {
            return end == otherEnd && position == otherPosition;
        }
    }

    private LogEnds(
            @Nullable Admin admin,
            Map<String, ?> properties,
            PartitionEnds ends,
            SinkCounts counts,
            LongSupplier wallClockMs) {
        this.admin = admin;
        this.isolation = "read_uncommitted".equals(properties.get(ConnectChecks.ISOLATION_LEVEL))
                ? IsolationLevel.READ_UNCOMMITTED
                : IsolationLevel.READ_COMMITTED;
        this.clientConfig = new HashMap<>(ClusterOptions.clientProperties(properties));
        clientConfig.put("isolation.level", isolation.toString());
        this.ends = ends;
        this.counts = counts;
        this.wallClockMs = wallClockMs;
    }

    /**
     * Starts the looks, if there is access to the cluster.
     *
     * @param properties all options of the connector
     * @param ends gets what is found
     * @param wallClockMs the clock, in ms since 1970
     */
    public static LogEnds of(
            Map<String, String> properties, PartitionEnds ends, SinkCounts counts, LongSupplier wallClockMs) {
        Admin admin = null;
        if (ClusterOptions.isGiven(properties)) {
            try {
                admin = Admin.create(ClusterOptions.clientProperties(properties));
            } catch (KafkaException e) {
                LOG.warn("The lag of partitions is not known: no client can be made of {}*", ClusterOptions.PREFIX);
            }
        }
        LogEnds looks = new LogEnds(admin, properties, ends, counts, wallClockMs);
        if (admin != null) {
            ScheduledFuture<?> unused =
                    looks.thread.scheduleWithFixedDelay(looks::look, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
        }
        return looks;
    }

    /** Sets the partitions of the task. */
    public void watch(Collection<PartitionId> assigned) {
        assigned.forEach(counts::partition); // so that their metrics exist even if the store fails
        partitions = Set.copyOf(assigned);
        ends.retain(partitions);
    }

    private void look() {
        try {
            Set<PartitionId> looked = partitions;
            standing.keySet().retainAll(looked);
            if (!looked.isEmpty()) {
                look(looked);
            }
        } catch (RuntimeException e) { // the next look may succeed
            complain(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(Set<PartitionId> looked) throws InterruptedException {
        Admin client = admin;
        if (client == null) {
            return;
        }
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        looked.forEach(id -> wanted.put(place(id), OffsetSpec.latest()));
        ListOffsetsOptions options = new ListOffsetsOptions(isolation);
        ListOffsetsResult answer = client.listOffsets(wanted, options.timeoutMs(TIMEOUT_MS));
        for (PartitionId id : looked) {
            try {
                long end = answer.partitionResult(place(id)).get().offset();
                PartitionProgress progress = counts.partition(id);
                if (partitions.contains(id)) {
                    ends.end(id, end);
                    progress.end(end);
                    searchWhereItStands(id, progress, end);
                    progress.look(wallClockMs.getAsLong());
                }
                if (!partitions.contains(id)) { // the task has lost it meanwhile
                    ends.retain(partitions);
                    progress.closed();
                }
            } catch (ExecutionException e) {
                complain(e.getCause() == null ? e : e.getCause());
            }
        }
    }

    private void searchWhereItStands(PartitionId id, PartitionProgress progress, long end) {
        long position = progress.position();
        Standing before = standing.get(id);
        if (before == null || !before.isAt(end, position)) {
            standing.put(id, new Standing(end, position, false));
        } else if (!before.isSearched() && position < end) {
            if (lastRecords == null) {
                lastRecords = new LastRecords(clientConfig, TIMEOUT_MS);
            }
            standing.put(id, new Standing(end, position, true)); // only once, even if the search fails
            OptionalLong last = lastRecords.of(place(id));
            long from = last.isPresent() ? last.getAsLong() + 1 : 0;
            ends.noRecords(id, from, end);
            progress.noRecords(from, end);
        }
    }

    /**
     * Logs a failure once. If the principal may not read the topic, the lag also counts markers. If the cluster is out
     * of reach, other parts report it.
     */
    private void complain(Throwable why) {
        if (!hasComplained) {
            hasComplained = true;
            LOG.info("Not all is known of the lag of partitions: {}", why.getMessage());
        }
    }

    private static TopicPartition place(PartitionId id) {
        return new TopicPartition(id.topic(), id.partition());
    }

    /** Asks the thread to close its clients and to end. Does not wait for it. */
    @Override
    public void close() {
        partitions = Set.of();
        thread.execute(() -> {
            if (lastRecords != null) {
                lastRecords.close();
            }
            if (admin != null) {
                admin.close(Duration.ZERO);
            }
        });
        thread.shutdown();
    }
}
