package dev.velella.diff.app;

import dev.velella.diff.options.DiffConfig;
import dev.velella.diff.options.FrameOptions;
import dev.velella.diff.options.FrameSettings;
import dev.velella.diff.options.InputTopics;
import dev.velella.diff.options.TopicOptions;
import dev.velella.diff.options.TopicSettings;
import dev.velella.kit.cluster.NewTopics;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes sure that the topics exist and fit together before the app starts. */
public final class DiffTopics {
    private static final Logger LOG = LoggerFactory.getLogger(DiffTopics.class);

    private static final String OTHER_PARTITIONS = "streams would come in other partitions than those that hold their"
            + " state. Copy the graphs to a new topic, or begin anew: " + DiffConfig.BEGIN_ANEW;

    private static final Duration LEADER_PATIENCE = Duration.ofSeconds(60);

    private final Admin admin;
    private final DiffConfig config;

    public DiffTopics(Admin admin, DiffConfig config) {
        this.admin = admin;
        this.config = config;
    }

    /**
     * Checks the topics that exist and creates the missing ones, except the input topics.
     *
     * @return number of partitions of each input topic
     * @throws ConfigException if an input topic does not exist; if the state of the application, or the topic of
     *     patches, late elements or snapshots, has another number of partitions than the largest input topic; if the app would
     *     read what it writes; if a topic is
     *     compacted that must not be, because compaction deletes patches that later patches build on; or if the topic of snapshots or of dictionaries is not compacted
     * @throws KafkaException if the cluster does not answer or refuses, or if the app lacks a right that it needs
     */
    Map<String, Integer> prepare() {
        TopicSettings topics = config.topics();
        Map<String, Integer> inputs = existingInputs();
        int partitions = most(inputs);
        checkState(partitions);
        String output = topics.output();
        if (!created(output, partitions, TopicConfig.CLEANUP_POLICY_DELETE)) {
            checkPartitions(TopicOptions.OUTPUT_TOPIC.name(), output, partitions);
            refuseCompacted(
                    TopicOptions.OUTPUT_TOPIC.name(),
                    output,
                    "which deletes patches that later ones build on; set cleanup.policy=delete for it, or name another topic");
        }
        String why = "which keeps one record of a key only; set cleanup.policy=delete for it, or name another topic";
        String late = topics.late();
        if (late != null && !created(late, partitions, TopicConfig.CLEANUP_POLICY_DELETE)) {
            checkPartitions(TopicOptions.LATE_TOPIC.name(), late, partitions);
            refuseCompacted(TopicOptions.LATE_TOPIC.name(), late, why);
        }
        prepareLetters(partitions);
        String snapshots = topics.snapshots();
        if (snapshots != null && !created(snapshots, partitions, snapshotSettings())) {
            checkKept(snapshots);
            checkPartitions(TopicOptions.SNAPSHOT_TOPIC.name(), snapshots, partitions);
            checkCompacted(
                    TopicOptions.SNAPSHOT_TOPIC.name(),
                    snapshots,
                    "which keeps no snapshot of a quiet stream, or too many of the others");
        }
        prepareDictionaries();
        checkRights(inputs, List.of(DiffTopology.STORE));
        return inputs;
    }

    /**
     * Checks that the app has the rights for its input, its group, its transactions, its state, and the topics that its options
     * name.
     *
     * @param stores names of the state stores
     * @throws AuthorizationException if one is missing; the message names it
     */
    public void checkRights(Map<String, Integer> inputs, List<String> stores) {
        new DiffRights(admin, config).check(inputs, stores);
    }

    /**
     * Checks a right on a topic, if the topic exists.
     *
     * @throws AuthorizationException if it is missing; the message names it
     */
    public void checkRight(String topic, AclOperation needed) {
        new DiffRights(admin, config).checkTopic(topic, needed);
    }

    /**
     * The input topics, with their numbers of partitions.
     *
     * @throws ConfigException if one is missing
     */
    Map<String, Integer> existingInputs() {
        Map<String, Integer> inputs = inputs();
        String missing = missingInput(inputs.keySet());
        if (missing != null) {
            InputTopics input = config.topics().input();
            throw new ConfigException(input.option(), input, missing);
        }
        return inputs;
    }

    /** Creates the topic of dead letters if it is missing, or checks it; does nothing if there is none. */
    public void prepareLetters(int partitions) {
        String letters = config.topics().deadLetters();
        if (letters != null && !created(letters, partitions, TopicConfig.CLEANUP_POLICY_DELETE)) {
            refuseCompacted(
                    TopicOptions.DEAD_LETTER_TOPIC.name(),
                    letters,
                    "which keeps one record of a key only; set cleanup.policy=delete for it, or name another topic");
        }
    }

    /** Creates the topic of dictionaries if it is missing and needed, or checks it. */
    public void prepareDictionaries() {
        FrameSettings frames = config.settings().frames();
        String dictionaries = frames.dictionaries();
        if (frames.writesDictionaries() && !created(dictionaries, 1, TopicConfig.CLEANUP_POLICY_COMPACT)) {
            checkCompacted(
                    FrameOptions.DICTIONARIES.name(), dictionaries, "which deletes dictionaries that records need");
        }
        InputTopics input = config.topics().input();
        if (input.has(dictionaries)) {
            throw new ConfigException(input.option(), input, "must not be the topic of dictionaries, " + dictionaries);
        }
    }

    /** The largest number of partitions: a task of Kafka Streams has the partitions of one number of all topics. */
    public static int most(Map<String, Integer> inputs) {
        return Collections.max(inputs.values());
    }

    /** The input topics that exist, with their numbers of partitions. */
    private Map<String, Integer> inputs() {
        InputTopics input = config.topics().input();
        Collection<String> names = input.pattern() == null
                ? input.names()
                : result(admin.listTopics().names()).stream().filter(input::has).toList();
        Map<String, Integer> found = new TreeMap<>();
        for (String name : names) {
            partitions(name).ifPresent(number -> found.put(name, number));
        }
        return found;
    }

    /**
     * Why the app cannot start yet: an input topic is missing. Null if none is. The message says who has to create the topic.
     *
     * @throws KafkaException under the same conditions as {@link #prepare}
     */
    @Nullable
    String missingInput() {
        return missingInput(inputs().keySet());
    }

    private @Nullable String missingInput(Set<String> found) {
        InputTopics input = config.topics().input();
        if (input.pattern() != null) {
            return found.isEmpty() ? "no topic has a name that matches this pattern as a whole" : null;
        }
        List<String> missing =
                input.names().stream().filter(name -> !found.contains(name)).toList();
        if (missing.isEmpty()) {
            return null;
        }
        String which = input.isSeveral() ? "the topic " + missing.get(0) : "the topic";
        return which + " does not exist. The source makes it (topic.create=true), or you do:"
                + " kafka-topics.sh --bootstrap-server "
                + config.streamsProperties().get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG) + " --create --topic "
                + missing.get(0)
                + " --partitions N. Its number of partitions is that of the topics which the app"
                + " makes, and cannot be changed later";
    }

    /**
     * Describes the change if the input topics no longer have the numbers of partitions that they had at the start. Empty if
     * the numbers are the same or cannot be found out.
     *
     * @param before number of partitions of each input topic at the start
     */
    Optional<String> changeSince(Map<String, Integer> before) {
        try {
            Map<String, Integer> now = inputs();
            for (Map.Entry<String, Integer> each : before.entrySet()) {
                Integer present = now.remove(each.getKey());
                if (present == null) {
                    return Optional.of("the input topic " + each.getKey() + " is gone");
                } else if (!present.equals(each.getValue())) {
                    return Optional.of("the input topic " + each.getKey() + " has " + present
                            + " partitions now and had " + each.getValue() + " when the app started; "
                            + OTHER_PARTITIONS);
                }
            }
            for (Map.Entry<String, Integer> added : now.entrySet()) {
                if (added.getValue() > most(before)) {
                    return Optional.of("the input topic " + added.getKey() + " is new and has " + added.getValue()
                            + " partitions, more than the topics that the app writes: " + most(before)
                            + ". Make it with that number or fewer, or begin anew: " + DiffConfig.BEGIN_ANEW);
                }
            }
        } catch (KafkaException e) {
            LOG.warn("Whether the input topic has changed cannot be found out: {}", e.getMessage());
        }
        return Optional.empty();
    }

    private void checkState(int partitions) {
        InputTopics input = config.topics().input();
        Object application = config.streamsProperties().get(StreamsConfig.APPLICATION_ID_CONFIG);
        String changelog = application + "-" + DiffTopology.STORE + "-changelog";
        if (input.has(changelog)) {
            throw new ConfigException(input.option(), input, "must not be the topic of the app's state, " + changelog);
        }
        OptionalInt found = partitions(changelog);
        if (found.isPresent() && found.getAsInt() != partitions) {
            throw new ConfigException(
                    input.option(),
                    input,
                    (input.isSeveral() ? "the largest topic has " : "the topic has ") + partitions
                            + " partitions, but the state of application.id=" + application + " has "
                            + found.getAsInt() + " (topic " + changelog + "); " + OTHER_PARTITIONS);
        }
    }

    /**
     * Checks that a topic has the partitions of the input.
     *
     * @param option that names the topic
     */
    public void checkPartitions(String option, String topic, int partitions) {
        int found = partitions(topic).orElse(0);
        if (found != partitions) {
            throw new ConfigException(
                    option,
                    topic,
                    "the topic has " + found + " partitions, but the "
                            + (config.topics().input().isSeveral() ? "largest input topic of " : "input topic ")
                            + config.topics().input() + " has " + partitions + "; both must have the same number");
        }
    }

    /**
     * Checks that a topic is compacted.
     *
     * @param option that names the topic
     * @param why what another policy does
     */
    public void checkCompacted(String option, String topic, String why) {
        String found = cleanupPolicy(topic, "must have cleanup.policy=compact");
        if (found != null && !found.equals(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            throw new ConfigException(
                    option,
                    topic,
                    "the topic has cleanup.policy=" + found + ", " + why + ". Compact it"
                            + " (kafka-configs.sh --bootstrap-server "
                            + config.streamsProperties().get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)
                            + " --alter --entity-type topics --entity-name " + topic
                            + " --add-config cleanup.policy=compact), or name another topic");
        }
    }

    private Map<String, String> snapshotSettings() {
        long keep = config.topics().keepSnapshotsMs();
        return keep == 0
                ? Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT)
                : Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG,
                        TopicConfig.CLEANUP_POLICY_COMPACT,
                        TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG,
                        Long.toString(keep));
    }

    /** Checks that a topic of snapshots that exists keeps them for the time that is wanted. */
    private void checkKept(String topic) {
        long keep = config.topics().keepSnapshotsMs();
        String found = keep == 0
                ? null
                : setting(topic, TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, "should keep snapshots for that time");
        if (found != null && (found.isEmpty() || Long.parseLong(found) < keep)) {
            throw new ConfigException(
                    TopicOptions.SNAPSHOT_KEEP_MS.name(),
                    keep,
                    "the topic " + topic + " has min.compaction.lag.ms=" + found
                            + ", which keeps snapshots for a shorter"
                            + " time. Raise it (kafka-configs.sh --bootstrap-server "
                            + config.streamsProperties().get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)
                            + " --alter --entity-type topics --entity-name " + topic
                            + " --add-config min.compaction.lag.ms=" + keep + "), or lower the option");
        }
    }

    /**
     * Checks that a topic is not compacted.
     *
     * @param option that names the topic
     * @param why what compaction does
     */
    public void refuseCompacted(String option, String topic, String why) {
        String found = cleanupPolicy(topic, "must not be compacted, " + why);
        if (found != null && found.contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            throw new ConfigException(option, topic, "the topic has cleanup.policy=" + found + ", " + why);
        }
    }

    private @Nullable String cleanupPolicy(String topic, String must) {
        return setting(topic, TopicConfig.CLEANUP_POLICY_CONFIG, must);
    }

    /** A setting of a topic, such as {@code cleanup.policy}; null if the app has no right to read it. */
    private @Nullable String setting(String topic, String name, String must) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            return result(admin.describeConfigs(List.of(resource)).all()).values().stream()
                    .flatMap(all -> Optional.ofNullable(all.get(name)).stream())
                    .map(entry -> String.valueOf(entry.value()))
                    .findFirst()
                    .orElse("");
        } catch (AuthorizationException e) {
            LOG.warn(
                    "The setting {} of the topic {} cannot be checked, as the app may not describe its configuration"
                            + " (ACL operation DescribeConfigs); it {}",
                    name,
                    topic,
                    must);
            return null;
        }
    }

    /** Number of partitions of a topic; empty if it does not exist. */
    public OptionalInt partitions(String topic) {
        try {
            Map<String, TopicDescription> found =
                    result(admin.describeTopics(List.of(topic)).allTopicNames());
            return found.values().stream()
                    .mapToInt(description -> description.partitions().size())
                    .findFirst();
        } catch (UnknownTopicOrPartitionException e) {
            return OptionalInt.empty();
        } catch (TopicAuthorizationException e) {
            throw DiffRights.missing(config.topics().input().has(topic) ? "Read" : "Write", "topic " + topic);
        }
    }

    /**
     * Creates a topic if it is missing. Returns false if the topic already exists, or another client created it
     * meanwhile.
     */
    private boolean created(String topic, int partitions, String cleanupPolicy) {
        return created(topic, partitions, Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, cleanupPolicy));
    }

    /**
     * Creates a topic if it is missing, and waits for its leaders. Returns false if the topic already exists, or another
     * client created it meanwhile.
     */
    public boolean created(String topic, int partitions, Map<String, String> settings) {
        if (partitions(topic).isPresent()) {
            return false;
        }
        NewTopic wanted = new NewTopic(topic, Optional.of(partitions), replicas()).configs(settings);
        try {
            create(wanted, partitions, settings);
            answer(() -> {
                NewTopics.awaitLeaders(admin, topic, partitions, LEADER_PATIENCE);
                return topic;
            });
        } catch (TopicExistsException e) {
            return false;
        }
        LOG.info("Created the topic {} with {} partitions, {}", topic, partitions, text(settings));
        return true;
    }

    private static String text(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .sorted()
                .collect(Collectors.joining(","));
    }

    private void create(NewTopic topic, int partitions, Map<String, String> settings) {
        try {
            result(admin.createTopics(List.of(topic)).all());
        } catch (AuthorizationException e) {
            throw new KafkaException(
                    "the topic " + topic.name()
                            + " does not exist, and the app may not create it (ACL operation Create):"
                            + " create it with --partitions " + partitions + " --config "
                            + text(settings),
                    e);
        }
    }

    private Optional<Short> replicas() {
        short factor = config.topics().replicas();
        return factor < 0 ? Optional.empty() : Optional.of(factor);
    }

    private <T> T result(KafkaFuture<T> future) {
        return answer(future::get);
    }

    private interface Request<T> {
        T send() throws ExecutionException, InterruptedException;
    }

    private <T> T answer(Request<T> request) {
        try {
            return request.send();
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
