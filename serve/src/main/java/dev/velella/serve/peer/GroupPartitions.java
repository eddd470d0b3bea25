package dev.velella.serve.peer;

import dev.velella.serve.intake.PartitionSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions of an instance that shares the topic with others: a consumer group.
 *
 * <p>An instance that hangs may lose its partitions without a word. So it serves them only while it holds a lease: every
 * commit of offsets proves that it was a member when the commit was sent, and the group takes partitions away not earlier
 * than a session timeout after that. The committed offsets are for tools that show the lag; the state has its own.
 */
public final class GroupPartitions implements PartitionSource {
    private static final Logger LOG = LoggerFactory.getLogger(GroupPartitions.class);
    private static final int DEFAULT_SESSION_MS = 10_000;
    private static final long COMMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String group;
    private final String address;
    private final Map<String, String> clients;
    private final long sessionNanos;
    private volatile Map<Integer, String> addresses = Map.of();
    private volatile long heldUntil = System.nanoTime();
    private volatile boolean owns;
    private long committed = System.nanoTime() - COMMIT_NANOS;

    /**
     * @param group name of the group
     * @param address host:port at which the others reach this instance
     * @param clients properties of the Kafka clients
     */
    public GroupPartitions(String group, String address, Map<String, String> clients) {
        this.group = group;
        this.address = address;
        this.clients = Map.copyOf(clients);
        sessionNanos = TimeUnit.MILLISECONDS.toNanos(sessionMs());
    }

    private int sessionMs() {
        String given = clients.get(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
        return given == null ? DEFAULT_SESSION_MS : Integer.parseInt(given.strip());
    }

    @Override
    public Map<String, Object> consumerConfig() {
        Map<String, Object> config = new HashMap<>();
        config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, sessionMs());
        config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, sessionMs() / 4);
        // Snapshots of a large partition are read between two polls.
        config.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, (int) TimeUnit.MINUTES.toMillis(30));
        config.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, PeerAssignor.class.getName());
        config.put(PeerAssignor.ADDRESS, address);
        java.util.function.Consumer<Map<Integer, String>> receiver = this::receive;
        config.put(PeerAssignor.RECEIVER, receiver);
        return config;
    }

    private void receive(Map<Integer, String> all) {
        Map<Integer, String> others = new HashMap<>(all);
        others.values().removeIf(address::equals);
        addresses = Map.copyOf(others);
    }

    @Override
    public void begin(Consumer<byte[], byte[]> consumer, Set<TopicPartition> all, Receiver receiver) {
        Set<String> topics = new HashSet<>();
        all.forEach(partition -> topics.add(partition.topic()));
        consumer.subscribe(topics, new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                owns |= !partitions.isEmpty();
                receiver.gained(new HashSet<>(partitions));
                LOG.info("this instance has {} more partitions; others have {}", partitions.size(), addresses);
            }

            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                receiver.lost(new HashSet<>(partitions));
            }
        });
    }

    @Override
    public Map<Integer, String> others() {
        return addresses;
    }

    @Override
    public void applied(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> nextOffsets) {
        owns = !nextOffsets.isEmpty();
        long now = System.nanoTime();
        if (nextOffsets.isEmpty() || now - committed < COMMIT_NANOS) {
            return;
        }
        committed = now;
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        nextOffsets.forEach((partition, offset) -> offsets.put(partition, new OffsetAndMetadata(offset)));
        consumer.commitAsync(offsets, (done, failure) -> {
            if (failure == null) {
                heldUntil = now + sessionNanos;
            }
        });
    }

    @Override
    public boolean isHeld() {
        return !owns || System.nanoTime() - heldUntil < 0;
    }
}
