package dev.velella.kit.cluster;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;

/** Helps with topics that were just created. */
public final class NewTopics {
    private static final long PAUSE_MS = 20;

    private NewTopics() {}

    /**
     * Waits until the leaders of a new topic answer. An idempotent producer must not write before. Otherwise the broker
     * may refuse the producer's first batch, and accept the second one as the first batch of an unknown producer. The
     * producer then tries its first batch again, without success, until {@code delivery.timeout.ms} (seen on Kafka
     * 4.3.1).
     *
     * @param patience how long to ask again while the topic is not known yet
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
                // An unknown topic gives such an exception: the broker that was asked has not heard of the topic yet.
                if (!(e.getCause() instanceof RetriableException) || System.nanoTime() > deadline) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            }
        }
    }
}
