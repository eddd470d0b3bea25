package dev.velella.source.record;

import dev.velella.keyframe.PartitionStamp;
import dev.velella.record.RecordHeaderNames;
import dev.velella.source.element.TimestampRule;
import dev.velella.source.element.TimestampRule.RecordTime;
import dev.velella.source.input.SourceElement;
import dev.velella.source.input.SourceOffset;
import dev.velella.source.options.RecordSize;
import dev.velella.source.payload.PayloadException;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Makes Connect records of elements. A record with a stamp has its partition. For the other records the producer
 * chooses the partition, and it keeps each key in one partition too.
 *
 * @param topic topic of the records
 * @param sourcePartition identity of the input in Connect's offset storage
 * @param times chooses the timestamp
 * @param stamps chooses the partition
 * @param size limit of the size of a record
 */
public record SourceRecords(
        String topic, Map<String, ?> sourcePartition, TimestampRule times, RecordStamps stamps, RecordSize size) {

    /**
     * The record of an element.
     *
     * @param offset offset of the input after this element
     * @throws PayloadException if it would be larger than the producer sends
     */
    public SourceRecord recordOf(SourceElement element, SourceOffset offset) {
        return recordOf(element, offset.toMap());
    }

    /**
     * The record of an element.
     *
     * @param offset offset of the input after this element, as Connect stores it
     * @throws PayloadException if it would be larger than the producer sends
     */
    public SourceRecord recordOf(SourceElement element, Map<String, Object> offset) {
        ConnectHeaders headers = new ConnectHeaders();
        size.check(element.key(), element.value(), headers); // before it gets a number: numbers have no gaps
        RecordTime time = times.timeFor(element.eventTimeMs());
        PartitionStamp stamp = stamps.next(topic, element.key()).orElse(null);
        if (time.eventTimeMs() != null) {
            headers.add(RecordHeaderNames.EVENT_TIME, Long.toString(time.eventTimeMs()), Schema.STRING_SCHEMA);
        }
        if (stamp != null) {
            headers.add(RecordHeaderNames.PARTITION_STAMP, stamp.format(), Schema.STRING_SCHEMA);
        }
        return new SourceRecord(
                sourcePartition,
                offset,
                topic,
                stamp == null ? null : stamp.partition(),
                Schema.STRING_SCHEMA,
                element.key(),
                element.value().schema(),
                element.value(),
                time.timestampMs(),
                headers);
    }
}
