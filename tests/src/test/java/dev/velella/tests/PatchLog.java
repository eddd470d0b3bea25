package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.quickstart.RecordValues;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Statement;

/** Applies patches to plain sets and checks every link of the chain on the way. */
final class PatchLog {
    private final RecordValues values = new RecordValues();
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<String, Set<Statement>> graphs = new HashMap<>();

    void applyAll(List<ConsumerRecord<String, byte[]>> records) {
        records.forEach(this::apply);
    }

    private void apply(ConsumerRecord<String, byte[]> record) {
        PatchPosition position = PatchPosition.parse(
                new String(record.headers().lastHeader(RecordHeaderNames.PATCH).value(), StandardCharsets.US_ASCII));
        String where = record.key() + " at " + record.partition() + "@" + record.offset();
        assertThat(position.number()).as("number of %s", where).isEqualTo(numbers.merge(record.key(), 1L, Long::sum));
        Set<Statement> graph = graphs.computeIfAbsent(record.key(), key -> new HashSet<>());
        for (PatchOperation operation : values.read(record, RdfPatch.class).operations()) {
            if (operation instanceof PatchOperation.Delete delete) {
                assertThat(graph.remove(delete.statement()))
                        .as("delete of %s", where)
                        .isTrue();
            } else if (operation instanceof PatchOperation.Add add) {
                assertThat(graph.add(add.statement())).as("add of %s", where).isTrue();
            }
        }
        assertThat(position.hash()).as("hash of %s", where).isEqualTo(GraphHash.ofSet(graph));
    }

    /** The graph of each stream after the last patch, by key. */
    Map<String, Set<Statement>> graphs() {
        return graphs;
    }
}
