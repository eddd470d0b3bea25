package dev.velella.record.partition;

import dev.velella.kit.secret.ClientErrors;
import java.io.Closeable;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads whole partitions, with a consumer that belongs to no group. Not thread-safe. */
public final class PartitionScan implements Closeable {
    /** Number of offsets that share one time limit. */
    private static final long PIECE = 10_000;

    private final LookBackLimits limits;
    private final PartitionReader reader;

    /**
     * @param clientConfig of a consumer; {@code isolation.level} is {@code read_committed} if it names none
     * @param timeoutMs longest time for 10,000 offsets
     */
    public PartitionScan(Map<String, ?> clientConfig, long timeoutMs) {
        limits = new LookBackLimits(Long.MAX_VALUE, Long.MAX_VALUE, timeoutMs, Integer.MAX_VALUE);
        reader = new PartitionReader(clientConfig);
    }

    /**
     * Offset at which a partition begins.
     *
     * @throws KafkaException if the cluster does not answer in time or refuses; the message names the partition
     */
    public long begin(TopicPartition place) {
        try {
            return reader.bounds(place, budget()).begin();
        } catch (KafkaException e) {
            throw failed(place, e);
        }
    }

    /**
     * Reads all records that are there now, in order.
     *
     * @param take gets each record
     * @throws KafkaException as {@link #begin}, and if somebody deletes records meanwhile
     */
    public void read(TopicPartition place, Consumer<ConsumerRecord<byte[], byte[]>> take) {
        try {
            PartitionReader.Bounds bounds = reader.bounds(place, budget());
            for (long from = bounds.begin(); from < bounds.end(); from += PIECE) {
                long to = Math.min(bounds.end(), from + PIECE);
                if (reader.read(place, from, to, budget(), take) != PartitionReader.End.READ) {
                    throw new KafkaException("records were deleted while they were read");
                }
            }
        } catch (KafkaException e) {
            throw failed(place, e);
        }
    }

    private ReadBudget budget() {
        return new ReadBudget(limits, System::nanoTime);
    }

    private KafkaException failed(TopicPartition place, KafkaException e) {
        reader.discard();
        return new TimeoutException("cannot read " + place + ": " + ClientErrors.describe(e), e);
    }

    @Override
    public void close() {
        reader.close();
    }
}
