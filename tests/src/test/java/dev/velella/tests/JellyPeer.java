package dev.velella.tests;

import dev.velella.rdf.RdfGraph;
import eu.neverblink.jelly.convert.rdf4j.Rdf4jConverterFactory;
import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.ProtoEncoder;
import eu.neverblink.jelly.core.memory.EncoderAllocator;
import eu.neverblink.jelly.core.memory.ReusableRowBuffer;
import eu.neverblink.jelly.core.memory.RowBuffer;
import eu.neverblink.jelly.core.proto.v1.LogicalStreamType;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;

/** The reference implementation of Jelly as a writer of files. */
final class JellyPeer {
    private JellyPeer() {}

    /** A delimited stream of quads, one frame an element. */
    static void writeDelimited(OutputStream out, List<RdfGraph> elements) throws IOException {
        RdfStreamOptions options = JellyOptions.BIG_STRICT
                .clone()
                .setPhysicalType(PhysicalStreamType.QUADS)
                .setLogicalType(LogicalStreamType.DATASETS);
        ReusableRowBuffer rows = RowBuffer.newReusableForEncoder(256);
        EncoderAllocator allocator = EncoderAllocator.newArenaAllocator(256);
        ProtoEncoder<Value> encoder =
                Rdf4jConverterFactory.getInstance().encoder(ProtoEncoder.Params.of(options, false, rows, allocator));
        RdfStreamFrame.Mutable frame = RdfStreamFrame.newInstance();
        frame.setRows(rows);
        for (RdfGraph element : elements) {
            for (Statement s : element.statements()) {
                encoder.handleQuad(s.getSubject(), s.getPredicate(), s.getObject(), s.getContext());
            }
            frame.resetCachedSize();
            byte[] bytes = frame.toByteArray();
            writeVarint(out, bytes.length);
            out.write(bytes);
            rows.clear();
            allocator.releaseAll();
        }
    }

    private static void writeVarint(OutputStream out, int value) throws IOException {
        int rest = value;
        while (rest >= 0x80) {
            out.write((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }
}
