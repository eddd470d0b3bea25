package dev.velella.sink;

import dev.velella.cluster.ClusterOptions;
import dev.velella.sink.store.PartitionId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the cluster now and then how long the partitions are, for the metrics of lag, where the options give access. Never
 * waits for an answer; while there is none, the length is as it was last known. Used by the task's thread.
 */
final class LogEnds implements AutoCloseable {
    private static final long INTERVAL_MS = 5_000;
    private static final Logger LOG = LoggerFactory.getLogger(RdfSinkTask.class);

    private final @Nullable Admin admin;
    private final SinkCounts counts;
    private final LongSupplier clockMs;
    private final AtomicBoolean asking = new AtomicBoolean();
    private long askedAtMs;
    private boolean asked;

    private LogEnds(@Nullable Admin admin, SinkCounts counts, LongSupplier clockMs) {
        this.admin = admin;
        this.counts = counts;
        this.clockMs = clockMs;
    }

    /** @param properties all options of the connector */
    static LogEnds of(Map<String, String> properties, SinkCounts counts, LongSupplier clockMs) {
        Admin admin = null;
        if (ClusterOptions.isGiven(properties)) {
            try {
                admin = Admin.create(ClusterOptions.clientProperties(properties));
            } catch (KafkaException e) {
                LOG.warn("The lag of partitions is not known: no client can be made of {}*", ClusterOptions.PREFIX);
            }
        }
        return new LogEnds(admin, counts, clockMs);
    }

    /** Asks, if the last answer is there and is old enough. */
    void ask(Set<PartitionId> partitions) {
        long now = clockMs.getAsLong();
        Admin client = admin;
        if (client == null || partitions.isEmpty() || (asked && now - askedAtMs < INTERVAL_MS)) {
            return;
        }
        if (asking.compareAndSet(false, true)) {
            asked = true;
            askedAtMs = now;
            Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
            partitions.forEach(id -> wanted.put(new TopicPartition(id.topic(), id.partition()), OffsetSpec.latest()));
            ListOffsetsResult answer =
                    client.listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED));
            partitions.forEach(id -> note(id, answer));
            KafkaFuture<?> unused = answer.all().whenComplete((ends, failure) -> asking.set(false));
        }
    }

    private void note(PartitionId id, ListOffsetsResult answer) {
        KafkaFuture<?> unused = answer.partitionResult(new TopicPartition(id.topic(), id.partition()))
                .whenComplete((end, failure) -> {
                    if (end != null) {
                        counts.partition(id).end(end.offset());
                    }
                });
    }

    @Override
    public void close() {
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
