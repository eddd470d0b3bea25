package dev.velella.bench.codec;

import dev.velella.bench.data.PatchStream;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.Figures;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.util.List;

/** Bytes on the wire: the same on every machine and in every run of equal length. */
public final class Sizes {
    private static final List<PatchCodec> PEERS =
            List.of(PatchCodec.JENA_TEXT, PatchCodec.JENA_THRIFT, PatchCodec.SPARQL_UPDATE);

    private final int elements;
    private final Figures figures;

    /**
     * @param elements length of every stream, in graphs or patches
     */
    public Sizes(int elements, Figures figures) {
        this.elements = elements;
        this.figures = figures;
    }

    /** Counts all streams. */
    public void run() throws IOException {
        for (Workload workload : Workload.values()) {
            addGraphs(workload, workload.graphs(elements));
        }
        for (PatchStream stream : PatchStream.values()) {
            addPatches(stream.label(), stream.patches(elements));
        }
    }

    private void addGraphs(Workload workload, List<RdfGraph> graphs) throws IOException {
        long triples = Workload.triples(graphs);
        for (Framing framing : Framing.values()) {
            String stream = workload.label() + "-" + framing.label();
            for (GraphCodec codec : GraphCodec.values()) {
                if (codec != GraphCodec.VELELLA_EAGER && (codec.isJelly() || framing == Framing.BIG)) {
                    figures.add(
                            "size/" + stream + "/" + codec.label(),
                            (double) bytes(codec.writing(framing), graphs) / triples,
                            "B/triple");
                }
            }
            figures.add(
                    "size-ratio/" + stream + "/velella/jelly-jvm",
                    quotient("size/" + stream + "/velella", "size/" + stream + "/jelly-jvm"),
                    "x");
        }
    }

    private static long bytes(GraphCodec.Writing writing, List<RdfGraph> graphs) throws IOException {
        long bytes = 0;
        for (RdfGraph graph : graphs) {
            bytes += writing.write(graph).value().length;
        }
        return bytes;
    }

    private void addPatches(String stream, List<RdfPatch> patches) throws IOException {
        long changes = Workload.changes(patches);
        for (PatchCodec codec : PatchCodec.values()) {
            figures.add("size/" + stream + "/" + codec.label(), (double) bytes(codec, patches) / changes, "B/row");
        }
        for (PatchCodec own : List.of(PatchCodec.VELELLA_STATEFUL, PatchCodec.VELELLA_DENSE, PatchCodec.VELELLA_BIG)) {
            for (PatchCodec peer : PEERS) {
                figures.add(
                        "size-ratio/" + stream + "/" + peer.label() + "/" + own.label(),
                        quotient("size/" + stream + "/" + peer.label(), "size/" + stream + "/" + own.label()),
                        "x");
            }
        }
    }

    private static long bytes(PatchCodec codec, List<RdfPatch> patches) throws IOException {
        PatchCodec.Writing writing = codec.writing();
        long bytes = 0;
        for (RdfPatch patch : patches) {
            bytes += writing.write(codec.model(patch)).length;
        }
        return bytes;
    }

    private double quotient(String dividend, String divisor) {
        return figures.get(dividend).orElse(Double.NaN) / figures.get(divisor).orElse(Double.NaN);
    }
}
