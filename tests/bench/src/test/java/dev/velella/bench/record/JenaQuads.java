package dev.velella.bench.record;

import dev.velella.bench.codec.RioGraphs;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.riot.thrift.ThriftRDF;
import org.apache.jena.sparql.core.Quad;

/** Graphs in Jena's objects, and RDF Thrift; terms are written as they are, without recoding of numbers. */
final class JenaQuads {
    private static final int EXPECTED_BYTES = 1 << 14;

    private JenaQuads() {}

    /** Takes statements as quads, in order; those of the default graph as Jena's generated default graph. */
    private static final class Quads extends StreamRDFBase {
        final List<Quad> quads = new ArrayList<>();

        @Override
        public void triple(Triple triple) {
            quads.add(Quad.create(Quad.defaultGraphNodeGenerated, triple));
        }

        @Override
        public void quad(Quad quad) {
            quads.add(quad.isDefaultGraph() ? Quad.create(Quad.defaultGraphNodeGenerated, quad.asTriple()) : quad);
        }
    }

    /** The statements of a graph in Jena's objects. */
    static List<Quad> of(RdfGraph graph) {
        Quads quads = new Quads();
        try {
            RDFParser.create()
                    .source(new ByteArrayInputStream(RioGraphs.writeNQuads(graph)))
                    .lang(Lang.NQUADS)
                    .parse(quads);
        } catch (IOException e) {
            throw new BenchmarkException("N-Quads could not be written: " + e.getMessage(), e);
        }
        return quads.quads;
    }

    static byte[] write(Object quads) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(EXPECTED_BYTES);
        StreamRDF out = ThriftRDF.streamToOutputStream(bytes, false);
        out.start();
        for (Object quad : (List<?>) quads) {
            Quad next = (Quad) quad;
            if (next.isDefaultGraph()) {
                out.triple(next.asTriple());
            } else {
                out.quad(next);
            }
        }
        out.finish();
        return bytes.toByteArray();
    }

    static List<Quad> read(byte[] message) {
        Quads quads = new Quads();
        ThriftRDF.inputStreamToStream(new ByteArrayInputStream(message), quads);
        return quads.quads;
    }
}
