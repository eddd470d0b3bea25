package dev.velella.bench.codec;

import dev.velella.bench.data.PatchStream;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.Figures;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** Bytes on the wire: the same on every machine and in every run of equal length. */
public final class Sizes {
    /** A key frame every so many frames. */
    static final int[] KEY_FRAME_INTERVALS = {1, 2, 5, 10, 50, 100};

    private static final List<PatchCodec> PEERS =
            List.of(PatchCodec.JENA_TEXT, PatchCodec.JENA_THRIFT, PatchCodec.SPARQL_UPDATE);

    /** The end of the names of streams of graphs. */
    static final String GRAPHS = "-graphs";

    /** What stands for no key frame after the first. */
    static final String NEVER = "never";

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
        JellyGraphEncoder encoder = new JellyGraphEncoder(VelellaGraphs.options(Framing.STATEFUL), Limits.DEFAULT);
        addKeyFrames(
                workload.label() + GRAPHS, graphs, triples, "B/triple", encoder::encodeKeyFrame, encoder::encodeNext);
    }

    private static long bytes(GraphCodec.Writing writing, List<RdfGraph> graphs) throws IOException {
        long bytes = 0;
        for (RdfGraph graph : graphs) {
            bytes += writing.write(graph).length;
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
        JellyPatchEncoder encoder = new JellyPatchEncoder(JellyPatchOptions.TOPIC, Limits.DEFAULT);
        addKeyFrames(stream, patches, changes, "B/row", encoder::encodeKeyFrame, encoder::encodeNext);
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

    private <T> void addKeyFrames(
            String stream,
            List<T> elements,
            long units,
            String unit,
            Function<T, byte[]> keyFrame,
            Function<T, byte[]> nextFrame) {
        double least = (double) bytes(elements, Integer.MAX_VALUE, keyFrame, nextFrame) / units;
        for (int interval : KEY_FRAME_INTERVALS) {
            double size = (double) bytes(elements, interval, keyFrame, nextFrame) / units;
            figures.add("key-frames/" + stream + "/" + interval, size, unit);
            figures.add("key-frames-cost/" + stream + "/" + interval, 100 * (size / least - 1), "%");
        }
        figures.add("key-frames/" + stream + "/" + NEVER, least, unit);
    }

    private static <T> long bytes(
            List<T> elements, int interval, Function<T, byte[]> keyFrame, Function<T, byte[]> nextFrame) {
        long bytes = 0;
        for (int i = 0; i < elements.size(); i++) {
            bytes += (i % interval == 0 ? keyFrame : nextFrame).apply(elements.get(i)).length;
        }
        return bytes;
    }
}
