package dev.velella.jelly;

import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/** Frames of Jelly-RDF to graphs, of all three physical types. In a GRAPHS stream a graph may go on in later frames. */
final class GraphFrameReader extends FrameReader {
    private List<Statement> collected = List.of();
    private Map<String, String> namespaces = Map.of();
    private boolean graphOpen;
    private @Nullable Resource graph;

    GraphFrameReader(ValueFactory values, Limits limits) {
        super(FrameKind.RDF, values, limits);
    }

    /** Reads a frame that holds a whole stream. */
    RdfGraph readSelfContained(byte[] bytes) {
        reset();
        RdfGraph read = read(bytes);
        if (!hasOptions()) {
            throw in.fail("the frame holds no options row");
        }
        return read;
    }

    /** Reads the next frame of a stream. */
    RdfGraph read(byte[] bytes) {
        if (!hasOptions()) {
            graphOpen = false;
            graph = null;
        }
        collected = new ArrayList<>();
        namespaces = new HashMap<>();
        try {
            readFrame(bytes);
            return new RdfGraph(collected, namespaces);
        } finally {
            collected = List.of();
            namespaces = Map.of();
        }
    }

    @Override
    void readRow(int tag, int end, OptionsRow streamOptions) {
        int type = streamOptions.physicalType();
        if (tag == RdfRowTags.NAMESPACE) {
            readNamespace(end);
        } else if (tag == RdfRowTags.TRIPLE && type == PhysicalType.TRIPLES.code()) {
            collected.add(statements.triple(end, null));
        } else if (tag == RdfRowTags.QUAD && type == PhysicalType.QUADS.code()) {
            collected.add(statements.quad(end));
        } else if (tag != RdfRowTags.QUAD && type == PhysicalType.GRAPHS.code()) {
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
                graphOpen = false;
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
            throw in.fail("a graph starts without its name, which may not be left out here");
        }
    }

    private void readNamespace(int end) {
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
            throw in.fail("a namespace declaration without IRI");
        }
        namespaces.put(prefix, namespace);
    }
}
