package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.RdfGraph;
import eu.neverblink.jelly.convert.rdf4j.Rdf4jConverterFactory;
import eu.neverblink.jelly.core.ProtoDecoder;
import eu.neverblink.jelly.core.ProtoEncoder;
import eu.neverblink.jelly.core.RdfHandler;
import eu.neverblink.jelly.core.memory.RowBuffer;
import eu.neverblink.jelly.core.proto.v1.LogicalStreamType;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import eu.neverblink.jelly.core.proto.v1.RdfStreamRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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

    @Test
    void framesAreNoLongerThanThoseOfJellyJvm() {
        JellyOptions options = new JellyOptions(PhysicalType.TRIPLES, TableSizes.BIG, false, 1);
        GraphFrameWriter writer = new GraphFrameWriter(options, LIMITS);
        JvmWriter jvmWriter = new JvmWriter(options, false);
        long ours = 0;
        long theirs = 0;
        for (int frame = 0; frame < 100; frame++) {
            RdfGraph graph = observations(frame);
            ours += writer.write(graph).length;
            theirs += jvmWriter.frame(graph).toByteArray().length;
        }
        assertThat((double) ours / theirs).isLessThan(1.005);
    }

    /** Sensors whose names recur under several prefixes, and observations of them. */
    private static RdfGraph observations(int number) {
        String base = "http://example.org/";
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            IRI sensor = VALUES.createIRI(base + "sensor/" + i);
            IRI result = VALUES.createIRI(base + "result/" + i);
            IRI observation = VALUES.createIRI(base + "observation/" + number + "-" + i);
            statements.add(
                    VALUES.createStatement(observation, VALUES.createIRI("http://www.w3.org/ns/sosa/by"), sensor));
            statements.add(
                    VALUES.createStatement(observation, VALUES.createIRI("http://www.w3.org/ns/sosa/result"), result));
            statements.add(VALUES.createStatement(
                    result, VALUES.createIRI("http://example.org/ns#value"), VALUES.createLiteral(number * i / 10.0)));
        }
        return RdfGraph.of(statements);
    }

    /** Every graph alone as a self-contained frame, and all of them as one stream. */
    private static void assertJvmReads(List<RdfGraph> graphs, JellyOptions options) throws IOException {
        JellyGraphEncoder encoder = new JellyGraphEncoder(options, LIMITS);
        for (RdfGraph graph : graphs) {
            assertThat(new JvmReader(options.physicalType()).read(encoder.encode(graph)))
                    .isEqualTo(graph);
        }
        GraphFrameWriter writer = new GraphFrameWriter(options, LIMITS);
        JvmReader reader = new JvmReader(options.physicalType());
        for (RdfGraph graph : graphs) {
            assertThat(reader.read(writer.write(graph))).isEqualTo(graph);
        }
    }

    private static void assertWeRead(List<RdfGraph> graphs, JellyOptions options) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        JvmWriter writer = new JvmWriter(options);
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
            byte[] frame = new JvmWriter(options).frame(graph).toByteArray();
            // Jelly-JVM writes its options with the first row, so a frame of nothing has none.
            if (frame.length > 0) {
                assertThat(decoder.decode(frame)).isEqualTo(graph);
            }
        }
    }

    /** Jelly-JVM as a reader of one stream. */
    private static final class JvmReader {
        private final List<Statement> statements = new ArrayList<>();
        private final Map<String, String> namespaces = new HashMap<>();
        private final ProtoDecoder<Value, ?> decoder;

        JvmReader(PhysicalType type) {
            Rdf4jConverterFactory factory = Rdf4jConverterFactory.getInstance();
            Handler handler = new Handler();
            RdfStreamOptions supported = eu.neverblink.jelly.core.JellyOptions.DEFAULT_SUPPORTED_OPTIONS;
            decoder = switch (type) {
                case TRIPLES -> factory.triplesDecoder(handler, supported);
                case QUADS -> factory.quadsDecoder(handler, supported);
                case GRAPHS -> factory.graphsAsQuadsDecoder(handler, supported);
            };
        }

        RdfGraph read(byte[] frame) throws IOException {
            statements.clear();
            namespaces.clear();
            for (RdfStreamRow row : RdfStreamFrame.parseFrom(frame).getRows()) {
                decoder.ingestRow(row);
            }
            return new RdfGraph(statements, namespaces);
        }

        private final class Handler implements RdfHandler.AnyStatementHandler<Value> {
            @Override
            public void handleNamespace(String prefix, Value namespace) {
                namespaces.put(prefix, namespace.stringValue());
            }

            @Override
            public void handleTriple(Value s, Value p, Value o) {
                handleQuad(s, p, o, null);
            }

            @Override
            public void handleQuad(Value s, Value p, Value o, @Nullable Value g) {
                statements.add(VALUES.createStatement((Resource) s, (IRI) p, o, (Resource) g));
            }
        }
    }

    /** Jelly-JVM as a writer of one stream. */
    private static final class JvmWriter {
        private final RowBuffer rows = RowBuffer.newLazyImmutable();
        private final ProtoEncoder<Value> encoder;
        private final PhysicalType type;

        JvmWriter(JellyOptions options) {
            this(options, true);
        }

        JvmWriter(JellyOptions options, boolean namespaces) {
            type = options.physicalType();
            RdfStreamOptions jvmOptions = RdfStreamOptions.newInstance()
                    .setPhysicalType(PhysicalStreamType.values()[type.code()])
                    .setLogicalType(
                            type == PhysicalType.TRIPLES ? LogicalStreamType.GRAPHS : LogicalStreamType.DATASETS)
                    .setRdfStar(options.rdfStar())
                    .setMaxNameTableSize(options.sizes().names())
                    .setMaxPrefixTableSize(options.sizes().prefixes())
                    .setMaxDatatypeTableSize(options.sizes().datatypes());
            encoder = Rdf4jConverterFactory.getInstance().encoder(ProtoEncoder.Params.of(jvmOptions, namespaces, rows));
        }

        RdfStreamFrame frame(RdfGraph graph) {
            for (Map.Entry<String, String> namespace : new TreeMap<>(graph.namespaces()).entrySet()) {
                encoder.handleNamespace(namespace.getKey(), VALUES.createIRI(namespace.getValue()));
            }
            for (Statement st : graph.statements()) {
                write(st);
            }
            RdfStreamFrame.Mutable frame = RdfStreamFrame.newInstance();
            rows.getRows().forEach(frame::addRows);
            rows.clear();
            return frame;
        }

        private void write(Statement st) {
            switch (type) {
                case TRIPLES -> encoder.handleTriple(st.getSubject(), st.getPredicate(), st.getObject());
                case QUADS -> encoder.handleQuad(st.getSubject(), st.getPredicate(), st.getObject(), st.getContext());
                case GRAPHS -> {
                    encoder.handleGraphStart(st.getContext());
                    encoder.handleTriple(st.getSubject(), st.getPredicate(), st.getObject());
                    encoder.handleGraphEnd();
                }
            }
        }
    }
}
