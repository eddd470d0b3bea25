package dev.velella.diff.app;

import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.FrameSettings;
import dev.velella.diff.options.TopicSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Checks before the start that the app has the rights (ACLs) that it needs. Without this check a missing right would
 * end one thread after the other. The exceptions of Kafka name the topic, sometimes not even the transactional id, and
 * never the missing right.
 */
final class DiffRights {
    private final Admin admin;
    private final DiffConfig config;
    private final String application;

    DiffRights(Admin admin, DiffConfig config) {
        this.admin = admin;
        this.config = config;
        application = String.valueOf(config.streamsProperties().get(StreamsConfig.APPLICATION_ID_CONFIG));
    }

    /**
     * Asks the cluster for the rights of the app. Changes nothing.
     *
     * @param inputs the input topics, with their numbers of partitions
     * @param stores names of the state stores
     * @throws AuthorizationException if a right is missing; the message names it
     */
    void check(Map<String, Integer> inputs, List<String> stores) {
        topics(inputs.keySet()).forEach(this::checkTopic);
        stores.forEach(store -> checkChangelog(store, DiffTopics.most(inputs)));
        if (isRefused(admin.listConsumerGroupOffsets(application).all())) {
            throw missing("Read", "group " + application);
        }
        boolean transactions = StreamsConfig.EXACTLY_ONCE_V2.equals(
                config.streamsProperties().get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
        String transaction = application + "-rights";
        if (transactions
                && isRefused(admin.describeTransactions(List.of(transaction)).all())) {
            throw missing("Write", "transactional ids that begin with " + application + "-");
        }
    }

    /** Makes the exception for a missing right. */
    static AuthorizationException missing(String right, String resource) {
        return new AuthorizationException("the app has not all rights: its principal needs the ACL operation " + right
                + " on the " + resource + "; docs/security.md lists all that it needs");
    }

    private Map<String, AclOperation> topics(Set<String> inputs) {
        TopicSettings topics = config.topics();
        Map<String, AclOperation> needed = new LinkedHashMap<>();
        inputs.forEach(input -> needed.put(input, AclOperation.READ));
        for (String written : new String[] {topics.output(), topics.late(), topics.deadLetters(), topics.snapshots()}) {
            if (written != null) {
                needed.put(written, AclOperation.WRITE);
            }
        }
        FrameSettings frames = config.settings().frames();
        if (frames.writesDictionaries()) {
            needed.put(frames.dictionaries(), AclOperation.WRITE);
        }
        return needed;
    }

    /** Checks a right on a topic, if the topic exists. */
    void checkTopic(String topic, AclOperation needed) {
        Optional<Set<AclOperation>> allowed = allowed(topic);
        if (allowed.isPresent() && !allowed.get().contains(needed)) {
            throw missing(needed == AclOperation.READ ? "Read" : "Write", "topic " + topic);
        }
    }

    /**
     * The operations that the principal may do on a topic; empty if the topic does not exist, or the cluster does not
     * tell.
     */
    private Optional<Set<AclOperation>> allowed(String topic) {
        DescribeTopicsOptions options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
        try {
            Map<String, TopicDescription> found =
                    answer(admin.describeTopics(List.of(topic), options).allTopicNames());
            return Optional.ofNullable(found.get(topic)).map(TopicDescription::authorizedOperations);
        } catch (UnknownTopicOrPartitionException e) {
            return Optional.empty();
        } catch (TopicAuthorizationException e) {
            return Optional.of(Set.of());
        }
    }

    /** Checks the rights for the changelog topic of a store, which Kafka Streams creates, reads and writes. */
    private void checkChangelog(String store, int partitions) {
        String changelog = application + "-" + store + "-changelog";
        Optional<Set<AclOperation>> allowed = allowed(changelog);
        if (allowed.isPresent()) {
            for (AclOperation needed : List.of(AclOperation.READ, AclOperation.WRITE)) {
                checkTopic(changelog, needed);
            }
        } else if (isRefused(admin.createTopics(
                        List.of(new NewTopic(changelog, Optional.of(partitions), Optional.empty())),
                        new CreateTopicsOptions().validateOnly(true))
                .all())) {
            throw missing("Create", "topic " + changelog);
        }
    }

    /**
     * Whether the cluster refuses the request because a right is missing. Refusals for other reasons do not count here.
     */
    private static boolean isRefused(KafkaFuture<?> question) {
        try {
            answer(question);
            return false;
        } catch (AuthorizationException e) {
            return true;
        } catch (KafkaException e) {
            return false;
        }
    }

    private static <T> T answer(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KafkaException known) {
                throw known;
            }
            throw new KafkaException("the cluster did not answer: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while asking the cluster", e);
        }
    }
}
