package dev.velella.sink.session;

import dev.velella.sink.apply.StoreWriter;
import dev.velella.sink.intake.SnapshotGate;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import java.util.Map;

/** Claims partitions in the store. Before, it checks that the store fits their topics. Not thread-safe. */
final class PartitionClaims {
    private final StoreWriter writer;
    private final Assignment assignment;
    private final StoreRebuild rebuild;
    private final Outage outage;
    private final Seeks seeks;
    private final SnapshotGate gate;
    private final Checkpoints checkpoints;
    private final SinkCounts counts;

    PartitionClaims(
            StoreWriter writer,
            Assignment assignment,
            StoreRebuild rebuild,
            Outage outage,
            Seeks seeks,
            SnapshotGate gate,
            Checkpoints checkpoints,
            SinkCounts counts) {
        this.writer = writer;
        this.assignment = assignment;
        this.rebuild = rebuild;
        this.outage = outage;
        this.seeks = seeks;
        this.gate = gate;
        this.checkpoints = checkpoints;
        this.counts = counts;
    }

    /** Claims new partitions. If the store is out of reach, {@link #claimWhenDue} claims them later. */
    void claimNew() {
        if (!outage.isOn()) {
            outage.orLater(() -> {
                writer.checkOwner(Assignment.ids(assignment.unclaimed()));
                rebuild.beginIfLost(Assignment.ids(assignment.unclaimed()));
                claimed(writer.claim(Assignment.ids(assignment.unclaimed())));
            });
        }
    }

    /**
     * Claims all partitions again, if this is due. Then asks Connect for the records from the offsets that the store
     * needs.
     */
    void claimWhenDue() {
        if (outage.claimInMs().orElse(1) <= 0) {
            outage.orLater(() -> {
                counts.retries.incrementAndGet();
                writer.checkOwner(assignment.all());
                rebuild.beginIfLost(assignment.all());
                claimed(writer.reopen(assignment.all()));
                outage.end();
            });
        }
    }

    private void claimed(Map<PartitionId, Claim> claims) {
        seeks.toClaimed(claims);
        gate.assigned(assignment.unclaimed(), writer::nextOffset);
        assignment.claimed();
        outage.claimed();
        checkpoints.noteDurable();
    }
}
