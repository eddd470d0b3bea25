package dev.velella.source;

import dev.velella.converter.RdfStructs;
import dev.velella.record.RecordHeaderNames;
import dev.velella.source.element.TimestampRule;
import dev.velella.source.element.TimestampRule.RecordTime;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Makes Connect records of elements. The Kafka partition is left to the producer, which keeps a key in one partition.
 *
 * @param topic where records go
 * @param sourcePartition identity of the input in Connect's offset storage
 * @param times chooses the timestamp
 */
record SourceRecords(String topic, Map<String, ?> sourcePartition, TimestampRule times) {

    /** @param offset where the input stands after this element */
    SourceRecord recordOf(SourceElement element, SourceOffset offset) {
        RecordTime time = times.timeFor(element.eventTimeMs());
        ConnectHeaders headers = new ConnectHeaders();
        if (time.eventTimeMs() != null) {
            headers.add(RecordHeaderNames.EVENT_TIME, Long.toString(time.eventTimeMs()), Schema.STRING_SCHEMA);
        }
        return new SourceRecord(
                sourcePartition,
                offset.toMap(),
                topic,
                null,
                Schema.STRING_SCHEMA,
                element.key(),
                RdfStructs.GRAPH_SCHEMA,
                RdfStructs.ofGraph(element.graph()),
                time.timestampMs(),
                headers);
    }
}
