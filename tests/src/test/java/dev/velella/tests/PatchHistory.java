package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Continuity;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordDecoder;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Statement;

/**
 * Reads a topic of patches as a client without look-back does, from its beginning: every record has to decode, and to
 * lead from the graph before its number to the graph that it announces. Where aborted records are read too, a number may
 * come again, and then goes on from the same graph.
 */
final class PatchHistory {
    private static final Set<Continuity.Kind> UNBROKEN =
            EnumSet.of(Continuity.Kind.FIRST, Continuity.Kind.NEXT, Continuity.Kind.SELF_CONTAINED);

    private final RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null);
    private final Map<String, Map<Long, Set<Statement>>> graphs = new HashMap<>();
    private final Map<String, Long> last = new HashMap<>();
    private int repeats;

    static PatchHistory of(List<ConsumerRecord<String, byte[]>> records) {
        PatchHistory history = new PatchHistory();
        records.forEach(history::read);
        return history;
    }

    private void read(ConsumerRecord<String, byte[]> record) {
        String where = record.key() + " at " + record.partition() + "@" + record.offset();
        FrameResult result = decoder.decode(record);
        assertThat(result).as("patch of %s", where).extracting("element").isInstanceOf(RdfPatch.class);
        FrameResult.Decoded decoded = (FrameResult.Decoded) result;
        assertThat(decoded.continuity().kind()).as("stream of %s", where).isIn(UNBROKEN);
        PatchPosition position = PatchPosition.parse(text(record, RecordHeaderNames.PATCH));
        Map<Long, Set<Statement>> known = graphs.computeIfAbsent(record.key(), key -> new HashMap<>());
        known.putIfAbsent(0L, Set.of());
        assertThat(known).as("graph before %s", where).containsKey(position.number() - 1);
        Set<Statement> graph = apply(
                ((RdfPatch) decoded.element()),
                new HashSet<>(known.getOrDefault(position.number() - 1, Set.of())),
                where);
        assertThat(position.hash()).as("hash of %s", where).isEqualTo(GraphHash.ofSet(graph));
        repeats += position.number() <= last.getOrDefault(record.key(), 0L) ? 1 : 0;
        last.put(record.key(), position.number());
        known.put(position.number(), graph);
    }

    private static Set<Statement> apply(RdfPatch patch, Set<Statement> graph, String where) {
        for (PatchOperation operation : patch.operations()) {
            if (operation instanceof PatchOperation.Delete delete) {
                assertThat(graph.remove(delete.statement()))
                        .as("delete of %s", where)
                        .isTrue();
            } else if (operation instanceof PatchOperation.Add add) {
                assertThat(graph.add(add.statement())).as("add of %s", where).isTrue();
            }
        }
        return graph;
    }

    private static String text(ConsumerRecord<?, ?> record, String header) {
        return new String(record.headers().lastHeader(header).value(), StandardCharsets.US_ASCII);
    }

    /** Patches whose number was not above the one before of the same key. */
    int repeats() {
        return repeats;
    }

    /** The graphs to which a key's patches led, in the order of their numbers. */
    List<Set<Statement>> graphs(String key) {
        Map<Long, Set<Statement>> known = graphs.getOrDefault(key, Map.of());
        return known.keySet().stream()
                .filter(n -> n > 0)
                .sorted()
                .map(known::get)
                .toList();
    }
}
