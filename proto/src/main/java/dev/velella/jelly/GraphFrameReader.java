package dev.velella.jelly;

import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StatementTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/** Frames of Jelly-RDF to graphs, of all three physical types. In a GRAPHS stream a graph may go on in later frames. */
final class GraphFrameReader extends FrameReader {
    private static final int TRIPLES = 1;
    private static final int QUADS = 2;
    private static final int GRAPHS = 3;

    private final ValueFactory values;
    private final StatementTable.Builder collected = new StatementTable.Builder();
    private Map<String, String> namespaces = Map.of();
    private int physicalType;
    private boolean graphOpen;
    private @Nullable Resource graph;
    private boolean markedOpen;
    private @Nullable Resource markedGraph;

    GraphFrameReader(ValueFactory values, Limits limits) {
        super(FrameKind.RDF, values, limits);
        this.values = LightValueFactory.replacing(values);
    }

    /** Reads a frame that begins a stream, with options. */
    RdfGraph readFirst(byte[] bytes) {
        return read(bytes, true);
    }

    /** Reads the next frame of a stream. */
    RdfGraph read(byte[] bytes) {
        return read(bytes, false);
    }

    private RdfGraph read(byte[] bytes, boolean first) {
        namespaces = Map.of();
        try {
            if (first) {
                readFirstFrame(bytes);
            } else {
                readFrame(bytes);
            }
            StatementTable table = collected.build(values);
            // A factory that this project does not know is asked once for each statement.
            return new RdfGraph(values instanceof LightValueFactory ? table : List.copyOf(table), namespaces);
        } finally {
            collected.clear();
            namespaces = Map.of();
        }
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

    /** The statement that was read last. */
    private void collect(@Nullable Resource context) {
        collected.add(statements.subject(), statements.predicate(), statements.object(), context);
    }

    @Override
    void readRow(int tag, int end, OptionsRow streamOptions) {
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
    void endFrame() {
        // A graph may stay open.
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
        graphOpen = false;
        graph = null;
    }

    @Override
    DecoderState.Open snapshotOpen() {
        return new DecoderState.Open(graphOpen, graph, false);
    }

    @Override
    void restoreOpen(DecoderState.Open open) {
        graphOpen = open.inGraph();
        graph = open.graph();
    }
}
