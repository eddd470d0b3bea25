package dev.velella.bench.codec;

import java.io.ByteArrayOutputStream;
import org.apache.jena.atlas.io.AWriter;
import org.apache.jena.atlas.io.IO;
import org.apache.jena.graph.Node;
import org.apache.jena.rdfpatch.RDFPatch;
import org.apache.jena.rdfpatch.changes.RDFChangesBase;
import org.apache.jena.rdfpatch.changes.RDFChangesCollector;
import org.apache.jena.riot.out.NodeFormatter;
import org.apache.jena.riot.out.NodeFormatterNT;
import org.apache.jena.sparql.core.Quad;
import org.apache.jena.sparql.modify.request.UpdateData;
import org.apache.jena.sparql.modify.request.UpdateDataDelete;
import org.apache.jena.update.Update;
import org.apache.jena.update.UpdateRequest;

/**
 * A patch as one request of SPARQL Update: {@code DELETE DATA} and {@code INSERT DATA}, with IRIs in full, and nothing between
 * statements but a space. Patches without named graphs, and with deletes before adds.
 */
final class SparqlUpdates {
    private static final int EXPECTED_BYTES = 1 << 14;
    private static final NodeFormatter TERMS = new NodeFormatterNT();

    private SparqlUpdates() {}

    static byte[] write(RDFPatch patch) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(EXPECTED_BYTES);
        try (AWriter out = IO.wrapUTF8(bytes)) {
            Request request = new Request(out);
            patch.apply(request);
            request.end();
        }
        return bytes.toByteArray();
    }

    /** The patch that a request makes, in one transaction. */
    static RDFPatch patch(UpdateRequest request) {
        RDFChangesCollector patch = new RDFChangesCollector();
        patch.txnBegin();
        for (Update update : request) {
            boolean delete = update instanceof UpdateDataDelete;
            for (Quad quad : ((UpdateData) update).getQuads()) {
                if (delete) {
                    patch.delete(null, quad.getSubject(), quad.getPredicate(), quad.getObject());
                } else {
                    patch.add(null, quad.getSubject(), quad.getPredicate(), quad.getObject());
                }
            }
        }
        patch.txnCommit();
        return patch.getRDFPatch();
    }

    /** Writes rows of a patch into blocks, one for deletes and one for adds. */
    private static final class Request extends RDFChangesBase {
        private static final String DELETE = "DELETE DATA { ";
        private static final String INSERT = "INSERT DATA { ";

        private final AWriter out;
        private String block = "";

        Request(AWriter out) {
            this.out = out;
        }

        @Override
        public void delete(Node graph, Node subject, Node predicate, Node object) {
            write(DELETE, subject, predicate, object);
        }

        @Override
        public void add(Node graph, Node subject, Node predicate, Node object) {
            write(INSERT, subject, predicate, object);
        }

        private void write(String wanted, Node subject, Node predicate, Node object) {
            if (!block.equals(wanted)) {
                out.print(block.isEmpty() ? "" : "} ; ");
                out.print(wanted);
                block = wanted;
            }
            TERMS.format(out, subject);
            out.print(' ');
            TERMS.format(out, predicate);
            out.print(' ');
            TERMS.format(out, object);
            out.print(" . ");
        }

        void end() {
            out.print(block.isEmpty() ? "" : "}");
        }
    }
}
