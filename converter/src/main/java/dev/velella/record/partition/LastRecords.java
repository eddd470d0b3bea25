package dev.velella.record.partition;

import dev.velella.kit.secret.ClientErrors;
import java.io.Closeable;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the offset of the last record of a partition. The end offset does not tell it, because transaction markers
 * stand behind the last record, and compaction leaves gaps. Not thread-safe.
 */
public final class LastRecords implements Closeable {
    private static final int FIRST_STEP = 64;

    private final LookBackLimits limits;
    private final PartitionReader reader;

    /**
     * @param clientConfig of a consumer; {@code isolation.level} is {@code read_committed} if it names none
     * @param timeoutMs longest time for one partition
     */
    public LastRecords(Map<String, ?> clientConfig, long timeoutMs) {
        limits = new LookBackLimits(Long.MAX_VALUE, Long.MAX_VALUE, timeoutMs, Integer.MAX_VALUE);
        reader = new PartitionReader(clientConfig);
    }

    /**
     * Offset of the last record; empty if there is none.
     *
     * @throws KafkaException if the cluster does not answer in time or refuses; the message names the partition
     */
    public OptionalLong of(TopicPartition place) {
        ReadBudget budget = new ReadBudget(limits, System::nanoTime);
        try {
            OptionalLong last = null;
            while (last == null) {
                last = search(place, budget);
            }
            return last;
        } catch (KafkaException e) {
            reader.discard();
            throw new TimeoutException(
                    "cannot look for the last record of " + place + ": " + ClientErrors.describe(e), e);
        }
    }

    /** As {@link #of}; null if somebody deleted records meanwhile. */
    private @Nullable OptionalLong search(TopicPartition place, ReadBudget budget) {
        PartitionReader.Bounds bounds = reader.bounds(place, budget);
        long to = bounds.end();
        for (long step = FIRST_STEP; to > bounds.begin(); step *= 2) {
            long from = Math.max(bounds.begin(), to - step);
            long[] last = {-1};
            if (reader.read(place, from, to, budget, found -> last[0] = found.offset()) != PartitionReader.End.READ) {
                return null;
            }
            if (last[0] >= 0) {
                return OptionalLong.of(last[0]);
            }
            to = from;
        }
        return OptionalLong.empty();
    }

    @Override
    public void close() {
        reader.close();
    }
}
