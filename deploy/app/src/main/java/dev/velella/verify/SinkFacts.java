package dev.velella.verify;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What the configuration of a sink says of its name and topics. Immutable. */
public final class SinkFacts {
    private final String name;
    private final List<String> topics;
    private final Pattern pattern;
    private final String transforms;

    /** @param options of the connector, with its name */
    public SinkFacts(Map<String, String> options) {
        name = options.getOrDefault("name", "");
        topics = Arrays.stream(options.getOrDefault("topics", "").split(",", -1))
                .map(String::strip)
                .filter(topic -> !topic.isEmpty())
                .toList();
        pattern = pattern(options.getOrDefault("topics.regex", ""));
        transforms = options.getOrDefault("transforms", "").strip();
    }

    private static Pattern pattern(String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            return Pattern.compile(""); // Connect refuses it; here the store says which topics there are
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

    /** Names of the transforms of records; empty text without. */
    String transforms() {
        return transforms;
    }
}
