package dev.velella.status.read;

import dev.velella.status.read.TailLook.Tail;
import dev.velella.view.app.HeldViews;
import dev.velella.view.options.ViewConfig;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads how far a view app is, and what holds in it: from its consumer group, and from its topic of epochs, of which it reads one
 * partition and each record once. Not thread-safe.
 */
public final class ViewLook {
    private static final Logger LOG = LoggerFactory.getLogger(ViewLook.class);

    private final String application;
    private HeldViews held = new HeldViews();
    private long next;

    ViewLook(String application) {
        this.application = application;
    }

    /**
     * What the brokers tell of a view app.
     *
     * @param members members of its consumer group; null if this client may not see the group
     * @param lag records of its topics that it has not processed; null if nobody tells
     * @param lagMs how long the oldest of them has waited, in ms; null if nobody tells
     * @param held what holds in it; null if its topic of epochs could not be read to the end
     */
    public record Result(
            @Nullable Integer members, @Nullable Long lag, @Nullable Long lagMs, @Nullable HeldViews held) {
        /** Nobody tells anything. */
        public static final Result UNKNOWN = new Result(null, null, null, null);
    }

    /** Asks the brokers; null if there is no such app, or this client has no right to see its topic of epochs. */
    @Nullable
    Result read(ClusterLook cluster, Admin client, TailLook tails)
            throws InterruptedException, ExecutionException, TimeoutException {
        TopicPartition epochs = new TopicPartition(ViewConfig.epochsTopic(application), 0);
        Map<String, Integer> partitions = cluster.partitions(client, List.of(epochs.topic()));
        if (partitions.isEmpty()) {
            held = new HeldViews();
            next = 0;
            return null;
        }
        try {
            Map<TopicPartition, Long> done = cluster.committed(client, application);
            Set<String> topics = new TreeSet<>(Set.of(epochs.topic()));
            done.keySet().forEach(partition -> topics.add(partition.topic()));
            Map<TopicPartition, Tail> ends = tails.tails(ClusterLook.all(cluster.partitions(client, topics)));
            hold(tails, epochs, ends.get(epochs));
            long lag = 0;
            Map<TopicPartition, Long> waiting = new HashMap<>();
            for (Map.Entry<TopicPartition, Tail> end : ends.entrySet()) {
                long begin = end.getValue().bounds().begin();
                long from = Math.max(begin, done.getOrDefault(end.getKey(), begin));
                if (end.getValue().bounds().end() > from) {
                    lag += end.getValue().bounds().end() - from;
                    waiting.put(end.getKey(), from);
                }
            }
            boolean isKnown = !done.isEmpty();
            return new Result(
                    members(cluster, client, isKnown),
                    isKnown ? lag : null,
                    isKnown ? age(tails.times(waiting).values()) : null,
                    next >= end(ends.get(epochs)) ? held : null);
        } catch (AuthorizationException e) {
            LOG.debug("Topics of the view app cannot be read", e);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof AuthorizationException)) {
                throw e;
            }
            LOG.debug("The view app cannot be seen", e);
        }
        return Result.UNKNOWN;
    }

    private static Long age(Collection<Long> times) {
        long now = System.currentTimeMillis();
        return times.stream().mapToLong(time -> Math.max(0, now - time)).max().orElse(0);
    }

    private static long end(@Nullable Tail tail) {
        return tail == null ? 0 : tail.bounds().end();
    }

    private void hold(TailLook tails, TopicPartition epochs, @Nullable Tail tail) {
        long end = end(tail);
        if (end < next) { // the topic was made anew
            held = new HeldViews();
            next = 0;
        }
        if (end > next) {
            next = Math.min(end, tails.read(epochs, next, end, this::take)); // not behind markers of transactions
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        try {
            held.take(record.key(), record.value());
        } catch (RuntimeException e) { // a record of somebody else, or of a later version: the app itself tells
            LOG.warn("{}-{}@{} is no epoch", record.topic(), record.partition(), record.offset(), e);
        }
    }

    /** A group that has committed and is none of consumers is one of another protocol. */
    private @Nullable Integer members(ClusterLook cluster, Admin client, boolean hasCommitted)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return cluster
                    .get(client.describeConsumerGroups(List.of(application)).all())
                    .values()
                    .stream()
                    .mapToInt(group -> group.members().size())
                    .sum();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return hasCommitted ? null : 0;
            }
            throw e;
        }
    }
}
