package dev.velella.diff.app;

import dev.velella.kit.thread.Daemon;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows whether the brokers that lead the app's topics answer, and whether a topic that the app writes was deleted. Kafka
 * Streams stays {@code RUNNING} in both cases, and waits for ever. Asks every few seconds, on a thread of its own; owns the
 * client. An answer that refuses is an answer too. Thread-safe.
 */
final class BrokerContact implements AutoCloseable {
    /** A silence of this length is a problem. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Logger LOG = LoggerFactory.getLogger(BrokerContact.class);

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

        /** What is wrong with the topics, as the last answer says; null if nothing is. */
        default @Nullable String complaint() {
            return null;
        }

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
     * @param outputs topics that were made already and must stay
     */
    static Question ofTopics(Admin admin, Map<String, Integer> topics, Supplier<Set<String>> outputs, int timeoutMs) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        topics.forEach((topic, partitions) -> {
            for (int partition = 0; partition < partitions; partition++) {
                ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
            }
        });
        return new Question() {
            private final Map<String, Uuid> seen = new HashMap<>();
            private volatile @Nullable String complaint;

            @Override
            public boolean ask() throws InterruptedException {
                try {
                    complaint = lost(outputs.get());
                    if (complaint == null) {
                        admin.listOffsets(ends, new ListOffsetsOptions().timeoutMs(timeoutMs))
                                .all()
                                .get(2L * timeoutMs, TimeUnit.MILLISECONDS);
                    }
                    return true;
                } catch (ExecutionException e) {
                    return !(e.getCause() instanceof RetriableException); // a timeout is one
                } catch (TimeoutException e) {
                    return false;
                }
            }

            /** A topic that is another one than before has lost what was in it. */
            private @Nullable String lost(Set<String> names)
                    throws InterruptedException, ExecutionException, TimeoutException {
                seen.keySet().retainAll(names); // what is no output any more may be deleted
                DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs(timeoutMs);
                for (var answer :
                        admin.describeTopics(names, options).topicNameValues().entrySet()) {
                    String topic = answer.getKey();
                    try {
                        Uuid id = answer.getValue()
                                .get(2L * timeoutMs, TimeUnit.MILLISECONDS)
                                .topicId();
                        if (!id.equals(seen.computeIfAbsent(topic, none -> id))) {
                            return "the topic " + topic
                                    + " was deleted and created again: what has not changed since is"
                                    + " not in it";
                        }
                    } catch (ExecutionException e) {
                        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                            throw e;
                        }
                        if (seen.containsKey(topic)) { // else it is new, and the broker may not know it yet
                            return "the topic " + topic + " was deleted: the app waits for it and writes nothing";
                        }
                    }
                }
                return null;
            }

            @Override
            public @Nullable String complaint() {
                return complaint;
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
        String before = question.complaint();
        if (question.ask()) {
            answeredAt = begun;
        }
        String now = question.complaint();
        if (now != null && !now.equals(before)) {
            LOG.error("{}", now);
        }
    }

    /** Why the app cannot work; null if the brokers answer, and have its topics. */
    @Nullable
    String problem() {
        long silent = nanos.getAsLong() - answeredAt;
        return silent < PATIENCE.toNanos()
                ? question.complaint()
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
