package dev.velella.quickstart;

import dev.velella.page.Place;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Places of records, for the page. Stateless. */
final class Places {
    private Places() {}

    /** The place of a record whose element has this time. */
    static Place of(ConsumerRecord<String, byte[]> record, long time) {
        return new Place(
                record.key(),
                time,
                record.topic() + "-" + record.partition() + "@" + record.offset(),
                record.value().length);
    }
}
