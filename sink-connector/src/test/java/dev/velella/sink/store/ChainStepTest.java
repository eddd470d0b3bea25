package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.record.PatchChain;
import dev.velella.record.PatchPosition;
import java.util.List;
import java.util.Optional;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

class ChainStepTest {
    private static final Statement A = Stream.statement("a", 1, null);
    private static final Statement B = Stream.statement("b", 1, null);
    private static final long HASH_A = GraphHash.of(A);
    private static final long HASH_B = GraphHash.of(B);
    private static final long ADD_A = PatchChain.change(List.of(new PatchOperation.Add(A)));
    private static final long REPLACE_A_BY_B =
            PatchChain.change(List.of(new PatchOperation.Delete(A), new PatchOperation.Add(B)));
    private static final ChainStep.Applied NONE = (position, change) -> false;

    private static PatchPosition patch(long number, long hash) {
        return new PatchPosition(number, hash, false);
    }

    private static Optional<StreamState> after(long number, long hash) {
        return Optional.of(new StreamState(number, hash, StreamState.Standing.FOLLOWED));
    }

    private static Optional<StreamState> fromSnapshot(long number, long hash) {
        return Optional.of(new StreamState(number, hash, StreamState.Standing.SNAPSHOT));
    }

    private static String reason(ChainStep step) {
        assertThat(step).isInstanceOf(ChainStep.Breaks.class);
        return ((ChainStep.Breaks) step).reason();
    }

    @Test
    void theFirstPatchHasNumberOne() {
        assertThat(ChainStep.of(Optional.empty(), patch(1, HASH_A), ADD_A, NONE))
                .isEqualTo(new ChainStep.Follows(after(1, HASH_A).orElseThrow()));
        assertThat(reason(ChainStep.of(Optional.empty(), patch(2, HASH_A), ADD_A, NONE)))
                .isEqualTo("expected patch number 1, found 2");
    }

    @Test
    void aPatchThatFollowsIsAccepted() {
        assertThat(ChainStep.of(after(1, HASH_A), patch(2, HASH_B), REPLACE_A_BY_B, NONE))
                .isInstanceOf(ChainStep.Follows.class);
    }

    @Test
    void aPatchThatFollowsHealsABrokenChain() {
        Optional<StreamState> broken = after(1, HASH_A).map(StreamState::broken);
        assertThat(ChainStep.of(broken, patch(2, HASH_B), REPLACE_A_BY_B, NONE))
                .isEqualTo(new ChainStep.Follows(after(2, HASH_B).orElseThrow()));
        assertThat(ChainStep.of(Optional.of(StreamState.BROKEN_AT_START), patch(1, HASH_A), ADD_A, NONE))
                .isInstanceOf(ChainStep.Follows.class);
    }

    @Test
    void aStateThatIsNotReachedBreaks() {
        assertThat(reason(ChainStep.of(after(1, HASH_A), patch(2, HASH_A + HASH_B), REPLACE_A_BY_B, NONE)))
                .contains("expected state hash " + GraphHash.format(HASH_A + HASH_B))
                .contains("found " + GraphHash.format(HASH_B));
    }

    @Test
    void theLastPatchOnceMoreIsARepeatIfItLeadsToTheSameState() {
        assertThat(ChainStep.of(after(1, HASH_A), patch(1, HASH_A), ADD_A, NONE))
                .isEqualTo(new ChainStep.Repeats());
        assertThat(reason(ChainStep.of(after(1, HASH_A), patch(1, HASH_B), ADD_A, NONE)))
                .startsWith("expected patch number 2, found 1, a number that was there before")
                .contains("read_committed");
    }

    @Test
    void anEarlierPatchIsARepeatOnlyIfItIsRemembered() {
        ChainStep.Applied first = (position, change) -> position.number() == 1 && change == ADD_A;
        assertThat(ChainStep.of(after(2, HASH_B), patch(1, HASH_A), ADD_A, first))
                .isEqualTo(new ChainStep.Repeats());
        assertThat(reason(ChainStep.of(after(2, HASH_B), patch(1, HASH_A), ADD_A, NONE)))
                .startsWith("expected patch number 3, found 1, a number that was there before")
                .contains("read_committed");
    }

    @Test
    void patchesUpToASnapshotAreCoveredByIt() {
        assertThat(ChainStep.of(fromSnapshot(7, HASH_B), patch(3, HASH_A), ADD_A, NONE))
                .isEqualTo(new ChainStep.Covered());
        assertThat(ChainStep.of(fromSnapshot(7, HASH_B), patch(7, HASH_B), ADD_A, NONE))
                .isEqualTo(new ChainStep.Covered());
        assertThat(reason(ChainStep.of(fromSnapshot(7, HASH_B), patch(7, HASH_A), ADD_A, NONE)))
                .startsWith("expected patch number 8, found 7, a number that was there before")
                .contains("read_committed");
    }

    @Test
    void aPatchWithoutNumberBreaksAChain() {
        assertThat(reason(ChainStep.of(after(1, HASH_A), null, ADD_A, NONE))).contains("without the header");
    }

    @Test
    void aStreamWithoutNumbersHasNoChain() {
        assertThat(ChainStep.of(Optional.empty(), null, ADD_A, NONE)).isEqualTo(new ChainStep.Follows(null));
    }

    @Test
    void theWrittenFormOfAStateIsReadAgain() {
        for (StreamState state : List.of(
                new StreamState(17, HASH_A, StreamState.Standing.FOLLOWED),
                new StreamState(17, HASH_A, StreamState.Standing.SNAPSHOT),
                new StreamState(17, HASH_A, StreamState.Standing.BROKEN),
                StreamState.BROKEN_AT_START)) {
            assertThat(StreamState.parse(state.format())).isEqualTo(state);
        }
        assertThat(new StreamState(17, HASH_A, StreamState.Standing.FOLLOWED).format())
                .isEqualTo(patch(17, HASH_A).format());
    }
}
