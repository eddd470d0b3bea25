package dev.velella.log.asof;

import dev.velella.log.LogException;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.RecordHeaderReader;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A record of the topic of snapshots that is not decoded yet.
 *
 * @param record the record
 * @param number number of the last patch that the snapshot covers
 * @param bound all later patches of the stream stand at this offset of the topic of patches or a higher one; 0 if the
 *     snapshot does not tell
 */
record Snapshot(ConsumerRecord<byte[], byte[]> record, long number, long bound) {

    /** @throws LogException if the record does not tell its place in the stream */
    static Snapshot of(ConsumerRecord<byte[], byte[]> record) {
        String place = record.topic() + "-" + record.partition() + "@" + record.offset();
        String header = RecordHeaderReader.patch(record.headers());
        if (header == null) {
            throw new LogException(
                    place + ": is no snapshot of a graph; is this the diff app's velella.snapshot.topic?");
        }
        try {
            return new Snapshot(record, PatchPosition.parse(header).number(), Math.max(0, bound(record)));
        } catch (IllegalArgumentException e) {
            throw new LogException(place + ": " + e.getMessage(), e);
        }
    }

    /** The bound that a record tells; -1 if it tells none. */
    static long bound(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(RecordHeaderNames.OUTPUT_OFFSET);
        if (header == null || header.value() == null) {
            return -1;
        }
        try {
            return Long.parseLong(new String(header.value(), StandardCharsets.US_ASCII));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
