package dev.velella.grpc.options;

import java.util.List;

/**
 * The topics that clients may use. Immutable.
 *
 * @param patterns names of topics, or beginnings of names with {@code *} behind
 */
public record TopicFilter(List<String> patterns) {
    public TopicFilter {
        patterns = List.copyOf(patterns);
    }

    /** Whether clients may use a topic. */
    public boolean allows(String topic) {
        return !topic.isEmpty()
                && patterns.stream()
                        .anyMatch(pattern -> pattern.endsWith("*")
                                ? topic.startsWith(pattern.substring(0, pattern.length() - 1))
                                : topic.equals(pattern));
    }
}
