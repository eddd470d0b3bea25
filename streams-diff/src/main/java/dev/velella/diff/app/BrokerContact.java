package dev.velella.diff.app;

import dev.velella.kit.thread.Daemon;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether the brokers that lead the app's topics answer. Kafka Streams stays {@code RUNNING} while they do not. Asks
 * them every few seconds, on a thread of its own; owns the client. An answer that refuses is an answer too. Thread-safe.
 */
final class BrokerContact implements AutoCloseable {
    /** A silence of this length is a problem. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final long PERIOD_MS = 5_000;

    /** Longest wait for an answer, in ms. */
    static final int TIMEOUT_MS = 10_000;

    private final Question question;
    private final LongSupplier nanos;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile long answeredAt;
    private @Nullable Thread thread;

    /** Asks the brokers. */
    interface Question extends AutoCloseable {
        /**
         * Asks once.
         *
         * @return whether all have answered in time
         */
        boolean ask() throws InterruptedException;

        @Override
        default void close() {}
    }

    /**
     * Asks nobody before {@link #start}.
     *
     * @param nanos a clock in ns
     */
    BrokerContact(Question question, LongSupplier nanos) {
        this.question = question;
        this.nanos = nanos;
        answeredAt = nanos.getAsLong();
    }

    /**
     * Asks the leaders of some topics for the ends of their partitions. Closes the client.
     *
     * @param topics number of partitions of each topic
     */
    static Question ofTopics(Admin admin, Map<String, Integer> topics, int timeoutMs) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        topics.forEach((topic, partitions) -> {
            for (int partition = 0; partition < partitions; partition++) {
                ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
            }
        });
        return new Question() {
            @Override
            public boolean ask() throws InterruptedException {
                try {
                    admin.listOffsets(ends, new ListOffsetsOptions().timeoutMs(timeoutMs))
                            .all()
                            .get(2L * timeoutMs, TimeUnit.MILLISECONDS);
                    return true;
                } catch (ExecutionException e) {
                    return !(e.getCause() instanceof RetriableException); // a timeout is one
                } catch (TimeoutException e) {
                    return false;
                }
            }

            @Override
            public void close() {
                admin.close(Duration.ZERO);
            }
        };
    }

    /** Begins to ask. */
    void start() {
        Thread asking = Daemon.of("velella-broker-contact", this::run);
        thread = asking;
        asking.start();
    }

    private void run() {
        try (question) {
            do {
                round();
            } while (!closed.await(PERIOD_MS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks once. */
    void round() throws InterruptedException {
        long begun = nanos.getAsLong();
        if (question.ask()) {
            answeredAt = begun;
        }
    }

    /** Why the app cannot work; null if the brokers answer. */
    @Nullable
    String problem() {
        long silent = nanos.getAsLong() - answeredAt;
        return silent < PATIENCE.toNanos()
                ? null
                : "the brokers have not answered for " + TimeUnit.NANOSECONDS.toSeconds(silent) + " s";
    }

    /** Ends the thread; does not wait for it. */
    @Override
    public void close() {
        closed.countDown();
        Thread asking = thread;
        if (asking != null) {
            asking.interrupt();
        }
    }
}
