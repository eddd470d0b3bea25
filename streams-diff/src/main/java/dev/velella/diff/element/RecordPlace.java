package dev.velella.diff.element;

import java.util.Optional;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * The position of an input record in its topic.
 *
 * @param topic name of the topic; empty if the position is unknown
 * @param partition number of the partition; -1 if the position is unknown
 * @param offset offset of the record; -1 if the position is unknown
 */
public record RecordPlace(String topic, int partition, long offset) {
    private static final RecordPlace UNKNOWN = new RecordPlace("", -1, -1);

    public static RecordPlace of(Optional<RecordMetadata> record) {
        return record.map(found -> new RecordPlace(found.topic(), found.partition(), found.offset()))
                .orElse(UNKNOWN);
    }

    public boolean isKnown() {
        return offset >= 0;
    }

    /** The position as {@code topic-partition@offset}, the form that messages use. */
    @Override
    public String toString() {
        return isKnown() ? topic + "-" + partition + "@" + offset : "a record without a place";
    }
}
