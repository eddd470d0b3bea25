package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.PhysicalType;
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
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/** Jelly-JVM as the peer: a reader and a writer of one stream, frame by frame. */
final class JellyJvm {
    private JellyJvm() {}

    /** Reads bare frames of one stream, straight on, whatever options rows they hold. */
    static final class Reader {
        private final List<Statement> statements = new ArrayList<>();
        private final Map<String, String> namespaces = new HashMap<>();
        private final ProtoDecoder<Value, ?> decoder;

        Reader(PhysicalType type) {
            Rdf4jConverterFactory factory = Rdf4jConverterFactory.getInstance();
            Handler handler = new Handler();
            RdfStreamOptions supported = eu.neverblink.jelly.core.JellyOptions.DEFAULT_SUPPORTED_OPTIONS;
            decoder = switch (type) {
                case TRIPLES -> factory.triplesDecoder(handler, supported);
                case QUADS -> factory.quadsDecoder(handler, supported);
                case GRAPHS -> factory.graphsAsQuadsDecoder(handler, supported);
            };
        }

        /** Throws whatever Jelly-JVM throws. */
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

    /** Writes bare frames of one stream. Its options row stands in the first frame that has rows. */
    static final class Writer {
        private final RowBuffer rows = RowBuffer.newLazyImmutable();
        private final ProtoEncoder<Value> encoder;
        private final PhysicalType type;

        Writer(JellyOptions options) {
            type = options.physicalType();
            RdfStreamOptions jvmOptions = RdfStreamOptions.newInstance()
                    .setStreamName(options.streamName())
                    .setPhysicalType(PhysicalStreamType.values()[type.code()])
                    .setLogicalType(
                            LogicalStreamType.forNumber(options.logicalType().code()))
                    .setGeneralizedStatements(options.generalized())
                    .setRdfStar(options.rdfStar())
                    .setMaxNameTableSize(options.sizes().names())
                    .setMaxPrefixTableSize(options.sizes().prefixes())
                    .setMaxDatatypeTableSize(options.sizes().datatypes());
            encoder = Rdf4jConverterFactory.getInstance()
                    .encoder(ProtoEncoder.Params.of(jvmOptions, options.namespaces(), rows));
        }

        byte[] write(RdfGraph graph) {
            return frame(graph).toByteArray();
        }

        RdfStreamFrame frame(RdfGraph graph) {
            for (Map.Entry<String, String> namespace : new TreeMap<>(graph.namespaces()).entrySet()) {
                encoder.handleNamespace(namespace.getKey(), VALUES.createIRI(namespace.getValue()));
            }
            if (type == PhysicalType.GRAPHS) {
                writeGraphs(graph);
            } else {
                graph.statements().forEach(this::write);
            }
            RdfStreamFrame.Mutable frame = RdfStreamFrame.newInstance();
            rows.getRows().forEach(frame::addRows);
            rows.clear();
            return frame;
        }

        private void write(Statement st) {
            if (type == PhysicalType.TRIPLES) {
                encoder.handleTriple(st.getSubject(), st.getPredicate(), st.getObject());
            } else {
                encoder.handleQuad(st.getSubject(), st.getPredicate(), st.getObject(), st.getContext());
            }
        }

        /** Statements of one graph that follow each other share a start and an end. */
        private void writeGraphs(RdfGraph graph) {
            Statement last = null;
            for (Statement st : graph.statements()) {
                if (last == null || !java.util.Objects.equals(last.getContext(), st.getContext())) {
                    if (last != null) {
                        encoder.handleGraphEnd();
                    }
                    encoder.handleGraphStart(st.getContext());
                }
                encoder.handleTriple(st.getSubject(), st.getPredicate(), st.getObject());
                last = st;
            }
            if (last != null) {
                encoder.handleGraphEnd();
            }
        }
    }
}
