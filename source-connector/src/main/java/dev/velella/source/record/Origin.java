package dev.velella.source.record;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where an element comes from: its place in an input, and its name in messages. Used by one thread. */
public interface Origin {
    /** Identity of the input in Connect's offset storage. */
    Map<String, ?> partition();

    /**
     * The offset of the input after the element. It is asked for once, when nothing refuses the record any more, because
     * offsets may count the records.
     */
    Map<String, ?> offset();

    /** Names the element in messages, without secrets. */
    String name();

    /** What a message says behind the reason, if the element ends the task: what to do. */
    default String advice() {
        return "";
    }

    /** What the session needs when Kafka has the record; null if it needs nothing. */
    default @Nullable Object receipt() {
        return null;
    }

    /** An origin whose place is known before its record is made. */
    static Origin of(Map<String, ?> partition, Map<String, ?> offset, String name) {
        return new Known(partition, offset, name);
    }

    /** An origin whose place is known before its record is made. */
    record Known(Map<String, ?> partition, Map<String, ?> offset, String name) implements Origin {}
}
