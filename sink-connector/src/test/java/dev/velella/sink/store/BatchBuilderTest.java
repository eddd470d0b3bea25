package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.sink.embedded.MemoryTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a batch leaves out what its patches take back. */
class BatchBuilderTest {
    private static final PartitionId P0 = new PartitionId("patches", 0);
    private static final String OWN = "urn:velella:stream:k";

    @TempDir
    Path directory;

    private MemoryTarget target;

    @BeforeEach
    void open() {
        target = MemoryTarget.open(directory, "sink", Duration.ZERO);
    }

    @AfterEach
    void close() {
        target.close();
    }

    /** What is written when one patch adds a statement and the next one deletes it. */
    private List<Statement> written(Target of, String graph, boolean numbered) {
        Statement passing = Stream.statement("a", 1, graph);
        Claim claim = target.claim(List.of(P0)).get(P0);
        BatchBuilder batch = new BatchBuilder(of);
        PatchBatch.add(
                batch,
                P0,
                claim,
                0,
                "k",
                numbered ? new PatchPosition(1, GraphHash.ofSet(Set.of(passing)), false) : null,
                RdfPatch.change(List.of(), List.of(passing)));
        PatchBatch.add(
                batch,
                P0,
                claim,
                1,
                "k",
                numbered ? new PatchPosition(2, GraphHash.EMPTY, false) : null,
                RdfPatch.change(List.of(passing), List.of()));
        NetEffect effect = batch.build().effect();
        assertThat(effect.adds()).isEmpty();
        return new ArrayList<>(effect.removes());
    }

    @Test
    void theHashesOfAStreamProveWhatIsInItsOwnGraph() {
        assertThat(written(target, OWN, true)).isEmpty();
    }

    @Test
    void patchesWithoutNumbersProveNothing() {
        assertThat(written(target, OWN, false)).hasSize(1);
    }

    @Test
    void aGraphThatOthersMayWriteToMayHoldTheStatementAlready() {
        assertThat(written(target, "urn:g", true)).hasSize(1);
        assertThat(written(target, null, true)).hasSize(1);
    }

    @Test
    void aTargetThatMayLeaveABatchHalfDoneMayHoldTheStatementAlready() {
        assertThat(written(new Halves(target), OWN, true)).hasSize(1);
    }

    @Test
    void aSnapshotMayReplaceWhatIsNotKnown() {
        Statement left = Stream.statement("a", 1, OWN);
        Claim claim = target.claim(List.of(P0)).get(P0);
        BatchBuilder batch = new BatchBuilder(target);
        PatchPosition whole = new PatchPosition(7, GraphHash.ofSet(Set.of(left)), true);
        StreamId stream = new StreamId("patches", "k");
        batch.apply(
                P0,
                claim,
                0,
                "k",
                NetEffect.effectiveRows(RdfPatch.change(List.of(), List.of(left))),
                stream,
                StreamState.at(whole));
        PatchBatch.add(
                batch,
                P0,
                claim,
                1,
                "k",
                new PatchPosition(8, GraphHash.EMPTY, false),
                RdfPatch.change(List.of(left), List.of()));
        assertThat(batch.build().effect().removes()).containsExactly(left);
    }
}
