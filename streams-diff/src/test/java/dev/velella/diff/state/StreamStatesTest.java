package dev.velella.diff.state;

import static dev.velella.diff.DiffPipe.bytes;
import static dev.velella.diff.Rdf.VALUES;
import static dev.velella.diff.Rdf.iri;
import static dev.velella.diff.Rdf.reading;
import static dev.velella.diff.Rdf.statement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.velella.diff.CountedStore;
import dev.velella.diff.DiffPipe;
import dev.velella.diff.StreamDiff;
import dev.velella.diff.compare.GraphComparison;
import dev.velella.diff.compare.GraphComparisonTest;
import dev.velella.diff.compare.StreamChange;
import dev.velella.diff.options.DiffSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfGraph;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.utils.Bytes;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

class StreamStatesTest {
    private static final Bytes STREAM = Bytes.wrap(bytes("a"));
    private static final DiffSettings SETTINGS =
            DiffPipe.config("velella.jelly.rdf.star", "true").settings();

    private final CountedStore store = new CountedStore();
    private final GraphComparison comparison = new GraphComparison(TargetGraph.of(SETTINGS.graph()));

    private StreamStates states() {
        return new StreamStates(store, SETTINGS);
    }

    private StreamState next(StreamStates states, List<Statement> graph) {
        return next(states, STREAM, graph);
    }

    private StreamState next(StreamStates states, Bytes stream, List<Statement> graph) {
        StreamState before = states.load(stream);
        StreamChange change = comparison.between(before.graph(), before.hash(), graph);
        if (change.isEmpty()) {
            return before;
        }
        StreamHead head = before.head().patched(change.hashAfter(), before.number() * 10);
        return states.save(states.draft(stream, before, change, head));
    }

    private static List<Statement> readings(int values, int changed, int value) {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < values; i++) {
            int reading = i == changed % values ? value : i;
            statements.add(statement("result/" + i, "hasValue", VALUES.createLiteral(reading)));
            statements.add(statement("result/" + i, "unit", iri("percent")));
        }
        return statements;
    }

    /** Whatever was stored, a new reader of the store finds the very state, and every state is one put. */
    @Property(tries = 200)
    void whatIsStoredIsTheState(@ForAll("streams") List<List<Statement>> stream) {
        StreamStates writer = states();
        for (List<Statement> graph : stream) {
            long puts = store.puts();
            StreamState saved = next(writer, graph);
            assertThat(store.puts() - puts).isLessThanOrEqualTo(1);
            StreamState loaded = states().load(STREAM);
            assertThat(loaded.head()).isEqualTo(saved.head());
            assertThat(loaded.chain()).isEqualTo(saved.chain());
            assertThat(loaded.statements()).isEqualTo(saved.statements());
            Set<Statement> expected = new HashSet<>(graph);
            assertThat(new HashSet<>(loaded.statements())).isEqualTo(expected);
            assertThat(loaded.hash()).isEqualTo(GraphHash.ofSet(expected));
            assertThat(visited(states())).isEqualTo(saved.number() == 0 ? Map.of() : Map.of(STREAM, saved.head()));
        }
        store.clear();
    }

    @Provide
    Arbitrary<List<List<Statement>>> streams() {
        return GraphComparisonTest.streams();
    }

    @Test
    void changeCostsLittleMoreThanItself() {
        StreamStates states = states();
        next(states, readings(100, 0, 1000));
        long base = store.putBytes();
        for (int i = 1; i <= 1000; i++) {
            next(states, readings(100, i, 1000 + i));
        }
        assertThat((store.putBytes() - base) / 1000).isLessThan(base / 10);
        assertThat(states().load(STREAM).number()).isEqualTo(1001);
    }

    /** What a visit of few records at a time tells of all streams. */
    private static Map<Bytes, StreamHead> visited(StreamStates states) {
        Map<Bytes, StreamHead> heads = new HashMap<>();
        Bytes last = null;
        do {
            last = states.visit(last, 3, (stream, head) -> assertThat(heads.put(stream, head))
                    .as("head of a stream visited before")
                    .isNull());
        } while (last != null);
        return heads;
    }

    @Test
    void visitFindsTheHeadOfEveryStreamAmongDeltasOfEarlierBases() {
        StreamStates states = states();
        Map<Bytes, StreamHead> expected = new HashMap<>();
        for (int i = 0; i < 150; i++) {
            for (String key : List.of("k", "k1", "l")) {
                Bytes stream = Bytes.wrap(bytes(key));
                StreamState after = next(states, stream, readings(10 + i % 3, i, i + 100));
                expected.put(stream, after.head());
            }
            assertThat(visited(states())).isEqualTo(expected);
        }
    }

    /** The store still has deltas of earlier bases, before and behind the one that the head has become. */
    @Test
    void visitFindsAHeadThatWasSavedRightAfterABase() {
        StreamStates states = states();
        int bases = 0;
        for (int i = 0; i < 300 && bases < 4; i++) {
            StreamState after = next(states, readings(20, i, i + 100));
            if (after.chain().deltas() == 0) {
                bases++;
                StreamHead head = after.head().withLastTime(5_000 + i).withSnapshot(1, i);
                states.saveHead(STREAM, after, head);
                assertThat(visited(states())).as("base %d", bases).isEqualTo(Map.of(STREAM, head));
                StreamHead again = head.withLastInput(i);
                states.saveHead(STREAM, states.load(STREAM), again);
                assertThat(visited(states())).isEqualTo(Map.of(STREAM, again));
                assertThat(states().load(STREAM).head()).isEqualTo(again);
            }
        }
        assertThat(bases).isEqualTo(4);
    }

    /** A patch takes the place of the head that was saved alone before it. */
    @Test
    void visitFindsAHeadThatWasSavedAfterAnyNumberOfPatches() {
        StreamStates states = states();
        for (int i = 0; i < 70; i++) {
            StreamState after = next(states, readings(50, i, i + 100));
            assertThat(visited(states())).isEqualTo(Map.of(STREAM, after.head()));
            StreamHead head = after.head().withLastTime(5_000 + i);
            states.saveHead(STREAM, after, head);
            assertThat(visited(states())).as("after patch %d", after.number()).isEqualTo(Map.of(STREAM, head));
        }
    }

    @Test
    void timeAloneIsSmallAndFoundAgain() {
        StreamStates states = states();
        next(states, readings(100, 0, 1000));
        long base = store.putBytes();
        StreamState later = states.saveHead(
                STREAM, states.load(STREAM), states.load(STREAM).head().withLastTime(77));
        StreamHead snapshot = later.head().withSnapshot(1, 5).withBlankNodes(8).withLastInput(-3);
        states.saveHead(STREAM, later, snapshot);
        assertThat(store.putBytes() - base).isLessThan(150);
        assertThat(states().load(STREAM).head()).isEqualTo(snapshot);
        next(states, readings(100, 0, 2000));
        StreamHead found = states().load(STREAM).head();
        assertThat(found).isEqualTo(states.load(STREAM).head());
        assertThat(found.snapshotTime()).isEqualTo(5);
        assertThat(found.blankNodes()).isEqualTo(8);
        assertThat(found.number()).isEqualTo(2);
    }

    @Test
    void streamThatHasNoGraphYetKeepsItsTime() {
        StreamStates states = states();
        states.saveHead(STREAM, states.load(STREAM), StreamHead.NONE.withLastTime(5));
        assertThat(states().load(STREAM).lastTime()).isEqualTo(5);
        next(states, readings(3, 0, 1));
        assertThat(states().load(STREAM).number()).isEqualTo(1);
    }

    @Test
    void streamsWhoseKeysBeginAlikeDoNotMeet() {
        StreamStates states = states();
        for (int i = 0; i < 300; i++) {
            next(states, Bytes.wrap(bytes("k")), readings(20, i, i + 100));
            next(states, Bytes.wrap(bytes("k\u0000")), readings(20, i, i + 200));
        }
        assertThat(states().load(Bytes.wrap(bytes("k"))).statements())
                .contains(readings(20, 299, 399).toArray(Statement[]::new));
        List<Bytes> streams = new ArrayList<>();
        states.visit(null, 1000, (stream, head) -> streams.add(stream));
        assertThat(streams).containsExactlyInAnyOrder(Bytes.wrap(bytes("k")), Bytes.wrap(bytes("k\u0000")));
    }

    @Test
    void refusesTheFormatOfAnEarlierVersionByName() {
        byte[] format1 = ByteBuffer.allocate(25).put((byte) 1).putLong(1).array();
        store.put(STREAM, format1);
        assertThatIllegalStateException()
                .isThrownBy(() -> states().load(STREAM))
                .withMessageContaining("format 1")
                .withMessageContaining("application.id")
                .withMessageContaining("stream a");
    }

    @Test
    void refusesAGraphOfAnotherHash() {
        StreamStates states = states();
        StreamState before = states.load(STREAM);
        StreamChange change = comparison.between(before.graph(), 0, readings(3, 0, 1));
        states.save(states.draft(STREAM, before, change, before.head().patched(change.hashAfter() + 1, 0)));
        assertThatIllegalStateException()
                .isThrownBy(() -> states().load(STREAM))
                .withMessageContaining("stream a, a graph with another hash")
                .withNoCause();
    }

    @Test
    void refusesADeltaThatIsNotTheNext() {
        StreamStates states = states();
        for (int i = 0; i < 4; i++) {
            next(states, readings(50, 0, 100 + i));
        }
        store.put(StateRecords.deltaKey(STREAM, 2), store.get(StateRecords.deltaKey(STREAM, 3)));
        assertThatIllegalStateException()
                .isThrownBy(() -> states().load(STREAM))
                .withMessageContaining("patch 4");
    }

    @Test
    void refusesBytesThatAreCutOrChanged() {
        StreamStates states = states();
        for (int i = 0; i < 2; i++) {
            next(states, readings(50, 0, 100 + i));
        }
        Bytes key = StateRecords.deltaKey(STREAM, 1);
        byte[] delta = store.get(key);
        for (int length = 0; length < delta.length; length++) {
            store.put(key, Arrays.copyOf(delta, length));
            assertThatIllegalStateException().isThrownBy(() -> states().load(STREAM));
        }
        store.put(key, delta);
        assertThat(states().load(STREAM).number()).isEqualTo(2);
    }

    @Test
    void cacheIsBoundedByStatements() {
        DiffSettings small =
                DiffPipe.config("velella.cache.max.statements", "10").settings();
        StreamStates states = new StreamStates(store, small);
        for (int i = 0; i < 5; i++) {
            next(states, Bytes.wrap(bytes("s" + i)), readings(2, 0, 7));
        }
        long gets = store.gets();
        states.load(Bytes.wrap(bytes("s4")));
        states.load(Bytes.wrap(bytes("s3")));
        assertThat(store.gets()).isEqualTo(gets);
        states.load(Bytes.wrap(bytes("s0")));
        assertThat(store.gets()).isGreaterThan(gets);
    }

    @Test
    void stepThatIsNotSavedChangesNothing() {
        StreamDiff diff = new StreamDiff(SETTINGS, store);
        diff.take(STREAM, "a", reading(1), 1).save();
        RdfGraph other = reading(2);
        StreamDiff.Step lost = diff.take(STREAM, "a", other, 2);
        StreamDiff.Step again = diff.take(STREAM, "a", other, 2);
        assertThat(again.diff()).isEqualTo(lost.diff());
        assertThat(again.position()).isEqualTo(lost.position());
        assertThatIllegalStateException().isThrownBy(lost::save);
        again.save();
        assertThat(states().load(STREAM).number()).isEqualTo(2);
    }
}
