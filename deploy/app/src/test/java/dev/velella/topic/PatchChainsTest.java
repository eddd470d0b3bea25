package dev.velella.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PatchChainsTest {
    private final List<Finding> findings = new ArrayList<>();
    private final PatchChains chains = new PatchChains(findings::add);
    private final Log log = new Log();

    private static RdfPatch change(int from, int to) {
        return RdfPatch.change(from == 0 ? List.of() : List.of(Log.statement(from)), List.of(Log.statement(to)));
    }

    private static String position(long number, Object... statements) {
        Set<Statement> set = new java.util.HashSet<>();
        for (Object statement : statements) {
            set.add(Log.statement(statement));
        }
        return new PatchPosition(number, GraphHash.ofSet(set), false).format();
    }

    private void add(RdfPatch patch, @Nullable String position, boolean wholeLog) {
        chains.add(log.read(Log.selfContained(patch), Optional.empty(), "k", position), wholeLog);
    }

    @Test
    void patchesThatFollowEachOtherHaveNoFindings() {
        add(change(0, 1), position(1, 1), true);
        add(change(1, 2), position(2, 2), true);
        add(change(2, 3), position(3, 3), true);

        assertThat(findings).isEmpty();
        assertThat(chains.keys()).isEqualTo(1);
    }

    @Test
    void aCopyThatRepeatsPatchesIsNotBroken() {
        for (int round = 0; round < 2; round++) {
            add(change(0, 1), position(1, 1), true);
            add(change(1, 2), position(2, 2), true);
            add(change(2, 3), position(3, 3), true);
        }
        add(change(3, 4), position(4, 4), true);

        assertThat(findings).isEmpty();
        assertThat(chains.repeats()).isEqualTo(3);
    }

    @Test
    void anotherWriterThatBeginsAnewIsNoRepeat() {
        add(change(0, 1), position(1, 1), true);
        add(change(1, 2), position(2, 2), true);
        add(change(0, 7), position(1, 7), true);

        assertThat(findings).singleElement().satisfies(finding -> assertThat(finding.message())
                .contains("expected patch number 3, found 1"));
    }

    @Test
    void aNumberLeftOutBreaksTheChainOnce() {
        add(change(0, 1), position(1, 1), true);
        add(change(2, 3), position(3, 3), true);
        add(change(3, 4), position(4, 4), true);

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.offset()).isEqualTo(1);
            assertThat(finding.message()).contains("expected patch number 2, found 3");
        });
    }

    @Test
    void aHashThatIsNotReachedBreaksTheChain() {
        add(change(0, 1), position(1, 1), true);
        add(change(1, 2), position(2, 3), true);

        assertThat(findings).singleElement().satisfies(finding -> assertThat(finding.message())
                .contains("expected state hash"));
    }

    @Test
    void theFirstPatchMustBeNumberOneOnlyWhereTheWholeLogIsRead() {
        add(change(4, 5), position(5, 5), false);
        add(change(5, 6), position(6, 6), false);
        assertThat(findings).isEmpty();

        add(change(6, 7), position(7, 8), false);
        assertThat(findings).hasSize(1);

        findings.clear();
        chains.skipped();
        add(change(4, 5), position(5, 5), true);
        assertThat(findings).singleElement().satisfies(finding -> assertThat(finding.message())
                .contains("expected patch number 1, found 5"));
    }

    @Test
    void anAbortedTransactionChangesNothing() {
        RdfPatch patch = new RdfPatch(List.of(
                PatchOperation.Transaction.START,
                new PatchOperation.Add(Log.statement(9)),
                PatchOperation.Transaction.ABORT,
                PatchOperation.Transaction.START,
                new PatchOperation.Add(Log.statement(1)),
                PatchOperation.Transaction.COMMIT));

        add(patch, position(1, 1), true);

        assertThat(findings).isEmpty();
    }

    @Test
    void aSnapshotBeginsAnewWithItsOwnHash() {
        add(change(0, 1), position(1, 1), true);
        add(change(0, 8), position(7, 8) + ".s", true);
        add(change(8, 9), position(8, 9), true);

        assertThat(findings).isEmpty();
    }

    @Test
    void aPatchWithoutPositionIsABreakOnlyInAChain() {
        add(change(0, 1), null, true);
        assertThat(findings).isEmpty();

        add(change(0, 1), position(1, 1), true);
        add(change(1, 2), null, true);
        assertThat(findings).singleElement().satisfies(finding -> assertThat(finding.message())
                .contains("without the header"));
    }

    @Test
    void aDuplicateIsPassedOverAndAForgedRecordDoesNotMoveTheChain() {
        PartitionEncoder encoder = Log.encoder(10);
        StatefulFrame first = encoder.encode(change(0, 1));
        StatefulFrame second = encoder.encode(change(1, 2));
        chains.add(log.read(first, "k", position(1, 1)), true);
        chains.add(log.read(first, "k", position(1, 1)), true);
        chains.add(log.read(new byte[] {7}, Optional.empty(), "k", position(99, 1)), true);
        chains.add(log.read(second, "k", position(2, 2)), true);

        assertThat(findings).isEmpty();
    }

    @Test
    void aNumberedPatchNeedsAKey() {
        chains.add(log.read(Log.selfContained(change(0, 1)), Optional.empty(), null, position(1, 1)), true);

        assertThat(findings).singleElement().satisfies(finding -> assertThat(finding.message())
                .contains("no key"));
    }
}
