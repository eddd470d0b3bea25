package dev.velella.jelly;

import dev.velella.rdf.RdfGraph;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/** Frames of Jelly-RDF to graphs, of all three physical types. In a GRAPHS stream a graph may go on in later frames. */
final class GraphFrameReader extends FrameReader {
    private static final int TRIPLES = 1;
    private static final int QUADS = 2;
    private static final int GRAPHS = 3;

    private final FrameRows<Statement> collected = new FrameRows<>();
    private Map<String, String> namespaces = Map.of();
    private int physicalType;
    private boolean graphOpen;
    private @Nullable Resource graph;
    private boolean markedOpen;
    private @Nullable Resource markedGraph;

    GraphFrameReader(ValueFactory values, Limits limits) {
        super(FrameKind.RDF, values, limits);
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
            return new RdfGraph(collected.toList(), namespaces);
        } finally {
            collected.clear();
            namespaces = Map.of();
        }
    }

    @Override
    boolean quickRow(byte[] a, int tag, int start, int end) {
        Statement statement;
        if (tag == RdfRowTags.TRIPLE && (physicalType == TRIPLES || (physicalType == GRAPHS && graphOpen))) {
            statement = statements.quickTriple(a, start, end, graph);
        } else if (tag == RdfRowTags.QUAD && physicalType == QUADS) {
            statement = statements.quickQuad(a, start, end);
        } else {
            return false;
        }
        if (statement == null) {
            return false;
        }
        collected.add(statement);
        return true;
    }

    @Override
    void readRow(int tag, int end, OptionsRow streamOptions) {
        int type = streamOptions.physicalType();
        if (tag == RdfRowTags.NAMESPACE) {
            readNamespace(end);
        } else if (tag == RdfRowTags.TRIPLE && type == TRIPLES) {
            collected.add(statements.triple(end, null));
        } else if (tag == RdfRowTags.QUAD && type == QUADS) {
            collected.add(statements.quad(end));
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
                collected.add(statements.triple(end, graph));
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
