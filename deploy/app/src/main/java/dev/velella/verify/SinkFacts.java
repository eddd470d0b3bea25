package dev.velella.verify;

import dev.velella.sink.options.SnapshotTopics;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Name and topics of a sink, from its configuration. Immutable. */
public final class SinkFacts {
    private final String name;
    private final List<String> topics;
    private final Pattern pattern;
    private final String transforms;
    private final Map<String, String> snapshotTopics = new HashMap<>();
    private final int repeatsRemembered;

    /** @param options of the connector, with its name */
    public SinkFacts(Map<String, String> options) {
        name = options.getOrDefault("name", "");
        topics = Arrays.stream(options.getOrDefault("topics", "").split(",", -1))
                .map(String::strip)
                .filter(topic -> !topic.isEmpty())
                .toList();
        pattern = pattern(options.getOrDefault("topics.regex", ""));
        transforms = options.getOrDefault("transforms", "").strip();
        for (String pair : SnapshotTopics.pairs(options)) {
            int colon = pair.indexOf(':');
            if (colon > 0) {
                snapshotTopics.put(
                        pair.substring(0, colon).strip(),
                        pair.substring(colon + 1).strip());
            }
        }
        repeatsRemembered = number(options.getOrDefault("repeats.remembered", ""));
    }

    private static int number(String text) {
        return text.strip().matches("[0-9]{1,9}") ? Integer.parseInt(text.strip()) : 100_000;
    }

    /** Whether a topic holds snapshots, and no patches. */
    boolean isOfSnapshots(String topic) {
        return snapshotTopics.containsKey(topic);
    }

    /** The topic of snapshots of the streams of a topic of patches; empty if there is none. */
    Optional<String> snapshotTopic(String topicOfPatches) {
        return snapshotTopics.entrySet().stream()
                .filter(pair -> pair.getValue().equals(topicOfPatches))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Number of patches that the sink remembers to recognise repeats. */
    int repeatsRemembered() {
        return repeatsRemembered;
    }

    private static Pattern pattern(String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            return Pattern.compile(""); // Connect refuses it; here the store names the topics
        }
    }

    /** Name of the connector. */
    String name() {
        return name;
    }

    /** Topics that are read by name. */
    List<String> topics() {
        return topics;
    }

    /** Whether a topic is read. */
    boolean reads(String topic) {
        return topics.contains(topic) || pattern.matcher(topic).matches();
    }

    /** Names of the transforms of records; empty if there are none. */
    String transforms() {
        return transforms;
    }
}
