package dev.velella.sink.options;

import dev.velella.kit.cluster.ClusterAccess;
import dev.velella.kit.cluster.ClusterAccessException;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.cluster.TopicFacts;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * Checks in the cluster whether the topics of a connector can hold chains of patches, and whether there can be a topic
 * for dead letters, if the options give access to the cluster. A compacted topic cannot, because compaction deletes patches and key frames. Topics that do not exist yet
 * pass the check. Topics that match {@code topics.regex} only later are not checked.
 */
public final class PatchTopics {
    /** Option of Connect: names of topics. */
    public static final String TOPICS = "topics";

    /** Option of Connect: a pattern for the names of topics. */
    public static final String TOPICS_REGEX = "topics.regex";

    /** Options of Connect: the topic for dead letters, and its replicas if the worker makes it. */
    private static final String DEAD_LETTERS = "errors.deadletterqueue.topic.name";

    private static final String REPLICAS = "errors.deadletterqueue.topic.replication.factor";
    private static final String WORKERS_REPLICAS = "3";

    private static final String WAITS =
            ": the connector runs, and gets nothing until there is one. Create it, or start what writes to it; if the name"
                    + " is wrong, correct " + TOPICS + " or " + TOPICS_REGEX;

    private PatchTopics() {}

    /**
     * The problems: option to message; empty without access to the cluster.
     *
     * @param properties all options of the connector
     * @param timeout maximum time for each of two answers of the cluster
     */
    public static Map<String, String> problems(Map<String, String> properties, Duration timeout) {
        Map<String, String> problems = new LinkedHashMap<>();
        ClusterOptions.problem(properties)
                .ifPresent(problem -> problems.put(
                        ClusterOptions.BOOTSTRAP_SERVERS_CONFIG,
                        ClusterOptions.BOOTSTRAP_SERVERS_CONFIG + " " + problem));
        try (ClusterAccess cluster = ClusterAccess.of(properties).orElse(null)) {
            if (cluster != null) {
                problems.putAll(problems(properties, cluster, timeout));
            }
        } catch (ClusterAccessException e) {
            problems.put(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG, String.valueOf(e.getMessage()));
        }
        return problems;
    }

    private static Map<String, String> problems(
            Map<String, String> properties, ClusterAccess cluster, Duration timeout) {
        Map<String, String> problems = new LinkedHashMap<>();
        String regex = properties.getOrDefault(TOPICS_REGEX, "");
        boolean byName = regex.isBlank();
        List<String> topics = byName ? named(properties) : matching(regex, cluster, timeout);
        Map<String, TopicFacts> found = topics.isEmpty() ? Map.of() : cluster.describe(topics, timeout);
        SnapshotTopics snapshots = snapshotTopics(properties);
        List<String> compacted = new TreeMap<>(found)
                .values().stream()
                        .filter(TopicFacts::isCompacted)
                        .map(TopicFacts::topic)
                        .filter(topic -> !snapshots.holdsSnapshots(topic))
                        .toList();
        if (!compacted.isEmpty()) {
            problems.put(byName ? TOPICS : TOPICS_REGEX, compacted(compacted));
        }
        deadLetterProblem(properties, cluster, timeout).ifPresent(problem -> problems.put(DEAD_LETTERS, problem));
        return problems;
    }

    /**
     * Why the worker would fail to make the topic for dead letters. It makes a missing one when the task starts, with
     * three replicas unless it is told otherwise. What this client may not ask is left to the worker, which asks with its
     * own rights.
     */
    private static Optional<String> deadLetterProblem(
            Map<String, String> properties, ClusterAccess cluster, Duration timeout) {
        String topic = properties.getOrDefault(DEAD_LETTERS, "").strip();
        if (topic.isEmpty() || !ConnectChecks.isTolerant(properties)) {
            return Optional.empty();
        }
        try {
            short replicas = Short.parseShort(
                    properties.getOrDefault(REPLICAS, WORKERS_REPLICAS).strip());
            if (cluster.partitions(topic, timeout).isEmpty()) {
                cluster.tryCreate(new NewTopic(topic, 1, replicas), timeout);
            }
            return Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty(); // Connect reports this error itself
        } catch (ClusterAccessException e) {
            return e.getCause() instanceof AuthorizationException
                    ? Optional.empty()
                    : Optional.of("topic " + topic + " does not exist, and the worker could not create it: "
                            + e.getMessage() + ". Create the topic, or set " + REPLICAS
                            + " to a number of replicas that the cluster can have (" + WORKERS_REPLICAS
                            + " where it is not set)");
        }
    }

    /** The topics of snapshots. They may be compacted, because each snapshot is a whole graph. */
    private static SnapshotTopics snapshotTopics(Map<String, String> properties) {
        try {
            return SnapshotTopics.of(SnapshotTopics.pairs(properties), false);
        } catch (ConfigException e) {
            return SnapshotTopics.of(List.of(), false); // the option itself reports this error
        }
    }

    /**
     * Says which topics of a connector are not there; empty if all are, or if the cluster does not tell.
     *
     * @param properties all options of the connector
     * @param timeout maximum time for each answer of the cluster
     */
    public static Optional<String> missing(Map<String, String> properties, Duration timeout) {
        try (ClusterAccess cluster = ClusterAccess.of(properties).orElse(null)) {
            if (cluster == null) {
                return Optional.empty();
            }
            String regex = properties.getOrDefault(TOPICS_REGEX, "");
            if (!regex.isBlank()) {
                return matching(regex, cluster, timeout).isEmpty()
                        ? Optional.of("No topic matches " + TOPICS_REGEX + "=" + regex + WAITS)
                        : Optional.empty();
            }
            Set<String> missing = new TreeSet<>(named(properties));
            missing.removeAll(cluster.describe(missing, timeout).keySet());
            return missing.isEmpty()
                    ? Optional.empty()
                    : Optional.of((missing.size() == 1 ? "Topic " : "Topics ") + String.join(", ", missing)
                            + (missing.size() == 1 ? " does" : " do") + " not exist" + WAITS);
        } catch (ClusterAccessException e) {
            return Optional.empty(); // what needs the cluster says so itself
        }
    }

    private static List<String> named(Map<String, String> properties) {
        return Arrays.stream(properties.getOrDefault(TOPICS, "").split(",", -1))
                .map(String::strip)
                .filter(topic -> !topic.isEmpty())
                .toList();
    }

    /** Whether a connector reads a topic. Without any topics in its options, it may read every topic. */
    static boolean reads(Map<String, String> properties, String topic) {
        String regex = properties.getOrDefault(TOPICS_REGEX, "");
        List<String> topics = named(properties);
        return regex.isBlank() ? topics.isEmpty() || topics.contains(topic) : topic.matches(regex);
    }

    /** The topics that the pattern matches now. Connect reports a malformed pattern. */
    private static List<String> matching(String regex, ClusterAccess cluster, Duration timeout) {
        try {
            Pattern pattern = Pattern.compile(regex);
            return cluster.topics(timeout).stream()
                    .filter(topic -> pattern.matcher(topic).matches())
                    .toList();
        } catch (PatternSyntaxException e) {
            return List.of();
        }
    }

    private static String compacted(List<String> topics) {
        return (topics.size() == 1 ? "topic " : "topics ") + String.join(", ", topics)
                + (topics.size() == 1 ? " is" : " are")
                + " compacted (cleanup.policy): compaction removes patches that the store must not miss, and records"
                + " that others need to be decoded; set cleanup.policy to delete, or read other topics";
    }
}
