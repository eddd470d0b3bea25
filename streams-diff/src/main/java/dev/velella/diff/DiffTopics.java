package dev.velella.diff;

import dev.velella.keyframe.JellyMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sees to it that the topics are there and fit together, before the app starts. */
final class DiffTopics {
    private static final Logger LOG = LoggerFactory.getLogger(DiffTopics.class);

    private final Admin admin;
    private final DiffConfig config;

    DiffTopics(Admin admin, DiffConfig config) {
        this.admin = admin;
        this.config = config;
    }

    /**
     * Checks the input topic, and creates the output topic where it is missing.
     *
     * @throws ConfigException if the input topic does not exist, the output topic has another number of partitions, or one
     *     of them is compacted: compaction deletes patches that later ones build on, and key frames that stateful records
     *     need
     * @throws KafkaException if the cluster cannot be asked, or refuses
     */
    void prepare() {
        String input = config.inputTopic();
        int partitions = partitions(input)
                .orElseThrow(() -> new ConfigException(
                        DiffConfig.INPUT_TOPIC_CONFIG, input, "the topic does not exist; create it first"));
        if (config.settings().frames().mode() != JellyMode.SELF_CONTAINED) {
            refuseCompacted(
                    DiffConfig.INPUT_TOPIC_CONFIG,
                    input,
                    "which deletes the key frames that stateful records need; set cleanup.policy=delete for it, or, if all"
                            + " its records are self-contained, " + FrameOptions.MODE_CONFIG + "=self-contained here");
        }
        String output = config.outputTopic();
        OptionalInt existing = partitions(output);
        if (existing.isEmpty() && create(output, partitions)) {
            return;
        }
        int found =
                existing.isPresent() ? existing.getAsInt() : partitions(output).orElse(0);
        if (found != partitions) {
            throw new ConfigException(
                    DiffConfig.OUTPUT_TOPIC_CONFIG,
                    output,
                    "the topic has " + found + " partitions, but the input topic " + input + " has " + partitions
                            + "; both must have the same number");
        }
        refuseCompacted(
                DiffConfig.OUTPUT_TOPIC_CONFIG,
                output,
                "which deletes patches that later ones build on; set cleanup.policy=delete for it, or name another topic");
    }

    private void refuseCompacted(String option, String topic, String why) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        String found;
        try {
            found = result(admin.describeConfigs(List.of(resource)).all()).values().stream()
                    .flatMap(all -> Optional.ofNullable(all.get(TopicConfig.CLEANUP_POLICY_CONFIG)).stream())
                    .map(policy -> String.valueOf(policy.value()))
                    .findFirst()
                    .orElse("");
        } catch (AuthorizationException e) {
            LOG.warn(
                    "Whether the topic {} is compacted cannot be checked, as the app may not describe its configuration"
                            + " (ACL operation DescribeConfigs); it must not be, {}",
                    topic,
                    why);
            return;
        }
        if (found.contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            throw new ConfigException(option, topic, "the topic has cleanup.policy=" + found + ", " + why);
        }
    }

    private OptionalInt partitions(String topic) {
        try {
            Map<String, TopicDescription> found =
                    result(admin.describeTopics(List.of(topic)).allTopicNames());
            return found.values().stream()
                    .mapToInt(description -> description.partitions().size())
                    .findFirst();
        } catch (UnknownTopicOrPartitionException e) {
            return OptionalInt.empty();
        }
    }

    /** Whether the topic was created; false where somebody else was faster. */
    private boolean create(String topic, int partitions) {
        NewTopic wanted = new NewTopic(topic, Optional.of(partitions), replicas())
                .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE));
        try {
            result(admin.createTopics(List.of(wanted)).all());
        } catch (TopicExistsException e) {
            return false;
        }
        LOG.info("Created the output topic {} with {} partitions", topic, partitions);
        return true;
    }

    private Optional<Short> replicas() {
        short factor = config.outputReplicationFactor();
        return factor < 0 ? Optional.empty() : Optional.of(factor);
    }

    private <T> T result(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TimeoutException) {
                throw new KafkaException("no answer from the cluster at " + servers() + "; is it up?", e.getCause());
            }
            if (e.getCause() instanceof KafkaException known) {
                throw known;
            }
            throw new KafkaException("the cluster did not answer: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while asking the cluster", e);
        }
    }

    private String servers() {
        Object servers = config.streamsProperties().get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
        return CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG + "=" + servers;
    }
}
