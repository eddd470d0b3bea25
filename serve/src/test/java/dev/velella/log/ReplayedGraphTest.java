package dev.velella.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.log.ReplayedGraph.Effect;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.record.PatchPosition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.util.Statements;
import org.eclipse.rdf4j.model.util.Values;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayedGraphTest {
    private final ReplayedGraph graph = new ReplayedGraph();

    private static Statement statement(int n) {
        return Statements.statement(
                Values.iri("urn:s"), Values.iri("urn:p"), Values.literal(n), n % 2 == 0 ? null : Values.iri("urn:g"));
    }

    private static Set<Statement> set(int... numbers) {
        Set<Statement> all = new HashSet<>();
        for (int n : numbers) {
            all.add(statement(n));
        }
        return all;
    }

    private static LogRecord record(long offset, @Nullable PatchPosition position, @Nullable StreamElement element) {
        return new LogRecord("t", 0, offset, 1_000 + offset, 1_000 + offset, "k", position, element);
    }

    /** The patch between two graphs. */
    private static LogRecord patch(long number, Set<Statement> before, Set<Statement> after) {
        Set<Statement> deletes = new HashSet<>(before);
        deletes.removeAll(after);
        Set<Statement> adds = new HashSet<>(after);
        adds.removeAll(before);
        return record(number, new PatchPosition(number, GraphHash.ofSet(after), false), RdfPatch.change(deletes, adds));
    }

    private static LogRecord snapshot(long number, Set<Statement> graph) {
        return record(
                number, new PatchPosition(number, GraphHash.ofSet(graph), true), RdfGraph.of(new ArrayList<>(graph)));
    }

    @Property(tries = 200)
    void patchesLeadToEachGraphInTurnAndRepeatsChangeNothing(
            @ForAll @Size(min = 1, max = 30) List<@Size(max = 6) Set<@IntRange(max = 8) Integer>> graphs,
            @ForAll @IntRange(max = 29) int repeated) {
        ReplayedGraph replayed = new ReplayedGraph();
        List<LogRecord> log = new ArrayList<>();
        Set<Statement> before = Set.of();
        for (Set<Integer> numbers : graphs) {
            Set<Statement> after =
                    set(numbers.stream().mapToInt(Integer::intValue).toArray());
            log.add(patch(log.size() + 1, before, after));
            assertThat(replayed.apply(log.get(log.size() - 1))).isEqualTo(Effect.APPLIED);
            assertThat(replayed.statements()).isEqualTo(after);
            before = after;
        }
        assertThat(replayed.apply(log.get(repeated % log.size()))).isEqualTo(Effect.REPEATED);
        assertThat(replayed.statements()).isEqualTo(before);
        assertThat(replayed.position()).isEqualTo(log.get(log.size() - 1).position());
    }

    @Test
    void aBreakIsRefusedWithItsPlaceAndChangesNothing() {
        graph.apply(patch(1, set(), set(1)));

        assertThatThrownBy(() -> graph.apply(patch(3, set(1), set(1, 2))))
                .isInstanceOf(LogException.class)
                .hasMessage("t-0@3: the chain of patches of stream k is broken: expected patch number 2, found 3");
        assertThatThrownBy(() -> graph.apply(patch(2, set(2), set(3))))
                .hasMessageStartingWith("t-0@2: the chain of patches of stream k is broken: expected state hash ");
        assertThatThrownBy(() -> graph.apply(record(9, null, RdfPatch.change(set(), set(5)))))
                .hasMessageContaining("expected a patch with number 2, found a patch without the header");

        assertThat(graph.statements()).isEqualTo(set(1));
        assertThat(graph.apply(patch(2, set(1), set(4)))).isEqualTo(Effect.APPLIED);
        assertThatThrownBy(() -> graph.apply(patch(1, set(), set(7)))).hasMessageContaining("is broken");
    }

    @Test
    void aSnapshotCoversThePatchesBeforeIt() {
        graph.begin(snapshot(2, set(1, 2)));

        assertThat(graph.apply(patch(1, set(), set(1)))).isEqualTo(Effect.COVERED);
        assertThat(graph.apply(patch(2, set(1), set(1, 2)))).isEqualTo(Effect.COVERED);
        assertThat(graph.apply(patch(3, set(1, 2), set(2)))).isEqualTo(Effect.APPLIED);
        assertThat(graph.statements()).isEqualTo(set(2));
    }

    @Test
    void aSnapshotForgetsThePatchesThatWereReadBefore() {
        LogRecord third = patch(3, set(1, 2), set(3));
        graph.apply(patch(1, set(), set(1)));
        graph.apply(patch(2, set(1), set(1, 2)));
        graph.apply(third);
        graph.begin(snapshot(1, set(1)));

        assertThatThrownBy(() -> graph.apply(third))
                .as("patch 2 is missing; that patch 3 was read before the snapshot does not matter")
                .hasMessageContaining("expected patch number 2, found 3");
    }

    @Test
    void aSnapshotThatDoesNotHoldItsGraphIsRefused() {
        LogRecord wrong =
                record(5, new PatchPosition(2, GraphHash.ofSet(set(1)), true), RdfGraph.of(new ArrayList<>(set(1, 2))));

        assertThatThrownBy(() -> graph.begin(wrong)).hasMessageStartingWith("t-0@5: the snapshot has the hash ");
        assertThat(graph.position()).isNull();
    }

    @Test
    void aStreamThatCameBackBeginsWithoutItsFirstPatches() {
        assertThat(graph.apply(patch(8, set(), set(1)))).isEqualTo(Effect.APPLIED);
        assertThat(graph.statements()).isEqualTo(set(1));
    }

    @Test
    void aStreamWhoseFirstPatchesAreGoneIsNotGuessed() {
        assertThatThrownBy(() -> graph.apply(patch(8, set(1), set(1, 2))))
                .hasMessageContaining("begins with patch 8")
                .hasMessageContaining("no snapshot covers them");
        assertThat(graph.isEmpty()).isTrue();
    }

    @Test
    void onlyCommittedTransactionsOfAPatchCount() {
        List<PatchOperation> rows = List.of(
                PatchOperation.Transaction.START,
                new PatchOperation.Add(statement(1)),
                PatchOperation.Transaction.ABORT,
                new PatchOperation.Add(statement(2)));
        graph.apply(record(1, new PatchPosition(1, GraphHash.ofSet(set(2)), false), new RdfPatch(rows)));
        assertThat(graph.statements()).isEqualTo(set(2));

        RdfPatch open = new RdfPatch(List.of(PatchOperation.Transaction.START));
        assertThatThrownBy(() -> graph.apply(record(2, null, open)))
                .hasMessage("t-0@2: the patch is malformed: TX without TC or TA");
        assertThatThrownBy(() -> graph.apply(record(3, null, null))).hasMessageContaining("not a patch");
    }
}
