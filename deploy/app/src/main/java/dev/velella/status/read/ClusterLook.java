package dev.velella.status.read;

import dev.velella.kit.secret.ClientErrors;
import dev.velella.letter.LetterHeaders;
import dev.velella.record.RecordHeaderNames;
import dev.velella.status.state.PipelineState.Endpoint;
import dev.velella.status.state.TopicState;
import dev.velella.status.state.TopicState.Bounds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Reads topics and offsets of groups at the brokers. Owns an admin client and a consumer that belongs to no group;
 * commits and writes nothing. Not thread-safe.
 */
public final class ClusterLook implements AutoCloseable {
    private final Map<String, String> clients;
    private final String servers;
    private final Duration timeout;
    private final ViewLook views;
    private @Nullable Admin admin;
    private @Nullable TailLook tails;

    /**
     * @param servers host and port of brokers, with commas between them
     * @param clients properties of the clients
     * @param viewApplication application id of the view app
     * @param timeout longest wait for a broker
     */
    public ClusterLook(String servers, Map<String, String> clients, String viewApplication, Duration timeout) {
        this.servers = servers;
        this.clients = Map.copyOf(clients);
        this.timeout = timeout;
        views = new ViewLook(viewApplication);
    }

    /**
     * The answers of the brokers.
     *
     * @param cluster whether they answer
     * @param topics the topics, in the given order
     * @param committed offsets of the groups
     * @param views the view app; null if there is none, or no broker answers
     */
    public record Result(
            Endpoint cluster,
            List<TopicState> topics,
            Map<String, Map<TopicPartition, Long>> committed,
            ViewLook.@Nullable Result views) {}

    /**
     * Asks the brokers. Does not throw.
     *
     * @param topics topics by name, with their roles
     * @param groups consumer groups
     */
    public Result read(Map<String, String> topics, Collection<String> groups) {
        try {
            Admin client = admin();
            Map<String, Integer> partitions = partitions(client, topics.keySet());
            Map<String, Map<TopicPartition, Long>> committed = new HashMap<>();
            for (String group : groups) {
                committed.put(group, committed(client, group));
            }
            Map<String, List<String>> cleanup = new HashMap<>();
            for (String topic : partitions.keySet()) {
                if (TopicState.DICTIONARIES.equals(topics.get(topic))) {
                    cleanup.put(topic, cleanup(client, topic));
                }
            }
            TailLook consumer = tails();
            return new Result(
                    new Endpoint(servers, true, ""),
                    states(consumer, topics, partitions, cleanup),
                    committed,
                    views.read(this, client, consumer));
        } catch (KafkaException | ExecutionException | TimeoutException e) {
            closeClients();
            String why = e instanceof TimeoutException ? "no broker answers" : ClientErrors.message(e);
            return new Result(new Endpoint(servers, false, why), List.of(), Map.of(), null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Result(new Endpoint(servers, false, "interrupted"), List.of(), Map.of(), null);
        }
    }

    private Admin admin() {
        if (admin == null) {
            Map<String, Object> config = new HashMap<>(clients);
            config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
            config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
            config.put(AdminClientConfig.CLIENT_ID_CONFIG, "velella-status");
            admin = Admin.create(config);
        }
        return admin;
    }

    private TailLook tails() {
        if (tails == null) {
            tails = new TailLook(clients, timeout);
        }
        return tails;
    }

    <T> T get(KafkaFuture<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(timeout.toMillis() + 500, TimeUnit.MILLISECONDS);
    }

    /** Numbers of partitions; topics that do not exist, or that this client may not see, are left out. */
    Map<String, Integer> partitions(Admin client, Collection<String> topics)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, Integer> partitions = new HashMap<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
                client.describeTopics(topics).topicNameValues().entrySet()) {
            try {
                partitions.put(
                        topic.getKey(), get(topic.getValue()).partitions().size());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException
                        || e.getCause() instanceof TopicAuthorizationException)) {
                    throw e;
                }
            }
        }
        return partitions;
    }

    /** The values of {@code cleanup.policy}; empty if this client may not see them. */
    private List<String> cleanup(Admin client, String topic)
            throws InterruptedException, ExecutionException, TimeoutException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            return get(client.describeConfigs(List.of(resource)).all()).values().stream()
                    .flatMap(config -> config.entries().stream())
                    .filter(entry -> entry.name().equals(TopicConfig.CLEANUP_POLICY_CONFIG) && entry.value() != null)
                    .flatMap(entry -> Arrays.stream(entry.value().split(",", -1)))
                    .map(String::strip)
                    .toList();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException
                    || e.getCause() instanceof UnknownTopicOrPartitionException) {
                return List.of();
            }
            throw e;
        }
    }

    /** The offsets that a group has committed; none if there is no such group. */
    Map<TopicPartition, Long> committed(Admin client, String group)
            throws InterruptedException, TimeoutException, ExecutionException {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        Map<TopicPartition, @Nullable OffsetAndMetadata> found;
        try {
            found = get(client.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return offsets;
            }
            throw e;
        }
        found.forEach((partition, offset) -> {
            if (offset != null) {
                offsets.put(partition, offset.offset());
            }
        });
        return offsets;
    }

    /** All partitions of topics. */
    static List<TopicPartition> all(Map<String, Integer> partitions) {
        List<TopicPartition> all = new ArrayList<>();
        partitions.forEach((topic, count) -> {
            for (int i = 0; i < count; i++) {
                all.add(new TopicPartition(topic, i));
            }
        });
        return all;
    }

    private static List<TopicState> states(
            TailLook consumer,
            Map<String, String> topics,
            Map<String, Integer> partitions,
            Map<String, List<String>> cleanup) {
        Map<TopicPartition, TailLook.Tail> ends = consumer.tails(all(partitions));
        List<TopicState> states = new ArrayList<>();
        topics.forEach((topic, role) -> {
            Map<Integer, Bounds> bounds = new TreeMap<>();
            ConsumerRecord<byte[], byte[]> newest = null;
            for (int i = 0; i < partitions.getOrDefault(topic, 0); i++) {
                TailLook.Tail tail = ends.get(new TopicPartition(topic, i));
                if (tail != null) {
                    bounds.put(i, tail.bounds());
                    ConsumerRecord<byte[], byte[]> last = tail.last();
                    if (last != null && (newest == null || last.timestamp() > newest.timestamp())) {
                        newest = last;
                    }
                }
            }
            states.add(state(topic, role, bounds, newest, cleanup.getOrDefault(topic, List.of())));
        });
        return states;
    }

    private static TopicState state(
            String topic,
            String role,
            Map<Integer, Bounds> bounds,
            @Nullable ConsumerRecord<byte[], byte[]> newest,
            List<String> cleanup) {
        long records = bounds.values().stream()
                .mapToLong(span -> span.end() - span.begin())
                .sum();
        return new TopicState(
                topic,
                role,
                bounds.size(),
                records,
                newest == null ? null : newest.timestamp(),
                newest == null || role.equals(TopicState.DICTIONARIES) ? "" : form(newest),
                newest == null || records == 0 ? "" : words(newest),
                cleanup,
                bounds);
    }

    private static String form(ConsumerRecord<byte[], byte[]> record) {
        if (record.headers().lastHeader("velella") != null) {
            return TopicState.ON_DICTIONARY;
        }
        if (record.headers().lastHeader("jelly") != null) {
            return "key frames";
        }
        String type = text(record, "content-type").toLowerCase(Locale.ROOT);
        return type.isEmpty() || type.startsWith(RecordHeaderNames.JELLY_RDF) ? "self-contained" : "other";
    }

    /** The reason of a dead letter: Velella's headers say it, or else the headers of Connect. */
    private static String words(ConsumerRecord<byte[], byte[]> record) {
        String own = text(record, LetterHeaders.MESSAGE);
        return own.isEmpty() ? text(record, "__connect.errors.exception.message") : own;
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    private void closeClients() {
        if (admin != null) {
            admin.close(Duration.ZERO);
            admin = null;
        }
        if (tails != null) {
            tails.close();
            tails = null;
        }
    }

    @Override
    public void close() {
        closeClients();
    }
}
