package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
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

/** Jelly-JVM and this codec read each other's streams, statement by statement and frame by frame. */
class JellyJvmTest {
    private static final Limits LIMITS = Limits.DEFAULT;

    @Provide
    Arbitrary<TableSizes> sizes() {
        return Arbitraries.of(new TableSizes(8, 4, 2), new TableSizes(8, 0, 2), TableSizes.SMALL, TableSizes.BIG);
    }

    @Provide
    Arbitrary<List<RdfGraph>> triples() {
        return RdfArbitraries.graphs(RdfArbitraries.triples(true, 0))
                .list()
                .ofMinSize(1)
                .ofMaxSize(4);
    }

    @Provide
    Arbitrary<List<RdfGraph>> quads() {
        return RdfArbitraries.graphs(RdfArbitraries.quads(true, 0))
                .list()
                .ofMinSize(1)
                .ofMaxSize(4);
    }

    @Provide
    Arbitrary<List<RdfGraph>> starQuads() {
        return RdfArbitraries.graphs(RdfArbitraries.quads(true, 2))
                .list()
                .ofMinSize(1)
                .ofMaxSize(4);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 150)
    void jellyJvmReadsOurTriples(@ForAll("triples") List<RdfGraph> graphs, @ForAll("sizes") TableSizes sizes)
            throws IOException {
        assertJvmReads(graphs, new JellyOptions(PhysicalType.TRIPLES, sizes, false, 2));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 150)
    void jellyJvmReadsOurQuads(@ForAll("quads") List<RdfGraph> graphs, @ForAll("sizes") TableSizes sizes)
            throws IOException {
        assertJvmReads(graphs, new JellyOptions(PhysicalType.QUADS, sizes, false, 2));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 150)
    void jellyJvmReadsOurGraphs(@ForAll("quads") List<RdfGraph> graphs, @ForAll("sizes") TableSizes sizes)
            throws IOException {
        assertJvmReads(graphs, new JellyOptions(PhysicalType.GRAPHS, sizes, false, 2));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 100)
    void jellyJvmReadsOurQuotedTriples(@ForAll("starQuads") List<RdfGraph> graphs) throws IOException {
        assertJvmReads(graphs, new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 150)
    void weReadTriplesOfJellyJvm(@ForAll("triples") List<RdfGraph> graphs, @ForAll("sizes") TableSizes sizes)
            throws IOException {
        assertWeRead(graphs, new JellyOptions(PhysicalType.TRIPLES, sizes, false, 2));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 150)
    void weReadQuadsOfJellyJvm(@ForAll("quads") List<RdfGraph> graphs, @ForAll("sizes") TableSizes sizes)
            throws IOException {
        assertWeRead(graphs, new JellyOptions(PhysicalType.QUADS, sizes, false, 2));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 150)
    void weReadGraphsOfJellyJvm(@ForAll("quads") List<RdfGraph> graphs, @ForAll("sizes") TableSizes sizes)
            throws IOException {
        assertWeRead(graphs, new JellyOptions(PhysicalType.GRAPHS, sizes, false, 2));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 100)
    void weReadQuotedTriplesOfJellyJvm(@ForAll("starQuads") List<RdfGraph> graphs) throws IOException {
        assertWeRead(graphs, new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2));
    }

    /** Every graph alone as a self-contained frame, and all of them as one stream. */
    private static void assertJvmReads(List<RdfGraph> graphs, JellyOptions options) throws IOException {
        JellyGraphEncoder encoder = new JellyGraphEncoder(options, LIMITS);
        for (RdfGraph graph : graphs) {
            assertThat(new JellyJvm.Reader(options.physicalType()).read(encoder.encode(graph)))
                    .isEqualTo(graph);
        }
        encoder.reset();
        JellyJvm.Reader reader = new JellyJvm.Reader(options.physicalType());
        for (RdfGraph graph : graphs) {
            assertThat(reader.read(encoder.encodeNext(graph))).isEqualTo(graph);
        }
    }

    private static void assertWeRead(List<RdfGraph> graphs, JellyOptions options) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        JellyJvm.Writer writer = new JellyJvm.Writer(options);
        for (RdfGraph graph : graphs) {
            writer.frame(graph).writeDelimitedTo(stream);
        }
        try (JellyStreamReader reader =
                new JellyStreamReader(new ByteArrayInputStream(stream.toByteArray()), VALUES, LIMITS)) {
            for (RdfGraph graph : graphs) {
                assertThat(reader.next()).isEqualTo(graph);
            }
            assertThat(reader.next()).isNull();
        }
        JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
        for (RdfGraph graph : graphs) {
            byte[] frame = new JellyJvm.Writer(options).frame(graph).toByteArray();
            // Jelly-JVM writes its options with the first row, so a frame of nothing has none.
            if (frame.length > 0) {
                assertThat(decoder.decode(frame)).isEqualTo(graph);
            }
        }
    }
}
