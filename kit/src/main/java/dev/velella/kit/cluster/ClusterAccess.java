package dev.velella.kit.cluster;

import dev.velella.kit.secret.ClientErrors;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks the Kafka cluster about topics, with the options of {@link ClusterOptions}. It can also create a topic. It never
 * changes an existing topic.
 *
 * <p>Every question has a time limit. Thread-safe.
 */
public final class ClusterAccess implements AutoCloseable {
    /** Longest wait for the end of the client's thread; the thread has nothing left to finish. */
    private static final Duration CLOSE_TIME = Duration.ofSeconds(1);

    /**
     * The client itself ends a question at its time limit. This class gives up the question if the client has not ended
     * it this much later.
     */
    private static final long GRACE_MS = 500;

    private final Admin admin;
    private final String servers;

    private ClusterAccess(Admin admin, String servers) {
        this.admin = admin;
        this.servers = ClusterOptions.BOOTSTRAP_SERVERS_CONFIG + "=" + servers;
    }

    /**
     * Access with the options of a connector; empty if the options give no access. Does not connect yet.
     *
     * @throws ClusterAccessException if no client can be made with the options
     */
    public static Optional<ClusterAccess> of(Map<String, ?> properties) {
        if (!ClusterOptions.isGiven(properties)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ClusterAccess(
                    Admin.create(ClusterOptions.clientProperties(properties)),
                    String.valueOf(properties.get(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG))));
        } catch (KafkaException e) {
            throw new ClusterAccessException(
                    "no client can be made of " + ClusterOptions.PREFIX + "*: " + ClientErrors.describe(e), null);
        }
    }

    /**
     * The cluster's facts about a topic; empty if the topic does not exist.
     *
     * @param timeout longest time for the answer
     * @throws ClusterAccessException if there is no answer in time, or the cluster refuses
     */
    public Optional<TopicFacts> describe(String topic, Duration timeout) {
        return Optional.ofNullable(describe(Set.of(topic), timeout).get(topic));
    }

    /**
     * The number of partitions of a topic; empty if the topic does not exist. Unlike {@link #describe}, this needs no more
     * than the right to write to the topic.
     *
     * @param timeout longest time for the answer
     * @throws ClusterAccessException if there is no answer in time, or the cluster refuses
     */
    public OptionalInt partitions(String topic, Duration timeout) {
        DescribeTopicsOptions options = new DescribeTopicsOptions().timeoutMs(Math.toIntExact(timeout.toMillis()));
        try {
            return answer(admin.describeTopics(Set.of(topic), options).allTopicNames(), timeout).values().stream()
                    .mapToInt(description -> description.partitions().size())
                    .findFirst();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return OptionalInt.empty();
            }
            throw refused("topic " + topic, "Describe on it", timeout, e);
        }
    }

    /** As {@link #describe(String, Duration)} for several topics; topics that do not exist are left out. */
    public Map<String, TopicFacts> describe(Collection<String> topics, Duration timeout) {
        int timeoutMs = Math.toIntExact(timeout.toMillis());
        List<ConfigResource> resources = topics.stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        Map<String, KafkaFuture<TopicDescription>> descriptions = admin.describeTopics(
                        topics, new DescribeTopicsOptions().timeoutMs(timeoutMs))
                .topicNameValues();
        Map<ConfigResource, KafkaFuture<Config>> configs = admin.describeConfigs(
                        resources, new DescribeConfigsOptions().timeoutMs(timeoutMs))
                .values();
        Map<String, TopicFacts> facts = new HashMap<>();
        for (ConfigResource resource : resources) {
            String topic = resource.name();
            KafkaFuture<TopicDescription> description = descriptions.get(topic);
            KafkaFuture<Config> config = configs.get(resource);
            if (description != null && config != null) {
                facts(topic, description, config, timeout).ifPresent(found -> facts.put(topic, found));
            }
        }
        return facts;
    }

    /**
     * The settings of a topic that differ from the wanted values: a map from the name to the topic's value.
     *
     * @param wanted values by name; in a value that is a list the order does not matter
     * @param timeout longest time for the answer
     * @throws ClusterAccessException if there is no answer in time, or the cluster refuses
     */
    public Map<String, String> otherSettings(String topic, Map<String, String> wanted, Duration timeout) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        DescribeConfigsOptions options = new DescribeConfigsOptions().timeoutMs(Math.toIntExact(timeout.toMillis()));
        try {
            Map<ConfigResource, Config> found =
                    answer(admin.describeConfigs(List.of(resource), options).all(), timeout);
            Map<String, String> others = new TreeMap<>();
            for (Config config : found.values()) {
                wanted.forEach((name, value) -> {
                    ConfigEntry entry = config.get(name);
                    String there = entry == null || entry.value() == null ? "" : entry.value();
                    if (!parts(there).equals(parts(value))) {
                        others.put(name, there);
                    }
                });
            }
            return others;
        } catch (ExecutionException e) {
            throw refused("the settings of topic " + topic, "DescribeConfigs on it", timeout, e);
        }
    }

    /**
     * Names of all topics that the client may see, without Kafka's internal topics.
     *
     * @throws ClusterAccessException if there is no answer in time, or the cluster refuses
     */
    public Set<String> topics(Duration timeout) {
        ListTopicsOptions options = new ListTopicsOptions().timeoutMs(Math.toIntExact(timeout.toMillis()));
        try {
            return Set.copyOf(answer(admin.listTopics(options).names(), timeout));
        } catch (ExecutionException e) {
            throw refused("the list of topics", "Describe on its topics", timeout, e);
        }
    }

    /**
     * The offsets of partitions: first record, end, and the committed offset of a consumer group.
     *
     * @param group need not exist
     * @param partitions of topics that exist
     * @throws ClusterAccessException if there is no answer in time, or the cluster refuses
     */
    public Map<TopicPartition, PartitionRange> ranges(
            String group, Collection<TopicPartition> partitions, Duration timeout) {
        int timeoutMs = Math.toIntExact(timeout.toMillis());
        ListOffsetsOptions offsets = new ListOffsetsOptions().timeoutMs(timeoutMs);
        ListOffsetsResult starts = admin.listOffsets(each(partitions, OffsetSpec.earliest()), offsets);
        ListOffsetsResult ends = admin.listOffsets(each(partitions, OffsetSpec.latest()), offsets);
        KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> committed = admin.listConsumerGroupOffsets(
                        group, new ListConsumerGroupOffsetsOptions().timeoutMs(timeoutMs))
                .partitionsToOffsetAndMetadata();
        try {
            Map<TopicPartition, OffsetAndMetadata> positions = answer(committed, timeout);
            Map<TopicPartition, PartitionRange> ranges = new HashMap<>();
            for (TopicPartition partition : partitions) {
                OffsetAndMetadata position = positions.get(partition);
                ranges.put(
                        partition,
                        new PartitionRange(
                                answer(starts.partitionResult(partition), timeout)
                                        .offset(),
                                answer(ends.partitionResult(partition), timeout).offset(),
                                position == null ? OptionalLong.empty() : OptionalLong.of(position.offset())));
            }
            return ranges;
        } catch (ExecutionException e) {
            throw refused("offsets of " + partitions, "Describe on the topics and on group " + group, timeout, e);
        }
    }

    /**
     * Creates a topic and waits until it can be written to; does nothing if the topic exists.
     *
     * @param timeout longest time for each answer
     * @throws ClusterAccessException if there is no answer in time, or the cluster refuses
     */
    public void create(NewTopic topic, Duration timeout) {
        try {
            CreateTopicsResult created = create(topic, timeout, false);
            NewTopics.awaitLeaders(admin, topic.name(), answer(created.numPartitions(topic.name()), timeout), timeout);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw notCreated(topic, timeout, e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterAccessException("interrupted while topic " + topic.name() + " was created", e);
        }
    }

    /**
     * Asks whether a topic could be created, and creates nothing.
     *
     * @param timeout longest time for the answer
     * @throws ClusterAccessException if there is no answer in time, or the cluster would refuse; an existing topic is
     *     no error
     */
    public void tryCreate(NewTopic topic, Duration timeout) {
        try {
            answer(create(topic, timeout, true).all(), timeout);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw notCreated(topic, timeout, e);
            }
        }
    }

    private CreateTopicsResult create(NewTopic topic, Duration timeout, boolean validateOnly) {
        return admin.createTopics(
                List.of(topic),
                new CreateTopicsOptions()
                        .timeoutMs(Math.toIntExact(timeout.toMillis()))
                        .validateOnly(validateOnly));
    }

    private ClusterAccessException notCreated(NewTopic topic, Duration timeout, ExecutionException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        if (cause instanceof ApiException
                && !(cause instanceof AuthenticationException)
                && !(cause instanceof org.apache.kafka.common.errors.TimeoutException)) {
            String right = cause instanceof AuthorizationException
                    ? "; the principal of " + ClusterOptions.PREFIX + "* needs Create on it"
                    : "";
            return new ClusterAccessException(
                    "the cluster at " + servers + " does not create topic " + topic.name() + ": " + rootMessage(cause)
                            + right,
                    cause);
        }
        return refused("topic " + topic.name(), "Create on it", timeout, failure);
    }

    /**
     * The identity of the cluster.
     *
     * @param timeout longest time for the answer
     * @throws ClusterAccessException if there is no answer in time, or the cluster refuses
     */
    public String id(Duration timeout) {
        try {
            return answer(
                    admin.describeCluster(new DescribeClusterOptions().timeoutMs(Math.toIntExact(timeout.toMillis())))
                            .clusterId(),
                    timeout);
        } catch (ExecutionException e) {
            throw refused("itself", "Describe on the cluster", timeout, e);
        }
    }

    /**
     * The offset that the next record of a partition will have.
     *
     * @param timeout longest time for the answer
     * @throws ClusterAccessException if there is no answer in time, or the cluster refuses
     */
    public long end(TopicPartition partition, Duration timeout) {
        return offset(partition, OffsetSpec.latest(), timeout);
    }

    /**
     * The offset of the first record of a partition; the end if it has none.
     *
     * @param timeout longest time for the answer
     * @throws ClusterAccessException if there is no answer in time, or the cluster refuses
     */
    public long start(TopicPartition partition, Duration timeout) {
        return offset(partition, OffsetSpec.earliest(), timeout);
    }

    private long offset(TopicPartition partition, OffsetSpec spec, Duration timeout) {
        ListOffsetsOptions options = new ListOffsetsOptions().timeoutMs(Math.toIntExact(timeout.toMillis()));
        try {
            return answer(admin.listOffsets(Map.of(partition, spec), options).partitionResult(partition), timeout)
                    .offset();
        } catch (ExecutionException e) {
            throw refused("the offsets of " + partition, "Describe on the topic", timeout, e);
        }
    }

    private static Map<TopicPartition, OffsetSpec> each(Collection<TopicPartition> partitions, OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
        partitions.forEach(partition -> specs.put(partition, spec));
        return specs;
    }

    private Optional<TopicFacts> facts(
            String topic, KafkaFuture<TopicDescription> description, KafkaFuture<Config> config, Duration timeout) {
        try {
            TopicDescription found = answer(description, timeout);
            return Optional.of(new TopicFacts(
                    topic, found.partitions().size(), found.topicId(), policies(answer(config, timeout))));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw refused("topic " + topic, "Describe and DescribeConfigs on it", timeout, e);
        }
    }

    private static Set<String> policies(Config config) {
        ConfigEntry entry = config.get(TopicConfig.CLEANUP_POLICY_CONFIG);
        return parts(entry == null || entry.value() == null ? "" : entry.value());
    }

    private static Set<String> parts(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.toSet());
    }

    private <T> T answer(KafkaFuture<T> future, Duration timeout) throws ExecutionException {
        try {
            return future.get(timeout.toMillis() + GRACE_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw silent(timeout, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterAccessException("interrupted while asking the cluster at " + servers, e);
        }
    }

    private ClusterAccessException refused(String what, String rights, Duration timeout, ExecutionException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        if (cause instanceof org.apache.kafka.common.errors.TimeoutException) {
            return silent(timeout, cause);
        }
        if (cause instanceof AuthorizationException) {
            return new ClusterAccessException(
                    "the cluster at " + servers + " does not allow to look at " + what + ": the principal of "
                            + ClusterOptions.PREFIX + "* needs " + rights,
                    cause);
        }
        if (cause instanceof AuthenticationException) {
            return new ClusterAccessException(
                    "the cluster at " + servers + " refuses the login of " + ClusterOptions.PREFIX + "*: "
                            + cause.getMessage() + "; see kafka.security.protocol, kafka.sasl.* and kafka.ssl.*",
                    cause);
        }
        return new ClusterAccessException(
                "the cluster at " + servers + " does not tell about " + what + ": " + rootMessage(cause), cause);
    }

    private ClusterAccessException silent(Duration timeout, Throwable cause) {
        return new ClusterAccessException(
                "no answer from the cluster at " + servers + " within " + timeout.toMillis()
                        + " ms; is it up, and does kafka.security.protocol fit its listener?",
                cause);
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    /** Takes at most a second. Questions that other threads still ask fail. */
    @Override
    public void close() {
        admin.close(CLOSE_TIME);
    }
}
