package dev.velella.jelly.read;

import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.PatchRowTags;
import dev.velella.jelly.wire.WireReader;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames of Jelly-Patch into operations and ends of patches, for all stream types. A transaction is TX, then TC
 * or TA, and is not nested. It must end in its frame in a FRAME stream, and in its patch in a PUNCTUATED stream (Jelly
 * specification, transactions).
 */
public final class PatchFrameReader extends FrameReader {
    /** Difference between a tag in the value of a header and the same tag in an object. */
    private static final int HEADER_TO_OBJECT = 0x4A - 0x12;

    private Demand demand = Demand.NONE;
    private final FrameRows<PatchOperation> collected = new FrameRows<>();
    private List<Integer> patchEnds = List.of();
    private boolean quads;
    private StreamType streamType = StreamType.FRAME;
    private boolean inTransaction;
    private boolean markedTransaction;

    /** Demands of a caller on a frame, besides the rules of the format. */
    public enum Demand {
        /** No demand. */
        NONE,
        /**
         * The frame holds one whole patch. A frame of a FLAT stream never fulfils this, because it does not show the
         * end of its patch.
         */
        ONE_PATCH,
        /** The frame holds one whole patch and is the whole stream. */
        WHOLE_STREAM
    }

    /**
     * The contents of a frame.
     *
     * @param operations all operations, in order
     * @param patchEnds for every punctuation, the number of operations before it
     */
    public record Rows(List<PatchOperation> operations, List<Integer> patchEnds) {}

    public PatchFrameReader(ValueFactory values, Limits limits) {
        super(ElementKind.PATCH, values, limits);
    }

    /** Reads a frame that begins a stream with options, and checks a demand. */
    public Rows readFirst(byte[] bytes, Demand demanded) {
        demand = demanded;
        return read(bytes, Start.OPTIONS);
    }

    /** Reads the next frame of a stream, and checks a demand. */
    public Rows read(byte[] bytes, Demand demanded) {
        demand = demanded;
        return read(bytes, Start.LAST_FRAME);
    }

    /** Reads a frame that builds on the dictionary, and checks a demand. */
    public Rows readOnDictionary(byte[] bytes, Demand demanded) {
        demand = demanded;
        return read(bytes, Start.DICTIONARY);
    }

    /** Reads a dictionary. */
    public void readDictionary(byte[] bytes) {
        demand = Demand.NONE;
        patchEnds = List.of();
        try {
            readDictionaryFrame(bytes);
        } finally {
            collected.clear();
            patchEnds = List.of();
        }
    }

    private Rows read(byte[] bytes, Start start) {
        patchEnds = List.of();
        try {
            readFrame(bytes, start);
            return new Rows(collected.toList(), patchEnds);
        } finally {
            collected.clear();
            patchEnds = List.of();
        }
    }

    /** Whether a transaction has begun and not ended. */
    public boolean inTransaction() {
        return inTransaction;
    }

    @Override
    boolean quickRow(byte[] a, int tag, int start, int end) {
        if (tag != PatchRowTags.ADD && tag != PatchRowTags.DELETE) {
            return false;
        }
        boolean read = quads ? statements.quickQuad(a, start, end) : statements.quickTriple(a, start, end);
        if (!read) {
            return false;
        }
        Statement statement = statements.statement(quads);
        collected.add(
                tag == PatchRowTags.ADD ? new PatchOperation.Add(statement) : new PatchOperation.Delete(statement));
        return true;
    }

    @Override
    void readRow(int tag, int end, OptionsRow streamOptions) {
        switch (tag) {
            case PatchRowTags.ADD -> collected.add(new PatchOperation.Add(readStatement(end)));
            case PatchRowTags.DELETE -> collected.add(new PatchOperation.Delete(readStatement(end)));
            case PatchRowTags.NAMESPACE_ADD -> readNamespace(end, true);
            case PatchRowTags.NAMESPACE_DELETE -> readNamespace(end, false);
            case PatchRowTags.TRANSACTION_START -> readTransaction(Transaction.START);
            case PatchRowTags.TRANSACTION_COMMIT -> readTransaction(Transaction.COMMIT);
            case PatchRowTags.TRANSACTION_ABORT -> readTransaction(Transaction.ABORT);
            case PatchRowTags.HEADER -> readHeader(end);
            default -> readPunctuation();
        }
    }

    private Statement readStatement(int end) {
        if (quads) {
            statements.quad(end);
        } else {
            statements.quadWithoutGraph(end);
        }
        return statements.statement(quads);
    }

    private void readTransaction(Transaction border) {
        boolean start = border == Transaction.START;
        if (start == inTransaction) {
            throw in.fail(start ? "TX within a transaction" : "TC or TA without TX");
        }
        inTransaction = start;
        collected.add(border);
    }

    private void readPunctuation() {
        if (streamType != StreamType.PUNCTUATED) {
            throw in.fail("a punctuation row in a stream of type " + streamType);
        }
        if (inTransaction) {
            throw in.fail("a transaction does not end in its patch: TC or TA is missing before the punctuation");
        }
        if (patchEnds.isEmpty()) {
            patchEnds = new ArrayList<>();
        }
        patchEnds.add(collected.size());
    }

    private void readNamespace(int end, boolean added) {
        int start = in.position();
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
        // References count on from term to term. Therefore the IRI is read before the graph, whatever the order of the
        // fields.
        IRI namespace = null;
        if (namespaceAt >= 0) {
            in.seek(namespaceAt);
            namespace = terms.iri(end);
        }
        if (graphTag != 0) {
            in.seek(graphAt);
            readGraph(graphTag, end);
        }
        in.seek(end);
        collected.add(namespace(prefix, namespace, quads ? statements.repeatedGraph(start) : null, added, start));
    }

    private void readGraph(int tag, int end) {
        if (!quads) {
            throw in.fail("a graph in a stream of TRIPLES");
        }
        statements.readGraph(tag, end, 0x10);
    }

    private PatchOperation namespace(
            String prefix, @Nullable IRI namespace, @Nullable Resource graph, boolean added, int start) {
        if (!added) {
            return new PatchOperation.DeleteNamespace(prefix, namespace, graph);
        }
        if (namespace == null) {
            throw in.failAt(start, "a namespace is added without its IRI");
        }
        return new PatchOperation.AddNamespace(prefix, namespace, graph);
    }

    private void readHeader(int end) {
        int start = in.position();
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
                value = terms.object(tag + HEADER_TO_OBJECT, end, 0);
            }
        }
        if (value == null) {
            throw in.failAt(start, "a header without value");
        }
        collected.add(new PatchOperation.Header(key, value));
    }

    @Override
    void begin(OptionsRow streamOptions) {
        quads = streamOptions.physicalType() == OptionsRow.PATCH_QUADS;
        streamType = streamOptions.patchStreamType();
    }

    @Override
    boolean isEmpty() {
        return collected.size() == 0 && patchEnds.isEmpty();
    }

    @Override
    void endFrame(Start start) {
        if (inTransaction && streamType == StreamType.FRAME) {
            throw in.fail("a transaction does not end in its frame: TC or TA is missing");
        }
        checkWhole();
    }

    private void checkWhole() {
        if (demand == Demand.NONE || options() == null) {
            return;
        }
        if (streamType == StreamType.PUNCTUATED) {
            if (patchEnds.size() != 1 || patchEnds.get(0) != collected.size()) {
                throw in.fail(
                        "a frame of a PUNCTUATED stream that is not exactly one whole patch: read it as a stream");
            }
        } else if (streamType == StreamType.FLAT) {
            if (demand == Demand.ONE_PATCH) {
                throw in.fail("a frame of a FLAT stream is not known to be a whole patch: read it as a stream");
            }
            if (inTransaction) {
                throw in.fail("a transaction does not end in its patch: TC or TA is missing");
            }
        }
    }

    @Override
    void markOpen() {
        markedTransaction = inTransaction;
    }

    @Override
    void rollbackOpen() {
        inTransaction = markedTransaction;
        OptionsRow streamOptions = options();
        if (streamOptions != null) {
            begin(streamOptions);
        }
    }

    @Override
    void forgetOpen() {
        inTransaction = false;
    }

    @Override
    DecoderState.Open snapshotOpen() {
        return new DecoderState.Open(false, null, inTransaction);
    }

    @Override
    void restoreOpen(DecoderState.Open open) {
        inTransaction = open.inTransaction();
    }
}
