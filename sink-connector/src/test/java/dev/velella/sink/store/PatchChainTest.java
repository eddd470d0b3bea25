package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.record.PatchPosition;
import java.util.List;
import java.util.Optional;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

class PatchChainTest {
    private static final Statement A = Stream.statement("a", 1, null);
    private static final Statement B = Stream.statement("b", 1, null);
    private static final Optional<PatchPosition> AFTER_A = Optional.of(new PatchPosition(1, GraphHash.of(A), false));
    private static final List<PatchOperation> REPLACE_A_BY_B =
            List.of(new PatchOperation.Delete(A), new PatchOperation.Add(B));

    @Test
    void theFirstPatchHasNumberOne() {
        assertThatCode(() -> PatchChain.check(
                        Optional.empty(),
                        new PatchPosition(1, GraphHash.of(A), false),
                        List.of(new PatchOperation.Add(A))))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> PatchChain.check(
                        Optional.empty(),
                        new PatchPosition(2, GraphHash.of(A), false),
                        List.of(new PatchOperation.Add(A))))
                .isInstanceOf(PatchRefusedException.class)
                .hasMessageContaining("expected patch number 1, found patch number 2");
    }

    @Test
    void aPatchThatFollowsIsAccepted() {
        assertThatCode(() -> PatchChain.check(AFTER_A, new PatchPosition(2, GraphHash.of(B), false), REPLACE_A_BY_B))
                .doesNotThrowAnyException();
    }

    @Test
    void aStateThatIsNotReachedIsRefused() {
        long announced = GraphHash.of(A) + GraphHash.of(B);
        assertThatThrownBy(() -> PatchChain.check(AFTER_A, new PatchPosition(2, announced, false), REPLACE_A_BY_B))
                .hasMessageContaining("expected state hash " + GraphHash.format(announced))
                .hasMessageContaining("found " + GraphHash.format(GraphHash.of(B)));
    }

    @Test
    void aRepeatedNumberIsRefused() {
        assertThatThrownBy(
                        () -> PatchChain.check(AFTER_A, new PatchPosition(1, GraphHash.of(B), false), REPLACE_A_BY_B))
                .hasMessageContaining("expected patch number 2, found patch number 1");
    }

    @Test
    void aPatchWithoutNumberBreaksAChain() {
        assertThatThrownBy(() -> PatchChain.check(AFTER_A, null, REPLACE_A_BY_B))
                .hasMessageContaining("without the header");
    }

    @Test
    void aStreamWithoutNumbersHasNoChain() {
        assertThatCode(() -> PatchChain.check(Optional.empty(), null, REPLACE_A_BY_B))
                .doesNotThrowAnyException();
    }

    @Test
    void aSnapshotIsNoChange() {
        assertThatThrownBy(() -> PatchChain.check(AFTER_A, new PatchPosition(2, GraphHash.of(B), true), REPLACE_A_BY_B))
                .hasMessageContaining("found a snapshot");
    }
}
