package dev.velella.serve.intake;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** This instance is alone and reads all partitions. Stateless. */
public final class AllPartitions implements PartitionSource {
    @Override
    public Map<String, Object> consumerConfig() {
        return Map.of();
    }

    @Override
    public void begin(Consumer<byte[], byte[]> consumer, Set<TopicPartition> all, Receiver receiver) {
        consumer.assign(all);
        receiver.gained(all);
    }

    @Override
    public Map<Integer, String> others() {
        return Map.of();
    }

    @Override
    public void applied(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> nextOffsets) {}

    @Override
    public boolean isHeld() {
        return true;
    }
}
