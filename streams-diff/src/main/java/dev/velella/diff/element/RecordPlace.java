package dev.velella.diff.element;

import java.util.Optional;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Where an input record stands.
 *
 * @param topic name; empty where the place is not known
 * @param partition -1 where the place is not known
 * @param offset -1 where the place is not known
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

    /** {@code topic-partition@offset}, as messages name it. */
    @Override
    public String toString() {
        return isKnown() ? topic + "-" + partition + "@" + offset : "a record without a place";
    }
}
