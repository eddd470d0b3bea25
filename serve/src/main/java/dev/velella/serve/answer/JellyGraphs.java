package dev.velella.serve.answer;

import dev.velella.dictionary.Dictionary;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.RdfGraph;
import dev.velella.serve.state.GraphReader;
import dev.velella.serve.state.StoredGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes graphs as one delimited stream of Jelly-RDF. The frame of a graph stands as it is stored: it builds on a dictionary
 * alone, whatever frames stand between, or on nothing. The dictionary stands in front of the first frame that builds on it,
 * in the same frame. Only a graph with blank nodes is written anew, if there are others. Not thread-safe.
 */
final class JellyGraphs implements GraphWriter {
    private final boolean apart;
    private final GraphReader reader = new GraphReader();
    private final ByteArrayOutputStream metadata = new ByteArrayOutputStream();
    private final JellyGraphEncoder keyFrames = new JellyGraphEncoder(StoredGraph.OPTIONS, Limits.DEFAULT);

    /** The dictionary that a reader of the stream has; null if it has none. */
    private @Nullable Dictionary current;

    /** Writes frames on the dictionary; null if none was needed yet. */
    private @Nullable JellyGraphEncoder encoder;

    private @Nullable Dictionary ofEncoder;
    private long number;

    JellyGraphs(boolean apart) {
        this.apart = apart;
    }

    @Override
    public void write(StoredGraph graph, OutputStream out) throws IOException {
        write(graph, null, out);
    }

    /** @param counter for the metadata; null for none */
    void write(StoredGraph graph, @Nullable Long counter, OutputStream out) throws IOException {
        number++;
        Dictionary dictionary = graph.dictionary();
        byte[] frame = graph.frame();
        if (apart && graph.blankNodes()) {
            RdfGraph renamed = renamed(graph);
            try {
                frame = dictionary == null
                        ? keyFrames.encodeKeyFrame(renamed)
                        : encoder(dictionary).encodeOnDictionary(renamed);
            } catch (MalformedJellyException e) {
                // The longer labels do not fit beside the dictionary.
                dictionary = null;
                frame = keyFrames.encodeKeyFrame(renamed);
            }
        }
        byte[] before = dictionary == null || Objects.equals(dictionary, current) ? new byte[0] : dictionary.frame();
        current = dictionary;
        metadata.reset();
        if (counter != null) {
            ByteArrayOutputStream varint = new ByteArrayOutputStream();
            Delimited.varint(counter, varint);
            GraphMetadata.entry("c", varint.toByteArray(), metadata);
        }
        GraphMetadata.write(graph, metadata);
        Delimited.varint((long) before.length + frame.length + metadata.size(), out);
        out.write(before);
        out.write(frame);
        metadata.writeTo(out);
    }

    private RdfGraph renamed(StoredGraph graph) {
        BlankNodes names = new BlankNodes(BlankNodes.prefix(number));
        return RdfGraph.of(reader.statements(graph).stream().map(names::renamed).toList());
    }

    private JellyGraphEncoder encoder(Dictionary dictionary) {
        JellyGraphEncoder known = encoder;
        if (known == null || !Objects.equals(dictionary, ofEncoder)) {
            known = new JellyGraphEncoder(StoredGraph.OPTIONS, Limits.DEFAULT);
            known.takeDictionary(dictionary.frame());
            encoder = known;
            ofEncoder = dictionary;
        }
        return known;
    }

    @Override
    public void end(OutputStream out) {}
}
