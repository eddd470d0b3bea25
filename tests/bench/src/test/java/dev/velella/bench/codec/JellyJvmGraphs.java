package dev.velella.bench.codec;

import dev.velella.bench.data.Terms;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import eu.neverblink.jelly.convert.rdf4j.Rdf4jConverterFactory;
import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.ProtoDecoder;
import eu.neverblink.jelly.core.ProtoEncoder;
import eu.neverblink.jelly.core.RdfHandler;
import eu.neverblink.jelly.core.memory.EncoderAllocator;
import eu.neverblink.jelly.core.memory.ReusableRowBuffer;
import eu.neverblink.jelly.core.memory.RowBuffer;
import eu.neverblink.jelly.core.proto.v1.LogicalStreamType;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import eu.neverblink.protoc.java.runtime.ProtoMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;

/**
 * Jelly-JVM in the fastest form that its public API has: a reusable row buffer and an arena for messages to write, rows
 * handed to the decoder one by one while a frame is parsed. Its state cannot be reset, so every message that stands alone
 * takes a new encoder or decoder; buffers are kept.
 */
final class JellyJvmGraphs {
    private static final int EXPECTED_ROWS = 512;

    private JellyJvmGraphs() {}

    static GraphCodec.Writing writing(Framing framing) {
        return new Writer(framing);
    }

    static GraphCodec.Reading reading(Framing framing) {
        return new Reader(framing);
    }

    static RdfStreamOptions options(Framing framing) {
        RdfStreamOptions preset =
                framing.sizes().equals(TableSizes.SMALL) ? JellyOptions.SMALL_STRICT : JellyOptions.BIG_STRICT;
        return preset.clone()
                .setPhysicalType(PhysicalStreamType.TRIPLES)
                .setLogicalType(LogicalStreamType.GRAPHS)
                .setVersion(1);
    }

    private static final class Writer implements GraphCodec.Writing {
        private final boolean stateful;
        private final RdfStreamOptions options;
        private final ReusableRowBuffer rows = RowBuffer.newReusableForEncoder(EXPECTED_ROWS);
        private final EncoderAllocator messages = EncoderAllocator.newArenaAllocator(EXPECTED_ROWS);
        private final RdfStreamFrame.Mutable frame = RdfStreamFrame.newInstance();
        private ProtoEncoder<Value> encoder;

        Writer(Framing framing) {
            stateful = framing.isStateful();
            options = options(framing);
            frame.setRows(rows);
            encoder = newEncoder();
        }

        private ProtoEncoder<Value> newEncoder() {
            return Rdf4jConverterFactory.getInstance().encoder(ProtoEncoder.Params.of(options, false, rows, messages));
        }

        @Override
        public GraphCodec.Message write(RdfGraph graph) {
            if (!stateful) {
                encoder = newEncoder();
            }
            for (Statement st : graph.statements()) {
                encoder.handleTriple(st.getSubject(), st.getPredicate(), st.getObject());
            }
            frame.resetCachedSize();
            byte[] bytes = frame.toByteArray();
            rows.clear();
            messages.releaseAll();
            return GraphCodec.Message.of(bytes);
        }
    }

    private static final class Reader implements GraphCodec.Reading, RdfHandler.TripleHandler<Value> {
        private final boolean stateful;
        private ProtoDecoder<Value, ?> decoder;
        private RowBuffer rows;
        private RdfStreamFrame.Mutable frame;
        private List<Statement> statements = new ArrayList<>();

        Reader(Framing framing) {
            stateful = framing.isStateful();
            decoder = newDecoder();
            rows = RowBuffer.newSingle(decoder::ingestRow);
            frame = RdfStreamFrame.newInstance().setRows(rows);
        }

        private ProtoDecoder<Value, ?> newDecoder() {
            return Rdf4jConverterFactory.getInstance().triplesDecoder(this, JellyOptions.DEFAULT_SUPPORTED_OPTIONS);
        }

        @Override
        public List<Statement> read(GraphCodec.Message message) throws IOException {
            if (!stateful) {
                decoder = newDecoder();
                rows = RowBuffer.newSingle(decoder::ingestRow);
                frame = RdfStreamFrame.newInstance().setRows(rows);
            }
            statements = new ArrayList<>();
            ProtoMessage.mergeFrom((RdfStreamFrame) frame, message.value());
            rows.clear();
            return statements;
        }

        @Override
        public void handleNamespace(String prefix, Value namespace) {}

        @Override
        public void handleTriple(Value subject, Value predicate, Value object) {
            statements.add(Terms.VALUES.createStatement((Resource) subject, (IRI) predicate, object));
        }
    }
}
