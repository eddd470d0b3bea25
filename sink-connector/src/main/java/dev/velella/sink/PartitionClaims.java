package dev.velella.sink;

import dev.velella.sink.intake.SnapshotGate;
import dev.velella.sink.metrics.SinkCounts;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import java.util.Map;

/** Claims partitions in the store, after the store was proven to fit them. Not thread-safe. */
final class PartitionClaims {
    private final PatchApplier applier;
    private final Assignment assignment;
    private final StoreRebuild rebuild;
    private final Outage outage;
    private final Seeks seeks;
    private final SnapshotGate gate;
    private final Checkpoints checkpoints;
    private final SinkCounts counts;

    PartitionClaims(
            PatchApplier applier,
            Assignment assignment,
            StoreRebuild rebuild,
            Outage outage,
            Seeks seeks,
            SnapshotGate gate,
            Checkpoints checkpoints,
            SinkCounts counts) {
        this.applier = applier;
        this.assignment = assignment;
        this.rebuild = rebuild;
        this.outage = outage;
        this.seeks = seeks;
        this.gate = gate;
        this.checkpoints = checkpoints;
        this.counts = counts;
    }

    /** Claims partitions that are new; where the store is out of reach, {@link #claimWhenDue} does so later. */
    void claimNew() {
        if (!outage.isOn()) {
            outage.orLater(() -> {
                rebuild.beginIfLost(Assignment.ids(assignment.unclaimed()));
                claimed(applier.open(Assignment.ids(assignment.unclaimed())));
            });
        }
    }

    /** Claims all partitions again, if it is time to; records are asked for from where the store has them. */
    void claimWhenDue() {
        if (outage.claimInMs().orElse(1) <= 0) {
            outage.orLater(() -> {
                counts.retries.incrementAndGet();
                rebuild.beginIfLost(assignment.all());
                claimed(applier.reopen(assignment.all()));
                outage.end();
            });
        }
    }

    private void claimed(Map<PartitionId, Claim> claims) {
        seeks.toClaimed(claims);
        gate.assigned(assignment.unclaimed(), applier::nextOffset);
        assignment.claimed();
        outage.claimed();
        checkpoints.noteDurable();
    }
}
