package dev.velella.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.failure.UserException;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.log.RecordInterpreter;
import dev.velella.log.Span;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordDecoder;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.SystemRows;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class RebuildTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final StreamId B = new StreamId("patches", "b");
    private static final StreamId A = new StreamId("patches", "a");

    private final StateDifference state = new StateDifference();
    private final RecordInterpreter interpreter =
            new RecordInterpreter(new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null));
    private Rebuild rebuild = new Rebuild(state, true, 100);
    private long offset;

    private static Statement statement(int value) {
        IRI iri = VALUES.createIRI("urn:x:s");
        return VALUES.createStatement(iri, iri, VALUES.createLiteral(value), VALUES.createIRI("urn:x:g"));
    }

    private void record(String key, String header, byte[] value) {
        RecordHeaders headers = new RecordHeaders();
        if (header != null) {
            headers.add("patch", header.getBytes(StandardCharsets.US_ASCII));
        }
        rebuild.record(
                interpreter,
                new ConsumerRecord<>(
                        "patches",
                        0,
                        offset++,
                        0L,
                        TimestampType.CREATE_TIME,
                        0,
                        0,
                        key.getBytes(StandardCharsets.UTF_8),
                        value,
                        headers,
                        Optional.empty()));
    }

    private static SystemRows rows(StreamId... streams) {
        SystemRows rows = new SystemRows("sink");
        for (StreamId stream : streams) {
            rows.add(rows.row(stream, new PatchPosition(1, 1, false)));
        }
        return rows;
    }

    private static byte[] frame(List<Statement> deletes, List<Statement> adds) {
        return new JellyPatchEncoder(JellyPatchOptions.TOPIC, Limits.DEFAULT).encode(RdfPatch.change(deletes, adds));
    }

    private static String position(long number, Statement... state) {
        return new PatchPosition(number, GraphHash.ofSet(List.of(state)), false).format();
    }

    @Test
    void patchesGiveTheState() {
        state.store(statement(1));
        state.store(statement(3));
        record("a", position(1, statement(1), statement(2)), frame(List.of(), List.of(statement(1), statement(2))));
        record("a", position(2, statement(2)), frame(List.of(statement(1)), List.of()));
        assertThat(state.deletes(any -> true)).containsExactly(statement(1), statement(3));
        assertThat(state.adds()).containsExactly(statement(2));
        assertThat(rebuild.chains(rows()))
                .isEqualTo(Map.of(A, new PatchPosition(2, GraphHash.of(statement(2)), false)));
        state.forgetStored();
        state.store(statement(2));
        assertThat(state.deletes(any -> true)).isEmpty();
        assertThat(state.adds()).isEmpty();
        assertThat(state.expected()).isEqualTo(1);
    }

    @Test
    void whatCannotBeDecodedOrDoesNotFollowIsAnErrorWithItsPlace() {
        assertThatThrownBy(() -> record("a", position(1), "no frame".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(UserException.class)
                .hasMessageStartingWith("patches-0@0: cannot be decoded: ");
        assertThatThrownBy(() -> record("a", position(1), null)).hasMessageStartingWith("patches-0@1: ");
        byte[] graph = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT).encode(RdfGraph.of(List.of()));
        assertThatThrownBy(() -> record("a", position(1), graph)).hasMessageContaining("patches-0@2: the value is not");
        assertThatThrownBy(() -> record("a", position(2), frame(List.of(), List.of())))
                .hasMessageStartingWith("patches-0@3: the chain of patches is broken");
        assertThatThrownBy(() -> record("a", position(1), frame(List.of(), List.of(statement(1)))))
                .hasMessageContaining("state hash");
        assertThatThrownBy(() -> record("a", "1.x", frame(List.of(), List.of())))
                .hasMessageContaining("patches-0@5");
    }

    @Test
    void repeatsOfCopiedTopicsChangeNothing() {
        for (int round = 0; round < 2; round++) {
            record("a", position(1, statement(1)), frame(List.of(), List.of(statement(1))));
            record("a", position(2), frame(List.of(statement(1)), List.of()));
        }
        assertThat(state.expected()).isZero();
        assertThat(rebuild.chains(rows())).containsEntry(A, new PatchPosition(2, GraphHash.EMPTY, false));
    }

    @Test
    void streamOfATrimmedTopicBeginsAtItsFirstPatchOrASnapshot() {
        rebuild.begin("patches", new Span(0, 10, 10, 20));
        assertThatThrownBy(() ->
                        record("a", position(7, statement(1), statement(2)), frame(List.of(), List.of(statement(2)))))
                .hasMessageContaining("the first patch of stream a that is left is number 7")
                .hasMessageContaining("--snapshot-topic");
        assertThatThrownBy(() -> rebuild.chains(rows(A))).hasMessageContaining("has deleted all its patches");
        SystemRows ahead = rows();
        ahead.add(ahead.row(B, new PatchPosition(5, 5, true)));
        // A stream that had ended and came back needs no earlier patch.
        record("b", position(4, statement(9)), frame(List.of(), List.of(statement(9))));

        assertThatThrownBy(() -> rebuild.chains(ahead)).hasMessageContaining("ahead of the patches");

        rebuild.begin(
                A, PatchPosition.parse(position(7, statement(1), statement(2))), Set.of(statement(1), statement(2)));
        record("a", position(7, statement(1), statement(2)), "covered".getBytes(StandardCharsets.UTF_8));
        record("a", position(8, statement(2)), frame(List.of(statement(1)), List.of()));
        assertThat(state.adds()).containsExactly(statement(2), statement(9));
    }

    @Test
    void statementsOfSeveralPartitionsAreContested() {
        rebuild = new Rebuild(state, false, 100);
        record("a", position(1, statement(1)), frame(List.of(), List.of(statement(1))));
        record("b", position(1, statement(1)), frame(List.of(), List.of(statement(1))));
        record("b", position(2), frame(List.of(statement(1)), List.of()));
        assertThat(state.undecided()).isZero();
        assertThat(state.adds()).isEmpty();
        state.store(statement(1));
        assertThat(state.undecided()).isEqualTo(1);
        assertThat(state.deletes(any -> true)).isEmpty();
    }
}
