package dev.velella.tests.grpc;

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
import eu.neverblink.jelly.core.proto.v1.RdfStreamRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** The codec of Jelly-JVM: graphs to the frames of one stream, and back. */
final class JellyJvmPeer {
    private JellyJvmPeer() {}

    /** The frames of a stream of datasets, with the given name. */
    static List<byte[]> frames(List<RdfGraph> graphs, String streamName) throws IOException {
        RdfStreamOptions options = JellyOptions.BIG_STRICT
                .clone()
                .setStreamName(streamName)
                .setPhysicalType(PhysicalStreamType.QUADS)
                .setLogicalType(LogicalStreamType.DATASETS);
        ReusableRowBuffer rows = RowBuffer.newReusableForEncoder(256);
        EncoderAllocator allocator = EncoderAllocator.newArenaAllocator(256);
        ProtoEncoder<Value> encoder =
                Rdf4jConverterFactory.getInstance().encoder(ProtoEncoder.Params.of(options, false, rows, allocator));
        RdfStreamFrame.Mutable frame = RdfStreamFrame.newInstance();
        frame.setRows(rows);
        List<byte[]> frames = new ArrayList<>();
        for (RdfGraph graph : graphs) {
            for (Statement s : graph.statements()) {
                encoder.handleQuad(s.getSubject(), s.getPredicate(), s.getObject(), s.getContext());
            }
            frame.resetCachedSize();
            frames.add(frame.toByteArray());
            rows.clear();
            allocator.releaseAll();
        }
        return frames;
    }

    /** The statements of each frame of a stream. */
    static List<List<Statement>> statements(List<byte[]> frames) throws IOException {
        ValueFactory values = SimpleValueFactory.getInstance();
        List<List<Statement>> all = new ArrayList<>();
        List<Statement> current = new ArrayList<>();
        RdfHandler.QuadHandler<Value> handler =
                (s, p, o, g) -> current.add(values.createStatement((Resource) s, (IRI) p, o, (Resource) g));
        ProtoDecoder<Value, ?> decoder =
                Rdf4jConverterFactory.getInstance().quadsDecoder(handler, JellyOptions.DEFAULT_SUPPORTED_OPTIONS);
        for (byte[] frame : frames) {
            for (RdfStreamRow row : RdfStreamFrame.parseFrom(frame).getRows()) {
                decoder.ingestRow(row);
            }
            all.add(new ArrayList<>(current));
            current.clear();
        }
        return all;
    }
}
