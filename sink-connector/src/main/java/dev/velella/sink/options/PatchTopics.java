package dev.velella.sink.options;

import dev.velella.cluster.ClusterAccess;
import dev.velella.cluster.ClusterAccessException;
import dev.velella.cluster.ClusterOptions;
import dev.velella.cluster.TopicFacts;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigException;

/**
 * Checks in the cluster whether the topics of a connector can hold chains of patches, if the options give access to the
 * cluster. A compacted topic cannot, because compaction deletes patches and key frames. Topics that do not exist yet
 * pass the check. Topics that match {@code topics.regex} only later are not checked.
 */
public final class PatchTopics {
    /** Option of Connect: names of topics. */
    public static final String TOPICS = "topics";

    /** Option of Connect: a pattern for the names of topics. */
    public static final String TOPICS_REGEX = "topics.regex";

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
        return problems;
    }

    /** The topics of snapshots. They may be compacted, because each snapshot is a whole graph. */
    private static SnapshotTopics snapshotTopics(Map<String, String> properties) {
        String topics = properties.getOrDefault(ChainOptions.SNAPSHOT_TOPICS.name(), "");
        try {
            return SnapshotTopics.of(topics.isBlank() ? List.of() : Arrays.asList(topics.split(",", -1)), false);
        } catch (ConfigException e) {
            return SnapshotTopics.of(List.of(), false); // the option itself reports this error
        }
    }

    private static List<String> named(Map<String, String> properties) {
        return Arrays.stream(properties.getOrDefault(TOPICS, "").split(",", -1))
                .map(String::strip)
                .filter(topic -> !topic.isEmpty())
                .toList();
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
