package dev.velella.serve.intake;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryEncoder;
import dev.velella.dictionary.DictionaryFrame;
import dev.velella.dictionary.DictionaryStore;
import dev.velella.jelly.JellyEncoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.log.LogRecord;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StreamElement;
import dev.velella.record.PatchPosition;
import dev.velella.serve.state.GraphReader;
import dev.velella.serve.state.StoredGraph;
import dev.velella.serve.state.StoredPatch;
import java.util.Collection;
import java.util.List;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/** Turns graphs and patches into the bytes that the store keeps, and back. Not thread-safe. */
final class GraphFrames {
    private final DictionaryEncoder graphs;
    private final JellyGraphEncoder keyFrames = encoder();
    private final JellyPatchEncoder patches =
            new JellyPatchEncoder(JellyPatchOptions.frame(TableSizes.BIG, true), Limits.DEFAULT);
    private final JellyPatchDecoder patchDecoder =
            new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
    private final GraphReader reader = new GraphReader();

    /** @param dictionaries takes the dictionaries on which the frames of graphs build */
    @SuppressWarnings("unchecked") // it is given graphs only
    GraphFrames(DictionaryStore dictionaries) {
        graphs = new DictionaryEncoder(
                ElementKind.GRAPH,
                kind -> (JellyEncoder<StreamElement>) (JellyEncoder<?>) encoder(),
                dictionaries,
                System::nanoTime);
    }

    private static JellyGraphEncoder encoder() {
        return new JellyGraphEncoder(StoredGraph.OPTIONS, StatementOrder.DENSE, Limits.DEFAULT);
    }

    /** The graph of a stream after a patch. */
    StoredGraph graph(
            String key,
            int partition,
            long offset,
            PatchPosition position,
            long time,
            Collection<Statement> statements) {
        RdfGraph graph = RdfGraph.of(List.copyOf(statements));
        DictionaryFrame written = graphs.encode(graph);
        Dictionary dictionary = written.dictionary();
        byte[] frame = dictionary == null ? keyFrames.encodeKeyFrame(graph) : written.value();
        boolean blankNodes = statements.stream().anyMatch(GraphFrames::hasBlankNode);
        return new StoredGraph(
                key, partition, offset, position.number(), position.hash(), time, false, blankNodes, dictionary, frame);
    }

    /** The patch of a numbered record with a key. */
    StoredPatch patch(LogRecord record, String key, PatchPosition position) {
        return new StoredPatch(
                key,
                record.partition(),
                record.offset(),
                position.number(),
                position.hash(),
                record.eventTime(),
                patches.encode(record.patch()));
    }

    /** The record of a stored patch. */
    LogRecord record(String topic, StoredPatch patch) {
        return new LogRecord(
                topic,
                patch.partition(),
                patch.offset(),
                patch.time(),
                patch.time(),
                patch.key(),
                new PatchPosition(patch.number(), patch.hash(), false),
                patchDecoder.decode(patch.frame()));
    }

    List<Statement> statements(StoredGraph graph) {
        return reader.statements(graph);
    }

    private static boolean hasBlankNode(Statement statement) {
        return hasBlankNode(statement.getSubject())
                || hasBlankNode(statement.getObject())
                || hasBlankNode(statement.getContext());
    }

    private static boolean hasBlankNode(@Nullable Value term) {
        return term instanceof BNode
                || (term instanceof Triple triple
                        && (hasBlankNode(triple.getSubject()) || hasBlankNode(triple.getObject())));
    }
}
