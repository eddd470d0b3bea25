package dev.velella.topic.copy;

import dev.velella.log.LogException;
import dev.velella.log.Span;
import dev.velella.log.TopicAccess;
import dev.velella.log.TopicReader;
import dev.velella.topic.TopicQuery;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Tells which records of a topic belong to aborted transactions. Kafka does not say so of a record: readers of committed
 * records do not get it although they have read beyond it, and other readers do. Not thread-safe.
 */
final class AbortedRecords {
    /** 128 MB in the set of a partition. */
    private static final long MOST_OFFSETS = 1_000_000_000;

    private final Map<Integer, Span> spans = new HashMap<>();

    /** Offsets of committed records by partition, counted from the begin of the span. */
    private final Map<Integer, BitSet> committed = new HashMap<>();

    private AbortedRecords() {}

    /**
     * Reads the committed records of the query.
     *
     * @param isStopped asked after each record; if it says yes, the rest is not read
     * @throws LogException if there is no such topic or partition, a broker does not answer, or a partition has too many records
     */
    static AbortedRecords of(TopicQuery query, BooleanSupplier isStopped) throws IOException {
        AbortedRecords found = new AbortedRecords();
        TopicAccess access = query.access().withIsolation(true);
        try (TopicReader reader = new TopicReader(access, Long.MAX_VALUE)) {
            for (Span span : reader.spans(query.partitions(), query.begin())) {
                if (span.to() - span.from() > MOST_OFFSETS) {
                    throw new LogException(
                            query.access().topic() + "-" + span.partition() + ": more than " + MOST_OFFSETS
                                    + " offsets are too many for --aborted; begin later, with --offset or --from-datetime");
                }
                BitSet offsets = new BitSet();
                reader.read(span, new TopicReader.Records() {
                    @Override
                    public void record(ConsumerRecord<byte[], byte[]> record) {
                        offsets.set(index(span, record));
                    }

                    @Override
                    public boolean isEnough() {
                        return isStopped.getAsBoolean();
                    }
                });
                found.spans.put(span.partition(), span);
                found.committed.put(span.partition(), offsets);
            }
        }
        return found;
    }

    /** Whether the record is in a part that was read, and belongs to an aborted transaction. */
    boolean contain(ConsumerRecord<byte[], byte[]> record) {
        Span span = spans.get(record.partition());
        BitSet offsets = committed.get(record.partition());
        return span != null
                && offsets != null
                && record.offset() >= span.from()
                && record.offset() < span.to()
                && !offsets.get(index(span, record));
    }

    /** Whether the record may belong to a transaction that has no end yet. */
    boolean isOpen(ConsumerRecord<byte[], byte[]> record) {
        Span span = spans.get(record.partition());
        return span == null || record.offset() >= span.to();
    }

    private static int index(Span span, ConsumerRecord<byte[], byte[]> record) {
        return Math.toIntExact(record.offset() - span.from());
    }
}
