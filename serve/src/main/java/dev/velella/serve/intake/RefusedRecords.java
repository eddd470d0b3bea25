package dev.velella.serve.intake;

import dev.velella.log.LogException;
import dev.velella.log.LogRecord;
import dev.velella.log.Reading;
import dev.velella.record.PatchPosition;
import dev.velella.serve.state.BrokenStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies records, and breaks the stream of each that cannot be applied; the others go on. A record without a readable key
 * belongs to no stream, and is passed over. Each such record is logged and counted. Not thread-safe.
 */
final class RefusedRecords {
    private static final Logger LOG = LoggerFactory.getLogger(RefusedRecords.class);

    private final FollowerCounts counts;

    RefusedRecords(FollowerCounts counts) {
        this.counts = counts;
    }

    /** Applies a patch to its stream. */
    void patch(PatchBatch batch, Reading reading) {
        LogRecord record = null;
        try {
            record = LogRecord.of(reading);
            batch.patch(record);
            counts.patch();
        } catch (LogException e) {
            refuse(batch, reading.record(), record, number(reading), reason(e));
        }
    }

    private void refuse(
            PatchBatch batch,
            ConsumerRecord<byte[], byte[]> read,
            @Nullable LogRecord record,
            long number,
            String reason) {
        counts.refused();
        String key = key(read.key());
        if (key == null) {
            batch.skip(read.partition(), read.offset());
            LOG.error(
                    "{}: the record has no key that can be read, so it belongs to no stream and is passed over",
                    reason);
        } else if (batch.refuse(read.partition(), read.offset(), key, number, record, reason)) {
            LOG.error("{}. Stream {} is not served until its next snapshot; all others are", reason, key);
        }
    }

    /**
     * Begins a stream with a snapshot.
     *
     * @param offset offset for the stream until its last patch is read
     */
    void snapshot(PatchBatch batch, Reading reading, long offset) {
        try {
            batch.snapshot(LogRecord.of(reading), offset);
        } catch (LogException e) {
            counts.refused();
            String key = key(reading.record().key());
            String reason = reason(e);
            if (key == null) {
                LOG.error("{}: the snapshot has no key that can be read, and is passed over", reason);
            } else if (batch.breakStream(reading.record().partition(), offset, key, number(reading), reason)) {
                LOG.error("{}. Stream {} is not served until its next snapshot; all others are", reason, key);
            }
        }
    }

    private static String reason(LogException failure) {
        return String.valueOf(failure.getMessage());
    }

    private static long number(Reading reading) {
        String header = reading.patchHeader();
        try {
            return header == null
                    ? BrokenStream.UNKNOWN
                    : PatchPosition.parse(header).number();
        } catch (IllegalArgumentException e) {
            return BrokenStream.UNKNOWN;
        }
    }

    static @Nullable String key(byte @Nullable [] key) {
        try {
            return key == null
                    ? null
                    : StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(key))
                            .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
