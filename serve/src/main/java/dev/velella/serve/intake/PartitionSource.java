package dev.velella.serve.intake;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Decides which partitions this instance reads. Used by the thread of the {@link LogFollower} alone, except for the methods
 * that say otherwise.
 */
public interface PartitionSource {
    /** Receives the partitions. Called in a poll of the consumer, or in {@link #begin}. */
    interface Receiver {
        /** The instance has these partitions too. */
        void gained(Set<TopicPartition> partitions);

        /** The instance does not have these partitions any more. */
        void lost(Set<TopicPartition> partitions);
    }

    /** Settings for the consumer. */
    Map<String, Object> consumerConfig();

    /** Begins to give partitions to the receiver. */
    void begin(Consumer<byte[], byte[]> consumer, Set<TopicPartition> all, Receiver receiver);

    /** The partitions of other instances, and their addresses. */
    Map<Integer, String> others();

    /** Called after every poll, with the offsets up to which the partitions were applied. */
    void applied(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> nextOffsets);

    /** Whether no other instance can have partitions of this one at this moment. Any thread may call this. */
    boolean isHeld();
}
