package dev.velella.serve.state;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryDecoders;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.RdfGraph;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/** Reads the statements of stored graphs. Not thread-safe. */
public final class GraphReader {
    private static final int DICTIONARIES = 4;

    private final DictionaryDecoders onDictionaries =
            new DictionaryDecoders(LightValueFactory.getInstance(), Limits.DEFAULT, DICTIONARIES);
    private final JellyGraphDecoder keyFrames = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);

    /** The statements of a graph. */
    public List<Statement> statements(StoredGraph graph) {
        Dictionary dictionary = graph.dictionary();
        return dictionary == null
                ? keyFrames.decodeKeyFrame(graph.frame()).statements()
                : ((RdfGraph) onDictionaries.decode(dictionary, graph.frame())).statements();
    }
}
