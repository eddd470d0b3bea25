package dev.velella.cluster;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;

/** Topics that were just made. */
public final class NewTopics {
    private static final long PAUSE_MS = 20;

    private NewTopics() {}

    /**
     * Waits until the leaders of a new topic answer. Before that an idempotent producer may find its first batch refused
     * and the one after it taken as the first of an unknown producer; it then tries the first one in vain until
     * {@code delivery.timeout.ms} (seen on Kafka 4.3.1).
     *
     * @param patience how long to ask again where the topic is not known yet
     * @throws ExecutionException if the cluster refuses, or the topic is not known after that time
     */
    public static void awaitLeaders(Admin admin, String topic, int partitions, Duration patience)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
        }
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                admin.listOffsets(ends).all().get();
                return;
            } catch (ExecutionException e) {
                // An unknown topic is one of these: the broker that was asked has not heard of it yet.
                if (!(e.getCause() instanceof RetriableException) || System.nanoTime() > deadline) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            }
        }
    }
}
