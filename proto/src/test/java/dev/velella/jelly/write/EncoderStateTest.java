package dev.velella.jelly.write;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.Bytes;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.JellyPatchStreamReader;
import dev.velella.jelly.JellyPatchStreamWriter;
import dev.velella.jelly.RdfArbitraries;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import eu.neverblink.jelly.convert.rdf4j.Rdf4jConverterFactory;
import eu.neverblink.jelly.core.ProtoDecoder;
import eu.neverblink.jelly.core.RdfHandler;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import eu.neverblink.jelly.core.proto.v1.RdfStreamRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The state of an encoder: frames are all or nothing, key frames stand alone, states can be saved. */
class EncoderStateTest {
    private static final Limits LIMITS = Limits.DEFAULT;
    private static final Statement WITHOUT_UTF8 = VALUES.createStatement(
            VALUES.createIRI("http://new.example/s"),
            VALUES.createIRI("http://new.example/p"),
            VALUES.createLiteral("half \uD83D"));

    @Provide
    Arbitrary<TableSizes> sizes() {
        return Arbitraries.of(
                new TableSizes(8, 0, 1),
                new TableSizes(8, 1, 1),
                new TableSizes(8, 2, 2),
                new TableSizes(8, 4, 2),
                TableSizes.SMALL,
                TableSizes.BIG);
    }

    @Provide
    Arbitrary<List<RdfGraph>> graphs() {
        return RdfArbitraries.graphs(RdfArbitraries.quads(true, 0))
                .list()
                .ofMinSize(2)
                .ofMaxSize(8);
    }

    @Provide
    Arbitrary<List<RdfPatch>> patches() {
        return RdfArbitraries.patches(0).list().ofMinSize(2).ofMaxSize(6);
    }

    private static JellyOptions quads(TableSizes sizes) {
        return new JellyOptions(PhysicalType.QUADS, sizes, false, 2);
    }

    private static RdfGraph refused(RdfGraph graph) {
        List<Statement> statements = new ArrayList<>(graph.statements());
        statements.add(WITHOUT_UTF8);
        return new RdfGraph(statements, graph.namespaces());
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 150)
    void aGraphThatIsRefusedLeavesTheStreamAsItWas(
            @ForAll("graphs") List<RdfGraph> graphs, @ForAll("sizes") TableSizes sizes) {
        JellyGraphEncoder encoder = new JellyGraphEncoder(quads(sizes), LIMITS);
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        for (int i = 0; i < graphs.size(); i++) {
            RdfGraph bad = refused(graphs.get((i + 1) % graphs.size()));
            assertThatThrownBy(() -> encoder.encodeNext(bad)).isInstanceOf(MalformedJellyException.class);
            byte[] frame = encoder.encodeNext(graphs.get(i));
            assertThat(decoder.decodeNext(frame)).isEqualTo(graphs.get(i));
            assertThatThrownBy(() -> encoder.encodeKeyFrame(bad)).isInstanceOf(MalformedJellyException.class);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 100)
    void aPatchThatIsRefusedLeavesTheStreamAsItWas(
            @ForAll("patches") List<RdfPatch> patches, @ForAll("sizes") TableSizes sizes) {
        JellyPatchEncoder encoder = new JellyPatchEncoder(JellyPatchOptions.frame(sizes, false), LIMITS);
        JellyPatchDecoder decoder = new JellyPatchDecoder(VALUES, LIMITS);
        RdfPatch bad = RdfPatch.change(List.of(), List.of(WITHOUT_UTF8));
        for (RdfPatch patch : patches) {
            assertThatThrownBy(() -> encoder.encodeNext(bad)).isInstanceOf(MalformedJellyException.class);
            assertThat(decoder.decodeNext(encoder.encodeNext(patch))).isEqualTo(patch);
            assertThatThrownBy(() -> encoder.encodeKeyFrame(bad)).isInstanceOf(MalformedJellyException.class);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 150)
    void everyKeyFrameIsAStartAndNoneDisturbsAReaderThatGoesStraightOn(
            @ForAll("graphs") List<RdfGraph> graphs, @ForAll("sizes") TableSizes sizes) throws IOException {
        JellyGraphEncoder encoder = new JellyGraphEncoder(quads(sizes), LIMITS);
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < graphs.size(); i++) {
            boolean key = i % 3 == 2;
            frames.add(key ? encoder.encodeKeyFrame(graphs.get(i)) : encoder.encodeNext(graphs.get(i)));
        }
        for (int start = 0; start < graphs.size(); start = start == 0 ? 2 : start + 3) {
            JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
            JvmReader jvm = new JvmReader();
            for (int i = start; i < graphs.size(); i++) {
                assertThat(decoder.decodeNext(frames.get(i))).isEqualTo(graphs.get(i));
                assertThat(jvm.read(frames.get(i))).isEqualTo(graphs.get(i).statements());
            }
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 100)
    void aRestoredEncoderGoesOnWithTheSameBytes(
            @ForAll("graphs") List<RdfGraph> graphs, @ForAll("sizes") TableSizes sizes) {
        JellyGraphEncoder encoder = new JellyGraphEncoder(quads(sizes), LIMITS);
        JellyGraphEncoder other = new JellyGraphEncoder(quads(sizes), LIMITS);
        for (int i = 0; i < graphs.size(); i++) {
            EncoderState state = encoder.snapshot();
            byte[] frame = encoder.encodeNext(graphs.get(i));
            other.encodeNext(graphs.get(graphs.size() - 1 - i));
            other.restore(state);
            assertThat(other.encodeNext(graphs.get(i))).isEqualTo(frame);
            encoder.restore(state);
            assertThat(encoder.encodeNext(graphs.get(i))).isEqualTo(frame);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 50)
    void aRestoredPatchEncoderGoesOnWithTheSameBytes(@ForAll("patches") List<RdfPatch> patches) {
        JellyPatchOptions options = JellyPatchOptions.frame(new TableSizes(8, 4, 1), false);
        JellyPatchEncoder encoder = new JellyPatchEncoder(options, LIMITS);
        encoder.encodeNext(patches.get(0));
        EncoderState state = encoder.snapshot();
        byte[] frame = encoder.encodeNext(patches.get(1));
        JellyPatchEncoder other = new JellyPatchEncoder(options, LIMITS);
        other.restore(state);
        assertThat(other.encodeNext(patches.get(1))).isEqualTo(frame);
        encoder.restore(state);
        assertThat(encoder.encodeKeyFrame(patches.get(1))).isEqualTo(other.encodeKeyFrame(patches.get(1)));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 60)
    void patchesOfAnyStreamTypeAreReadBack(
            @ForAll("patches") List<RdfPatch> patches,
            @ForAll JellyPatchOptions.StreamType type,
            @ForAll @IntRange(min = 1, max = 20) int rowsPerFrame)
            throws IOException {
        JellyPatchOptions options = new JellyPatchOptions(
                JellyPatchOptions.StatementType.QUADS, type, new TableSizes(8, 4, 2), false, false);
        List<RdfPatch> written = type == JellyPatchOptions.StreamType.FLAT ? patches.subList(0, 1) : patches;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JellyPatchStreamWriter writer =
                new JellyPatchStreamWriter(bytes, options, StreamForm.DELIMITED, rowsPerFrame, LIMITS)) {
            for (RdfPatch patch : written) {
                writer.write(patch);
            }
        }
        try (JellyPatchStreamReader reader = new JellyPatchStreamReader(
                new ByteArrayInputStream(bytes.toByteArray()), StreamForm.DETECT, VALUES, LIMITS)) {
            for (RdfPatch patch : written) {
                assertThat(reader.next()).isEqualTo(patch);
            }
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void aStateOfOtherOptionsOrLimitsIsRefused() {
        EncoderState state = new JellyGraphEncoder(quads(TableSizes.SMALL), LIMITS).snapshot();
        Limits other = new Limits(4096, 1024, 256, 1000, 1000, 1000, 1000, 1, Integer.MAX_VALUE);
        assertThatThrownBy(() -> new JellyGraphEncoder(quads(TableSizes.BIG), LIMITS).restore(state))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JellyGraphEncoder(quads(TableSizes.SMALL), other).restore(state))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JellyPatchEncoder(JellyPatchOptions.TOPIC, LIMITS).restore(state))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void metadataStandsBehindTheRowsInTheOrderOfItsKeys() {
        JellyGraphEncoder encoder = new JellyGraphEncoder(quads(TableSizes.SMALL), LIMITS);
        encoder.encodeNext(RdfGraph.of(List.of()));
        Map<String, byte[]> metadata = Map.of("b", new byte[] {(byte) 0xFF}, "a", new byte[0]);
        assertThat(encoder.encodeNext(RdfGraph.of(List.of()), metadata))
                .isEqualTo(Bytes.message()
                        .message(15, Bytes.message().text(1, "a").bytes(2, new byte[0]))
                        .message(15, Bytes.message().text(1, "b").bytes(2, new byte[] {(byte) 0xFF}))
                        .array());
        assertThat(encoder.encodeKeyFrame(RdfGraph.of(List.of()), metadata)[0]).isEqualTo((byte) 0x0A);
    }

    /** Jelly-JVM as a reader of one stream of quads. */
    private static final class JvmReader {
        private final List<Statement> statements = new ArrayList<>();
        private final ProtoDecoder<Value, ?> decoder = Rdf4jConverterFactory.getInstance()
                .quadsDecoder(
                        new RdfHandler.QuadHandler<>() {
                            @Override
                            public void handleNamespace(String prefix, Value namespace) {}

                            @Override
                            public void handleQuad(Value s, Value p, Value o, @Nullable Value g) {
                                statements.add(VALUES.createStatement((Resource) s, (IRI) p, o, (Resource) g));
                            }
                        },
                        eu.neverblink.jelly.core.JellyOptions.DEFAULT_SUPPORTED_OPTIONS);

        List<Statement> read(byte[] frame) throws IOException {
            statements.clear();
            for (RdfStreamRow row :
                    RdfStreamFrame.parseFrom(new ByteArrayInputStream(frame)).getRows()) {
                decoder.ingestRow(row);
            }
            return List.copyOf(statements);
        }
    }
}
