package dev.velella.jelly.read;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.wire.OptionsRow;
import dev.velella.jelly.wire.RdfRowTags;
import dev.velella.jelly.wire.WireReader;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StatementArray;
import dev.velella.rdf.StatementCollector;
import dev.velella.rdf.StatementTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames of Jelly-RDF into graphs, for all three physical types. In a GRAPHS stream a graph may continue in later
 * frames.
 */
public final class GraphFrameReader extends FrameReader {
    private static final int TRIPLES = 1;
    private static final int QUADS = 2;
    private static final int GRAPHS = 3;

    /** The statements of this frame. */
    private final StatementCollector collected;

    /** Rows of the running stream. */
    private final RecurringRows ownRows = new RecurringRows();

    /** Rows of the stream from which the present frame comes. */
    private RecurringRows recurring = ownRows;

    private final OwnReferences ownReferences = new OwnReferences(terms);

    /** Tells apart the states that frames build on: each dictionary has an object of its own, the running stream this reader. */
    private Object base = this;

    /** Whether values may hold frames, which nobody changes then. If not, no frame is kept. */
    private final boolean isLazy;

    private final int maxStatements;

    /** Whether rows of this frame are compared with the rows of the last frame. */
    private boolean comparing;

    private Map<String, String> namespaces = Map.of();
    private int physicalType;
    private boolean graphOpen;
    private @Nullable Resource graph;
    private boolean markedOpen;
    private @Nullable Resource markedGraph;

    public GraphFrameReader(ValueFactory values, Limits limits) {
        super(ElementKind.GRAPH, values, limits);
        LightValueFactory light =
                LightValueFactory.replacing(values) instanceof LightValueFactory factory ? factory : null;
        maxStatements = limits.maxStatements();
        isLazy = light != null && light.isLazy();
        collected = light != null && light.makesTables()
                ? new StatementTable.Builder(light)
                : new StatementArray.Builder(light == null ? values : light);
    }

    /** Reads a frame that begins a stream with options. */
    public RdfGraph readFirst(byte[] bytes) {
        return read(bytes, Start.OPTIONS);
    }

    /** Reads the next frame of a stream. */
    public RdfGraph read(byte[] bytes) {
        return read(bytes, Start.LAST_FRAME);
    }

    /** Reads a frame that builds on the dictionary. */
    public RdfGraph readOnDictionary(byte[] bytes) {
        return read(bytes, Start.DICTIONARY);
    }

    /**
     * Reads a frame that builds on the dictionary.
     *
     * @param rows rows of the last frame of the same stream; after the call, rows of this frame. Used by one thread at a
     *     time
     */
    public RdfGraph readOnDictionary(byte[] bytes, RecurringRows rows) {
        recurring = rows;
        try {
            return read(bytes, Start.DICTIONARY);
        } finally {
            recurring = ownRows;
        }
    }

    private RdfGraph read(byte[] bytes, Start start) {
        namespaces = Map.of();
        comparing = recurring.begin(base) && isLazy;
        try {
            if (start == Start.OPTIONS) {
                recurring.forget();
            }
            readFrame(bytes, start);
            return new RdfGraph(statements(bytes), namespaces);
        } finally {
            collected.clear();
            namespaces = Map.of();
        }
    }

    private List<Statement> statements(byte[] bytes) {
        List<Statement> all = collected.build();
        if (isLazy && physicalType != GRAPHS && !terms.hasReplaced()) {
            recurring.end(bytes, all, terms.own());
        } else {
            recurring.forget();
        }
        return all;
    }

    /** Estimated memory of the data kept between frames, in bytes. */
    public long stateBytes() {
        return terms.stateBytes() + recurring.stateBytes();
    }

    @Override
    int rowAt(byte[] a, int p, int end) {
        if (!comparing) {
            return super.rowAt(a, p, end);
        }
        int again = rowsAgain(a, p);
        if (again != 0) {
            return again;
        }
        int before = collected.size();
        int next = super.rowAt(a, p, end);
        if (collected.size() != before) {
            if (statements.isLight()) {
                boolean namesGraph = physicalType == QUADS && statements.namesGraph();
                recurring.add(p, next, terms.lastPrefix(), terms.lastName(), namesGraph, terms.isOnDictionary());
            } else {
                recurring.addUnknown();
            }
        }
        return next;
    }

    /**
     * Takes rows that are the same as in the last frame. Returns the position after them, or 0 if the next row is not
     * such a row.
     */
    private int rowsAgain(byte[] a, int p) {
        int expected = recurring.expected();
        List<Statement> last = recurring.last();
        if (expected == 0 || last == null || terms.hasReplaced()) {
            return 0;
        }
        boolean sameGraph = recurring.namesGraph() || statements.hasGraphOf(last, expected - 1);
        int run = recurring.run(a, p, terms.lastPrefix(), terms.lastName(), ownReferences, sameGraph);
        if (run == 0
                || !statements.isBefore(last, expected)
                || in.rowNumber() + run >= limits().maxRows()
                || collected.size() + run > maxStatements) {
            return 0;
        }
        int end = recurring.end(p, run);
        if (sameGraph) {
            collected.addAll(last, expected, run);
        } else {
            collected.addAll(last, expected, run, statements.graph());
        }
        statements.moveTo(last, expected + run - 1, !sameGraph);
        terms.moveBack(recurring.prefixAfter(run), recurring.nameAfter(run));
        in.nextRows(run);
        recurring.take(p, run);
        return end;
    }

    @Override
    boolean quickRow(byte[] a, int tag, int start, int end) {
        if (tag == RdfRowTags.QUAD && physicalType == QUADS) {
            if (!statements.quickQuad(a, start, end)) {
                return false;
            }
            collect(statements.graph());
        } else if (tag == RdfRowTags.TRIPLE && (physicalType == TRIPLES || (physicalType == GRAPHS && graphOpen))) {
            if (!statements.quickTriple(a, start, end)) {
                return false;
            }
            collect(graph);
        } else {
            return false;
        }
        return true;
    }

    /** Adds the statement that was read last. */
    private void collect(@Nullable Resource context) {
        if (collected.size() >= maxStatements) {
            throw in.failLimit("more statements in a frame than the limit of " + maxStatements);
        }
        collected.add(statements.subject(), statements.predicate(), statements.object(), context);
    }

    @Override
    void readRow(int tag, int end, OptionsRow streamOptions) {
        recurring.addUnknown();
        int type = streamOptions.physicalType();
        if (tag == RdfRowTags.NAMESPACE) {
            readNamespace(end);
        } else if (tag == RdfRowTags.TRIPLE && type == TRIPLES) {
            statements.triple(end);
            collect(null);
        } else if (tag == RdfRowTags.QUAD && type == QUADS) {
            statements.quad(end);
            collect(statements.graph());
        } else if (tag != RdfRowTags.QUAD && type == GRAPHS) {
            readGraphsRow(tag, end);
        } else {
            throw in.fail("a row of field " + (tag >>> 3) + " in a stream of " + PhysicalType.ofCode(type));
        }
    }

    private void readGraphsRow(int tag, int end) {
        switch (tag) {
            case RdfRowTags.GRAPH_START -> {
                if (graphOpen) {
                    throw in.fail("a graph starts before the last one has ended");
                }
                readGraphStart(end);
                graphOpen = true;
            }
            case RdfRowTags.GRAPH_END -> {
                if (!graphOpen) {
                    throw in.fail("a graph ends that has not started");
                }
                forgetOpen();
            }
            default -> {
                if (!graphOpen) {
                    throw in.fail("a triple outside of a graph");
                }
                statements.triple(end);
                collect(graph);
            }
        }
    }

    private void readGraphStart(int end) {
        int start = in.position();
        boolean named = false;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (tag >>> 3 <= 4 && (tag & 7) == WireReader.LENGTH_DELIMITED) {
                if (named) {
                    throw in.fail("a graph has two names");
                }
                graph = statements.readGraph(tag, end, 0);
                named = true;
            } else {
                in.skip(tag, end);
            }
        }
        if (!named) {
            throw in.failAt(start, "a graph starts without its name, which may not be left out here");
        }
    }

    private void readNamespace(int end) {
        int start = in.position();
        String prefix = "";
        String namespace = null;
        while (in.position() < end) {
            int tag = in.tag(end);
            if (tag == 0x0A) {
                prefix = in.string(end);
            } else if (tag == 0x12 && namespace == null) {
                namespace = terms.iriText(end);
            } else if (tag == 0x12) {
                throw in.fail("a namespace declaration has two IRIs");
            } else {
                in.skip(tag, end);
            }
        }
        if (namespace == null) {
            throw in.failAt(start, "a namespace declaration without IRI");
        }
        if (namespaces.isEmpty()) {
            namespaces = new HashMap<>();
        }
        namespaces.put(prefix, namespace);
    }

    @Override
    void begin(OptionsRow streamOptions) {
        physicalType = streamOptions.physicalType();
    }

    @Override
    void endFrame(Start start) {
        if (graphOpen && start == Start.DICTIONARY) {
            throw in.fail("a frame that builds on a dictionary ends within a graph: the row that ends it is missing");
        }
        // Otherwise a graph may stay open at the end of a frame.
    }

    @Override
    boolean isEmpty() {
        return collected.size() == 0 && namespaces.isEmpty() && !graphOpen;
    }

    /** Reads a dictionary. */
    public void readDictionary(byte[] bytes) {
        namespaces = Map.of();
        comparing = false;
        recurring.forget();
        try {
            readDictionaryFrame(bytes);
            base = new Object();
        } finally {
            collected.clear();
            namespaces = Map.of();
        }
    }

    @Override
    void markOpen() {
        markedOpen = graphOpen;
        markedGraph = graph;
    }

    @Override
    void rollbackOpen() {
        graphOpen = markedOpen;
        graph = markedGraph;
        OptionsRow streamOptions = options();
        physicalType = streamOptions == null ? 0 : streamOptions.physicalType();
    }

    @Override
    void forgetOpen() {
        recurring.forget();
        graphOpen = false;
        graph = null;
    }

    @Override
    DecoderState.Open snapshotOpen() {
        return new DecoderState.Open(graphOpen, graph, false);
    }

    @Override
    void restoreOpen(DecoderState.Open open) {
        recurring.forget();
        graphOpen = open.inGraph();
        graph = open.graph();
    }

    /** Checks the end of the stream: it must not be within a graph. */
    public void checkEnd() {
        if (graphOpen) {
            throw new MalformedJellyException(
                    frames(), -1, 0, "the stream ends within a graph: the row that ends it is missing");
        }
    }
}
