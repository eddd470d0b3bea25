package dev.velella.jelly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;

/** What is written is read back: same statements, same order, same spelling. */
class RoundTripTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    private final JellyGraphDecoder graphDecoder = new JellyGraphDecoder(RdfArbitraries.VALUES, LIMITS);
    private final JellyPatchDecoder patchDecoder = new JellyPatchDecoder(RdfArbitraries.VALUES, LIMITS);

    @Provide
    Arbitrary<TableSizes> sizes() {
        return Arbitraries.of(
                new TableSizes(8, 4, 2),
                new TableSizes(8, 0, 2),
                new TableSizes(16, 4, 1),
                TableSizes.SMALL,
                TableSizes.BIG);
    }

    @Provide
    Arbitrary<RdfGraph> triples() {
        return RdfArbitraries.graphs(RdfArbitraries.triples(true, 0));
    }

    @Provide
    Arbitrary<RdfGraph> quads() {
        return RdfArbitraries.graphs(RdfArbitraries.quads(true, 0));
    }

    @Provide
    Arbitrary<RdfGraph> starQuads() {
        return RdfArbitraries.graphs(RdfArbitraries.quads(true, 3));
    }

    @Provide
    Arbitrary<RdfPatch> patches() {
        return RdfArbitraries.patches(0);
    }

    @Provide
    Arbitrary<RdfPatch> starPatches() {
        return RdfArbitraries.patches(2);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 300)
    void triplesComeBackInOrder(@ForAll("triples") RdfGraph graph, @ForAll("sizes") TableSizes sizes) {
        assertComesBack(graph, new JellyOptions(PhysicalType.TRIPLES, sizes, false, 2));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 300)
    void quadsComeBackInOrder(@ForAll("quads") RdfGraph graph, @ForAll("sizes") TableSizes sizes) {
        assertComesBack(graph, new JellyOptions(PhysicalType.QUADS, sizes, false, 2));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 300)
    void graphsComeBackInOrder(@ForAll("quads") RdfGraph graph, @ForAll("sizes") TableSizes sizes) {
        assertComesBack(graph, new JellyOptions(PhysicalType.GRAPHS, sizes, false, 2));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 200)
    void quotedTriplesComeBack(@ForAll("starQuads") RdfGraph graph) {
        assertComesBack(graph, new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2));
    }

    private void assertComesBack(RdfGraph graph, JellyOptions options) {
        JellyGraphEncoder encoder = new JellyGraphEncoder(options, LIMITS);
        byte[] frame = encoder.encode(graph);
        RdfGraph read = graphDecoder.decode(frame);
        assertThat(read).isEqualTo(graph);
        assertSpelledAlike(read.statements(), graph.statements());
        assertThat(encoder.encode(graph)).as("encoded again").isEqualTo(frame);
        assertThat(JellyFrames.kindOf(frame)).isEqualTo(ElementKind.GRAPH);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 300)
    void patchesComeBackInOrder(@ForAll("patches") RdfPatch patch, @ForAll("sizes") TableSizes sizes) {
        assertComesBack(patch, new JellyPatchEncoder(JellyPatchOptions.frame(sizes, false), LIMITS));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 200)
    void patchesWithQuotedTriplesComeBack(@ForAll("starPatches") RdfPatch patch) {
        assertComesBack(patch, new JellyPatchEncoder(JellyPatchOptions.frame(TableSizes.BIG, true), LIMITS));
    }

    private void assertComesBack(RdfPatch patch, JellyPatchEncoder encoder) {
        byte[] frame = encoder.encode(patch);
        RdfPatch read = patchDecoder.decode(frame);
        assertThat(read).isEqualTo(patch);
        assertSpelledAlike(statements(read), statements(patch));
        assertThat(encoder.encode(patch)).as("encoded again").isEqualTo(frame);
        assertThat(JellyFrames.kindOf(frame)).isEqualTo(ElementKind.PATCH);
    }

    private static List<Statement> statements(RdfPatch patch) {
        return patch.operations().stream()
                .filter(PatchOperation.Add.class::isInstance)
                .map(row -> ((PatchOperation.Add) row).statement())
                .toList();
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 150)
    void streamsComeBackFrameByFrame(
            @ForAll("quads") RdfGraph first,
            @ForAll("quads") RdfGraph second,
            @ForAll("quads") RdfGraph third,
            @ForAll("sizes") TableSizes sizes,
            @ForAll PhysicalType type)
            throws IOException {
        List<RdfGraph> graphs = List.of(first, second, RdfGraph.of(List.of()), third, first).stream()
                .map(graph -> type == PhysicalType.TRIPLES ? withoutContexts(graph) : graph)
                .toList();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JellyStreamWriter writer = new JellyStreamWriter(bytes, new JellyOptions(type, sizes, false, 2), LIMITS)) {
            for (RdfGraph graph : graphs) {
                writer.write(graph);
            }
        }
        try (JellyStreamReader reader = new JellyStreamReader(
                new ByteArrayInputStream(bytes.toByteArray()), LightValueFactory.getInstance(), LIMITS)) {
            for (RdfGraph graph : graphs) {
                RdfGraph read = reader.next();
                assertThat(read).isEqualTo(graph);
                assertSpelledAlike(read.statements(), graph.statements());
            }
            assertThat(reader.next()).isNull();
        }
    }

    private static RdfGraph withoutContexts(RdfGraph graph) {
        return new RdfGraph(
                graph.statements().stream()
                        .map(st -> RdfArbitraries.VALUES.createStatement(
                                st.getSubject(), st.getPredicate(), st.getObject()))
                        .toList(),
                graph.namespaces());
    }

    /** RDF4J calls literals equal whose language tags differ in case; here they must not. Nor does it compare contexts. */
    private static void assertSpelledAlike(List<Statement> read, List<Statement> written) {
        assertThat(read).hasSameSizeAs(written);
        for (int i = 0; i < read.size(); i++) {
            assertThat(read.get(i).getContext()).isEqualTo(written.get(i).getContext());
            assertSpelledAlike(read.get(i).getSubject(), written.get(i).getSubject());
            assertSpelledAlike(read.get(i).getObject(), written.get(i).getObject());
        }
    }

    private static void assertSpelledAlike(Value read, Value written) {
        assertThat(read).isEqualTo(written);
        if (written instanceof Literal literal) {
            assertThat(((Literal) read).getLanguage()).isEqualTo(literal.getLanguage());
            assertThat(((Literal) read).getDatatype()).isEqualTo(literal.getDatatype());
            assertThat(((Literal) read).getCoreDatatype()).isEqualTo(literal.getCoreDatatype());
        } else if (written instanceof Triple triple) {
            assertSpelledAlike(((Triple) read).getSubject(), triple.getSubject());
            assertSpelledAlike(((Triple) read).getObject(), triple.getObject());
        }
    }
}
