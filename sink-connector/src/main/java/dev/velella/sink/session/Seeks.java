package dev.velella.sink.session;

import dev.velella.sink.history.Rebuild;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks Connect to read partitions from other offsets. Connect seeks before it polls again. Not thread-safe. */
final class Seeks {
    private static final Logger LOG = LoggerFactory.getLogger("dev.velella.sink.RdfSinkTask");

    private final SinkTaskContext context;
    private final Rebuild rebuild;
    private boolean pending;

    Seeks(SinkTaskContext context, Rebuild rebuild) {
        this.context = context;
        this.rebuild = rebuild;
    }

    /** Asks for the claimed partitions from the offsets that the store needs. */
    void toClaimed(Map<PartitionId, Claim> claims) {
        claims.forEach((id, claim) -> {
            LOG.info("Partition {} goes on at offset {}", id, claim.nextOffset());
            to(id, claim.nextOffset());
        });
    }

    /** Asks for one partition, from an offset on. */
    void to(PartitionId id, long offset) {
        pending = true;
        rebuild.sought();
        context.offset(new TopicPartition(id.topic(), id.partition()), offset);
    }

    /**
     * Whether there is a seek that Connect has not yet done. The records that the worker has handed over are then read
     * again.
     */
    boolean arePending() {
        return pending;
    }

    /** Notes that the worker has polled, so Connect has done all seeks. */
    void polled() {
        pending = false;
    }
}
