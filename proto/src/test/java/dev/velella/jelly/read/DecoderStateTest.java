package dev.velella.jelly.read;

import static dev.velella.jelly.Bytes.entry;
import static dev.velella.jelly.Bytes.iri;
import static dev.velella.jelly.Bytes.message;
import static dev.velella.jelly.Bytes.rdfOptions;
import static dev.velella.jelly.Bytes.spo;
import static dev.velella.jelly.Bytes.triplesFrame;
import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.Bytes;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.RdfArbitraries;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/** A decoder is always between two frames: a frame that is refused, at whatever byte, changes nothing. */
class DecoderStateTest {
    private static final Limits LIMITS = Limits.DEFAULT;
    private static final TableSizes TINY = new TableSizes(8, 4, 2);

    /** What the properties need of either kind of decoder. */
    private interface Decoder {
        Object next(byte[] frame);

        Object keyFrame(byte[] frame);

        DecoderState snapshot();

        void restore(DecoderState state);
    }

    private static Decoder graphs() {
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        return new Decoder() {
            @Override
            public Object next(byte[] frame) {
                return decoder.decodeNext(frame);
            }

            @Override
            public Object keyFrame(byte[] frame) {
                return decoder.decodeKeyFrame(frame);
            }

            @Override
            public DecoderState snapshot() {
                return decoder.snapshot();
            }

            @Override
            public void restore(DecoderState state) {
                decoder.restore(state);
            }
        };
    }

    private static Decoder patches() {
        JellyPatchDecoder decoder = new JellyPatchDecoder(VALUES, LIMITS);
        return new Decoder() {
            @Override
            public Object next(byte[] frame) {
                return decoder.decodeNext(frame);
            }

            @Override
            public Object keyFrame(byte[] frame) {
                return decoder.decodeKeyFrame(frame);
            }

            @Override
            public DecoderState snapshot() {
                return decoder.snapshot();
            }

            @Override
            public void restore(DecoderState state) {
                decoder.restore(state);
            }
        };
    }

    @Provide
    Arbitrary<List<RdfGraph>> graphStreams() {
        return RdfArbitraries.graphs(RdfArbitraries.quads(true, 0))
                .list()
                .ofMinSize(2)
                .ofMaxSize(6);
    }

    @Provide
    Arbitrary<List<RdfPatch>> patchStreams() {
        return RdfArbitraries.patches(0).list().ofMinSize(2).ofMaxSize(5);
    }

    private static List<byte[]> framesOf(List<RdfGraph> graphs, PhysicalType type) {
        JellyGraphEncoder encoder = new JellyGraphEncoder(new JellyOptions(type, TINY, false, 2), LIMITS);
        return graphs.stream().map(encoder::encodeNext).toList();
    }

    private static List<byte[]> framesOf(List<RdfPatch> patches) {
        JellyPatchEncoder encoder = new JellyPatchEncoder(JellyPatchOptions.frame(TINY, false), LIMITS);
        return patches.stream().map(encoder::encodeNext).toList();
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 25)
    void aFrameOfQuadsThatIsRefusedChangesNothing(@ForAll("graphStreams") List<RdfGraph> graphs, @ForAll long seed) {
        assertRefusedFramesChangeNothing(framesOf(graphs, PhysicalType.QUADS), DecoderStateTest::graphs, seed);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 25)
    void aFrameOfGraphsThatIsRefusedChangesNothing(@ForAll("graphStreams") List<RdfGraph> graphs, @ForAll long seed) {
        assertRefusedFramesChangeNothing(framesOf(graphs, PhysicalType.GRAPHS), DecoderStateTest::graphs, seed);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 25)
    void aPatchThatIsRefusedChangesNothing(@ForAll("patchStreams") List<RdfPatch> patches, @ForAll long seed) {
        assertRefusedFramesChangeNothing(framesOf(patches), DecoderStateTest::patches, seed);
    }

    private static void assertRefusedFramesChangeNothing(
            List<byte[]> frames, java.util.function.Supplier<Decoder> kind, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Decoder clean = kind.get();
        Decoder tried = kind.get();
        Decoder scratch = kind.get();
        for (byte[] frame : frames) {
            for (byte[] bad : badVariants(frame, random)) {
                scratch.restore(clean.snapshot());
                if (refuses(scratch::next, bad)) {
                    assertThatThrownBy(() -> tried.next(bad)).isInstanceOf(MalformedJellyException.class);
                }
                scratch.restore(clean.snapshot());
                if (refuses(scratch::keyFrame, bad)) {
                    assertThatThrownBy(() -> tried.keyFrame(bad)).isInstanceOf(MalformedJellyException.class);
                }
            }
            // A key frame that would be another stream, but for its last row.
            byte[] key = Bytes.message()
                    .append(frames.get(0))
                    .row(20, Bytes.message())
                    .array();
            assertThatThrownBy(() -> tried.keyFrame(key)).isInstanceOf(MalformedJellyException.class);
            assertThat(tried.next(frame)).isEqualTo(clean.next(frame));
        }
    }

    private static boolean refuses(Function<byte[], Object> decode, byte[] frame) {
        try {
            decode.apply(frame);
            return false;
        } catch (MalformedJellyException e) {
            return true;
        }
    }

    /** Wrong at the very end, so that everything before has been taken in; cut; and changed anywhere. */
    private static List<byte[]> badVariants(byte[] frame, SplittableRandom random) {
        List<byte[]> variants = new ArrayList<>();
        variants.add(Bytes.message().append(frame).row(20, Bytes.message()).array());
        for (int i = 0; i < 12 && frame.length > 0; i++) {
            variants.add(Arrays.copyOf(frame, random.nextInt(frame.length)));
            byte[] changed = frame.clone();
            changed[random.nextInt(frame.length)] = (byte) random.nextInt(256);
            variants.add(changed);
        }
        return variants;
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 25)
    void everyFrameOfQuadsCanBeReadByAnotherDecoderFromASnapshot(@ForAll("graphStreams") List<RdfGraph> graphs) {
        assertSnapshotsGoOn(framesOf(graphs, PhysicalType.QUADS), DecoderStateTest::graphs);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 25)
    void everyPatchCanBeReadByAnotherDecoderFromASnapshot(@ForAll("patchStreams") List<RdfPatch> patches) {
        assertSnapshotsGoOn(framesOf(patches), DecoderStateTest::patches);
    }

    private static void assertSnapshotsGoOn(List<byte[]> frames, java.util.function.Supplier<Decoder> kind) {
        Decoder straight = kind.get();
        Decoder used = kind.get();
        List<DecoderState> states = new ArrayList<>();
        List<Object> read = new ArrayList<>();
        for (byte[] frame : frames) {
            states.add(straight.snapshot());
            read.add(straight.next(frame));
        }
        for (int i = frames.size() - 1; i >= 0; i--) {
            Decoder fresh = kind.get();
            fresh.restore(states.get(i));
            used.restore(states.get(i));
            for (int j = i; j < frames.size(); j++) {
                assertThat(fresh.next(frames.get(j))).isEqualTo(read.get(j));
                assertThat(used.next(frames.get(j))).isEqualTo(read.get(j));
            }
        }
    }

    @Test
    void aKeyFrameThatIsRefusedLeavesTheRunningStream() {
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        decoder.decodeNext(triplesFrame().row(2, spo()).array());
        byte[] key = message()
                .row(1, rdfOptions(2, 16, 2, 2))
                .row(9, entry(0, "b:1"))
                .row(9, entry(0, "b:2"))
                .row(2, spo())
                .array();
        assertThatThrownBy(() -> decoder.decodeKeyFrame(key)).hasMessageContaining("in a stream of QUADS");
        assertThatThrownBy(() -> decoder.decode(key)).hasMessageContaining("in a stream of QUADS");
        assertThat(decoder.options().orElseThrow().physicalType()).isEqualTo(PhysicalType.TRIPLES);
        Bytes next = message().row(2, message()).row(2, message().message(1, iri(0, 0)));
        List<Statement> read = decoder.decodeNext(next.array()).statements();
        assertThat(read.get(0).getSubject()).hasToString("a:1");
        assertThat(read.get(1).getSubject()).hasToString("a:4");
    }

    @Test
    void aRefusedFrameIsNotCounted() {
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        decoder.decodeNext(triplesFrame().array());
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() ->
                            decoder.decodeNext(message().row(20, message()).array()))
                    .isInstanceOfSatisfying(MalformedJellyException.class, e -> assertThat(e.frame())
                            .isEqualTo(1));
        }
    }

    @Test
    void theOpenGraphIsPartOfTheState() {
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        Bytes first = message().row(1, rdfOptions(3, 8, 0, 0));
        for (int i = 1; i <= 4; i++) {
            first.row(9, entry(0, "a:" + i));
        }
        decoder.decodeNext(first.row(4, message().message(1, iri(0, 4))).array());
        byte[] triple = message().row(2, spo()).array();
        byte[] ended = message().row(5, message()).row(2, spo()).array();
        assertThatThrownBy(() -> decoder.decodeNext(ended)).hasMessageContaining("outside of a graph");
        JellyGraphDecoder other = new JellyGraphDecoder(VALUES, LIMITS);
        other.restore(decoder.snapshot());
        assertThat(decoder.decodeNext(triple).statements().get(0).getContext()).hasToString("a:4");
        assertThat(other.decodeNext(triple).statements().get(0).getContext()).hasToString("a:4");
    }

    @Test
    void anIriThatWasBuiltFromAnEntryOfARefusedFrameIsForgotten() {
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        Bytes literal = message().message(11, message().text(1, "7").number(3, 1));
        decoder.decodeNext(triplesFrame()
                .row(11, entry(1, "t:a"))
                .row(2, spo())
                .row(2, literal)
                .array());
        Bytes refused = message()
                .row(9, entry(1, "b:1"))
                .row(11, entry(1, "t:b"))
                .row(2, spo())
                .row(2, literal)
                .row(20, message());
        assertThatThrownBy(() -> decoder.decodeNext(refused.array())).isInstanceOf(MalformedJellyException.class);
        List<Statement> read = decoder.decodeNext(
                        message().row(2, spo()).row(2, literal).array())
                .statements();
        assertThat(read.get(0).getSubject()).hasToString("a:1");
        assertThat(read.get(1).getObject()).isEqualTo(VALUES.createLiteral("7", VALUES.createIRI("t:a")));
    }

    @Test
    void afterAResetTheNextFrameMustHoldOptions() {
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        decoder.decodeNext(triplesFrame().row(2, spo()).array());
        decoder.reset();
        assertThat(decoder.options()).isEmpty();
        assertThatThrownBy(() -> decoder.decodeNext(message().row(2, spo()).array()))
                .hasMessageContaining("must hold its options");
        byte[] options = message().row(1, rdfOptions(1, 8, 0, 2)).row(2, spo()).array();
        assertThatThrownBy(() -> decoder.decodeNext(options)).hasMessageContaining("name id 1 was never set");
        assertThat(decoder.options()).isEmpty();
    }

    @Test
    void aStateFitsOnlyDecodersOfItsKindAndLimits() {
        DecoderState state = new JellyGraphDecoder(VALUES, LIMITS).snapshot();
        assertThatThrownBy(() -> new JellyPatchDecoder(VALUES, LIMITS).restore(state))
                .isInstanceOf(IllegalArgumentException.class);
        Limits other = new Limits(16, 4, 2, 1000, 100, 1000, 1000, 4, Integer.MAX_VALUE);
        assertThatThrownBy(() -> new JellyGraphDecoder(VALUES, other).restore(state))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aStateDoesNotChangeWhenTheDecoderGoesOn() {
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        RdfGraph first = decoder.decodeNext(triplesFrame().row(2, spo()).array());
        DecoderState state = decoder.snapshot();
        decoder.decodeNext(message().row(9, entry(1, "b:1")).row(2, spo()).array());
        decoder.reset();
        decoder.restore(state);
        assertThat(decoder.decodeNext(message().row(2, spo()).array())).isEqualTo(first);
    }

    @Test
    void manyEntriesInOneRefusedFrameAreTakenBack() {
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        RdfGraph first = decoder.decodeNext(
                message().append(triplesFrame().array()).row(2, spo()).array());
        Bytes refused = message();
        for (int i = 0; i < 1000; i++) {
            refused.row(9, entry(1 + i % 8, "c:" + i));
        }
        byte[] bytes = refused.row(20, message()).array();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> decoder.decodeNext(bytes)).isInstanceOf(MalformedJellyException.class);
        }
        assertThat(decoder.decodeNext(message().row(2, spo()).array())).isEqualTo(first);
        assertThatThrownBy(() -> decoder.decodeNext(
                        message().row(2, message().message(1, iri(0, 5))).array()))
                .hasMessageContaining("name id 5 was never set");
        byte[] implicit = message()
                .row(9, entry(0, "a:5"))
                .row(2, message().message(1, iri(0, 5)))
                .array();
        assertThat(decoder.decodeNext(implicit).statements().get(0).getSubject())
                .as("the entry after the last one that counts")
                .hasToString("a:5");
    }
}
