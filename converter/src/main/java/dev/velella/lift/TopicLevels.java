package dev.velella.lift;

import org.jspecify.annotations.Nullable;

/** The parts of a topic name between slashes. */
public final class TopicLevels {
    private TopicLevels() {}

    /**
     * A level of a topic; null if the topic has fewer levels.
     *
     * @param number level, counted from 1, or backwards from -1
     */
    public static @Nullable String level(String topic, int number) {
        String[] levels = topic.split("/", -1);
        int index = number > 0 ? number - 1 : levels.length + number;
        return index < 0 || index >= levels.length ? null : levels[index];
    }
}
