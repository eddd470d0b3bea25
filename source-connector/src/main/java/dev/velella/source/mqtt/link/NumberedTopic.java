package dev.velella.source.mqtt.link;

import dev.velella.kit.retry.LogAllowance;
import dev.velella.record.VelellaHeader;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages of one topic by their numbers: finds messages that come again and messages that did not come. Where
 * several tasks share a topic, each sees a part of the numbers, and nothing is found. Not thread-safe.
 */
final class NumberedTopic {
    private final String topic;

    /** Null if several tasks share the topic. */
    private final @Nullable WriterNumbers numbers;

    private final LinkCounts counts;
    private final LogAllowance said;

    /** Whether the last known number comes from the stored offset, which may be behind. */
    private boolean isStored;

    NumberedTopic(
            String topic, @Nullable WriterNumbers numbers, boolean isStored, LinkCounts counts, LogAllowance said) {
        this.topic = topic;
        this.numbers = numbers;
        this.isStored = isStored;
        this.counts = counts;
        this.said = said;
    }

    LinkCounts counts() {
        return counts;
    }

    /** Whether a message was there before; it is then counted as repeated. */
    boolean has(VelellaHeader header) {
        VelellaHeader.Place place = header.place();
        boolean isRepeated = numbers != null && place != null && numbers.has(place);
        if (isRepeated) {
            counts.repeated.incrementAndGet();
        }
        return isRepeated;
    }

    /** Notes a message that was not there before, and says how many before it did not come. */
    void follow(VelellaHeader header) {
        VelellaHeader.Place place = header.place();
        if (numbers == null || place == null) {
            return;
        }
        long missing = numbers.follow(place);
        if (missing > 0) {
            counts.missing.addAndGet(missing);
            said.warn(missing + " messages before number " + place.sequence() + " of " + topic + " (run " + place.name()
                    + " of its device) did not come"
                    + (isStored
                            ? " since the offset that was stored last; if the worker was killed without exactly-once"
                                    + " support, they may be in Kafka"
                            : ""));
        }
        isStored = false;
    }

    /** The place after the last message, to be stored; null if it is not known. */
    @Nullable
    String place() {
        return numbers == null || numbers.isEmpty() ? null : numbers.text();
    }
}
