package dev.velella.sink.options;

import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.options.Spelling;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Checks combinations of the options for the sink's input. Stateless. */
public final class InputChecks {
    private InputChecks() {}

    /** The problems: option to message. An option that is wrong by itself is reported by its definition, not here. */
    public static Map<String, String> problems(Map<String, String> properties) {
        Map<String, String> problems = new LinkedHashMap<>();
        String onBreak = properties.getOrDefault(ChainOptions.ON_CHAIN_BREAK.name(), "");
        if (onBreak.equalsIgnoreCase(Spelling.of(ChainOptions.OnChainBreak.DEAD_LETTER))
                && !ConnectChecks.isTolerant(properties)) {
            problems.put(
                    ChainOptions.ON_CHAIN_BREAK.name(),
                    ChainOptions.ON_CHAIN_BREAK.name() + "=dead-letter needs " + ConnectChecks.ERRORS_TOLERANCE
                            + "=all and" + " errors.deadletterqueue.topic.name");
        }
        List<String> snapshots = SnapshotTopics.pairs(properties);
        if (!snapshots.isEmpty()) {
            snapshotTopics(properties, snapshots, problems);
        }
        try {
            ConfigDef def = new ConfigDef();
            InputOptions.define(def);
            InputOptions.GRAPH.read(new AbstractConfig(def, properties, false));
        } catch (ConfigException e) {
            String message = String.valueOf(e.getMessage());
            named(message).forEach(option -> problems.putIfAbsent(option, message));
        }
        RoutingChecks.problems(properties).forEach(problems::putIfAbsent);
        String before = properties.get(HistoryOptions.TAKE_OVER.name());
        if (before != null && before.equals(properties.get(RdfSinkConfig.NAME))) {
            problems.put(
                    HistoryOptions.TAKE_OVER.name(),
                    HistoryOptions.TAKE_OVER.name() + " names this connector itself; it is for the name of another one,"
                            + " in whose place this one goes on. Remove it");
        }
        return problems;
    }

    /** The option to which a message belongs: the most specific option that the message names. */
    private static List<String> named(String message) {
        return List.of("graph.template", "graph.fixed", "element.type", "graph.policy").stream()
                .filter(message::contains)
                .limit(1)
                .toList();
    }

    private static void snapshotTopics(
            Map<String, String> properties, List<String> snapshots, Map<String, String> problems) {
        try {
            SnapshotTopics pairs = SnapshotTopics.of(snapshots, false);
            String read = properties.getOrDefault(PatchTopics.TOPICS, "");
            Set<String> missing = new TreeSet<>(pairs.all());
            Arrays.stream(read.split(",", -1)).map(String::strip).forEach(missing::remove);
            if (!read.isBlank() && !missing.isEmpty()) {
                problems.put(
                        ChainOptions.SNAPSHOT_TOPICS.name(),
                        ChainOptions.SNAPSHOT_TOPICS.name() + " names " + String.join(", ", missing)
                                + ", which the connector does not read; topics must hold both topics of every pair");
            }
        } catch (ConfigException e) {
            problems.put(ChainOptions.SNAPSHOT_TOPICS.name(), String.valueOf(e.getMessage()));
        }
        if (!ClusterOptions.isGiven(properties)) {
            problems.putIfAbsent(
                    ChainOptions.SNAPSHOT_TOPICS.name(),
                    ChainOptions.SNAPSHOT_TOPICS.name() + " needs " + ClusterOptions.BOOTSTRAP_SERVERS_CONFIG
                            + ", to know how many snapshots there are before the patches are read");
        }
    }
}
