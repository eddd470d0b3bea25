package dev.velella.jelly;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/** Frames of Jelly-Patch, stream type FRAME, to patches; transactions must begin and end in their frame. */
final class PatchFrameReader extends FrameReader {
    private List<PatchOperation> collected = List.of();
    private boolean inTransaction;

    PatchFrameReader(ValueFactory values, Limits limits) {
        super(FrameKind.PATCH, values, limits);
    }

    /** Reads a frame that holds a whole stream. */
    RdfPatch readSelfContained(byte[] bytes) {
        reset();
        RdfPatch read = read(bytes);
        if (!hasOptions()) {
            throw in.fail("the frame holds no options row");
        }
        return read;
    }

    /** Reads the next frame of a stream. */
    RdfPatch read(byte[] bytes) {
        collected = new ArrayList<>();
        inTransaction = false;
        try {
            readFrame(bytes);
            if (inTransaction) {
                throw in.fail("a transaction does not end in its frame: TC or TA is missing");
            }
            return new RdfPatch(collected);
        } finally {
            collected = List.of();
        }
    }

    @Override
    void readRow(int tag, int end, OptionsRow streamOptions) {
        boolean quads = streamOptions.physicalType() == OptionsRow.PATCH_QUADS;
        switch (tag) {
            case PatchRowTags.ADD -> collected.add(new PatchOperation.Add(readStatement(end, quads)));
            case PatchRowTags.DELETE -> collected.add(new PatchOperation.Delete(readStatement(end, quads)));
            case PatchRowTags.NAMESPACE_ADD -> readNamespace(end, quads, true);
            case PatchRowTags.NAMESPACE_DELETE -> readNamespace(end, quads, false);
            case PatchRowTags.TRANSACTION_START -> readTransaction(Transaction.START);
            case PatchRowTags.TRANSACTION_COMMIT -> readTransaction(Transaction.COMMIT);
            case PatchRowTags.TRANSACTION_ABORT -> readTransaction(Transaction.ABORT);
            case PatchRowTags.HEADER -> readHeader(end);
            default -> throw in.fail("a punctuation row in a stream of type FRAME");
        }
    }

    private Statement readStatement(int end, boolean quads) {
        return quads ? statements.quad(end) : statements.quadWithoutGraph(end);
    }

    private void readTransaction(Transaction border) {
        boolean start = border == Transaction.START;
        if (start == inTransaction) {
            throw in.fail(start ? "TX within a transaction" : "TC or TA without TX");
        }
        inTransaction = start;
        collected.add(border);
    }

    private void readNamespace(int end, boolean quads, boolean added) {
        String prefix = "";
        int namespaceAt = -1;
        int graphTag = 0;
        int graphAt = -1;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (tag == 0x0A) {
                prefix = in.string(end);
                continue;
            }
            if (tag == 0x12) {
                if (namespaceAt >= 0) {
                    throw in.fail("a namespace has two IRIs");
                }
                namespaceAt = in.position();
            } else if (tag == 0x1A || tag == 0x22 || tag == 0x2A || tag == 0x32) {
                if (graphTag != 0) {
                    throw in.fail("a namespace has two graphs");
                }
                graphTag = tag;
                graphAt = in.position();
            }
            in.skip(tag, end);
        }
        IRI namespace = null;
        if (namespaceAt >= 0) {
            in.seek(namespaceAt);
            namespace = terms.iri(end);
        }
        if (graphTag != 0) {
            in.seek(graphAt);
            readGraph(graphTag, end, quads);
        }
        in.seek(end);
        addNamespace(prefix, namespace, quads ? statements.repeatedGraph() : null, added);
    }

    private void readGraph(int tag, int end, boolean quads) {
        if (!quads) {
            throw in.fail("a graph in a stream of TRIPLES");
        }
        statements.readGraph(tag, end, 0x10);
    }

    private void addNamespace(String prefix, @Nullable IRI namespace, @Nullable Resource graph, boolean added) {
        if (!added) {
            collected.add(new PatchOperation.DeleteNamespace(prefix, namespace, graph));
        } else if (namespace == null) {
            throw in.fail("a namespace is added without its IRI");
        } else {
            collected.add(new PatchOperation.AddNamespace(prefix, namespace, graph));
        }
    }

    private void readHeader(int end) {
        String key = "";
        Value value = null;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (tag == 0x0A) {
                key = in.string(end);
            } else if ((tag & 7) != WireReader.LENGTH_DELIMITED || tag >>> 3 > 5) {
                in.skip(tag, end);
            } else if (value != null) {
                throw in.fail("a header has two values");
            } else {
                value = terms.object(tag - 0x12 + StatementWriter.OBJECT, end, 0);
            }
        }
        if (value == null) {
            throw in.fail("a header without value");
        }
        collected.add(new PatchOperation.Header(key, value));
    }
}
