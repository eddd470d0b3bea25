package dev.velella.log.asof;

import dev.velella.log.LogException;
import dev.velella.log.Span;
import dev.velella.log.TopicLog;
import dev.velella.log.TopicReader;
import dev.velella.record.RecordHeaderNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Reads parts of a partition record by record, without decoding. Not thread-safe; the caller closes the topic. */
final class PartitionScan {
    private final TopicLog topic;
    private final Span whole;

    /** @param whole the whole partition */
    PartitionScan(TopicLog topic, Span whole) {
        this.topic = topic;
        this.whole = whole;
    }

    /** Receives the records in the order of their offsets. */
    interface Visitor {
        /** Takes a record; returns whether the next one is wanted. */
        boolean visit(ConsumerRecord<byte[], byte[]> record) throws IOException;
    }

    /**
     * Reads the offsets from the first (inclusive) to the second (exclusive).
     *
     * @throws LogException if records are deleted before they are read, or the reader is stopped
     */
    void read(long from, long to, Visitor visitor) throws IOException {
        if (from >= to) {
            return;
        }
        topic.reader().read(new Span(whole.partition(), whole.logStart(), from, to), new TopicReader.Records() {
            private boolean isEnough;

            @Override
            public void record(ConsumerRecord<byte[], byte[]> record) throws IOException {
                isEnough = !visitor.visit(record);
            }

            @Override
            public boolean isEnough() {
                return isEnough;
            }

            @Override
            public void deleted(int partition, long first, long next) {
                throw new LogException(topic.reader().topic() + "-" + partition + ": retention deleted the offsets "
                        + first + " to " + (next - 1) + " before they were read; try again");
            }
        });
        if (topic.reader().isStopped()) {
            throw new LogException("interrupted");
        }
    }

    /** Passes over a record that is not wanted. It is decoded only if later records of its codec stream build on it. */
    void keepState(ConsumerRecord<byte[], byte[]> record) {
        if (record.headers().lastHeader(RecordHeaderNames.JELLY) != null) {
            topic.interpreter().read(record);
        }
    }

    /** The key of a record as text; null if it has none. */
    static @Nullable String key(ConsumerRecord<byte[], byte[]> record) {
        return record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8);
    }
}
