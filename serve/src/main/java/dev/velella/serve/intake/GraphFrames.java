package dev.velella.serve.intake;

import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.log.LogRecord;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.PatchPosition;
import dev.velella.serve.state.StoredGraph;
import dev.velella.serve.state.StoredPatch;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/** Turns graphs and patches into the bytes that the store keeps, and back. Not thread-safe. */
final class GraphFrames {
    private final JellyGraphEncoder graphs = new JellyGraphEncoder(
            new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 1), StatementOrder.DENSE, Limits.DEFAULT);
    private final JellyPatchEncoder patches =
            new JellyPatchEncoder(JellyPatchOptions.frame(TableSizes.BIG, true), Limits.DEFAULT);
    private final JellyPatchDecoder patchDecoder =
            new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);
    private final JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);

    /** The graph of a stream after a patch, with its place in the metadata of the frame. */
    StoredGraph graph(
            String key,
            int partition,
            long offset,
            PatchPosition position,
            long time,
            Collection<Statement> statements) {
        PatchPosition plain = new PatchPosition(position.number(), position.hash(), false);
        graphs.reset();
        byte[] frame = graphs.encodeNext(
                RdfGraph.of(List.copyOf(statements)),
                Map.of(
                        "key", key.getBytes(StandardCharsets.UTF_8),
                        "patch", plain.format().getBytes(StandardCharsets.US_ASCII),
                        "offset", (partition + "-" + offset).getBytes(StandardCharsets.US_ASCII)));
        boolean blankNodes = statements.stream().anyMatch(GraphFrames::hasBlankNode);
        return new StoredGraph(key, partition, offset, plain.number(), plain.hash(), time, false, blankNodes, frame);
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
        return decoder.decode(graph.frame()).statements();
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
