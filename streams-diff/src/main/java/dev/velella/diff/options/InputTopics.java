package dev.velella.diff.options;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The topics that the app reads: one, or several by name or by a pattern. Immutable.
 *
 * @param option the option that says so
 * @param names the topics; empty if there is a pattern
 * @param pattern that the names of the topics match as a whole; null if they are named
 * @param isSeveral whether there may be several topics, so that the topic is a part of the keys of streams; also for a list of
 *     one topic, so that another one can be added later
 */
public record InputTopics(String option, List<String> names, @Nullable Pattern pattern, boolean isSeveral) {
    /** Whether the app reads a topic. */
    public boolean has(String topic) {
        return pattern == null ? names.contains(topic) : pattern.matcher(topic).matches();
    }

    /** The value of the option. */
    @Override
    public String toString() {
        return pattern == null ? String.join(", ", names) : pattern.pattern();
    }
}
