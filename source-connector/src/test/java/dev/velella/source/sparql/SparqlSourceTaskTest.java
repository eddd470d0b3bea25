package dev.velella.source.sparql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.RdfSourceTask;
import dev.velella.source.StoredOffsets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class SparqlSourceTaskTest {
    private static final String READ = "CONSTRUCT";
    private static final String LIST = "GROUP BY";
    private static final String HASHES = "SHA1";

    private final StoredOffsets offsets = new StoredOffsets();
    private final PolledStore store;
    private final List<RdfSourceTask> tasks = new ArrayList<>();

    SparqlSourceTaskTest() throws IOException {
        store = new PolledStore();
    }

    @AfterEach
    void stop() {
        tasks.forEach(RdfSourceTask::stop);
        store.close();
    }

    @Test
    void onlyGraphsThatDifferAreReadAndOnesThatAreGoneBecomeTombstones() throws Exception {
        store.update("INSERT DATA { GRAPH <urn:a> { <urn:s> <urn:p> 1, 2 } GRAPH <urn:b> { <urn:s> <urn:p> [] }"
                + " GRAPH <urn:velella:system> { <urn:s> <urn:p> 1 } <urn:in> <urn:default> 1 }");
        RdfSourceTask task = task(Map.of());
        List<SourceRecord> first = poll(task);
        assertThat(keys(first)).containsExactlyInAnyOrder("urn:a", "urn:b");
        assertThat(statements(first.get(keys(first).indexOf("urn:a"))))
                .hasSize(2)
                .allSatisfy(statement ->
                        assertThat(statement.getContext().stringValue()).isEqualTo("urn:a"));
        assertThat(poll(task)).isEmpty();
        long read = store.count(READ);
        store.update("INSERT DATA { GRAPH <urn:b> { <urn:s> <urn:p> 1 } GRAPH <urn:c> { <urn:s> <urn:p> 1 } }");
        assertThat(keys(poll(task))).containsExactlyInAnyOrder("urn:b", "urn:c");
        assertThat(store.count(READ)).isEqualTo(read + 2);
        store.update("CLEAR GRAPH <urn:a>");
        List<SourceRecord> gone = poll(task);
        assertThat(keys(gone)).containsExactly("urn:a");
        assertThat(gone.get(0).value()).isNull();
        assertThat(poll(task)).isEmpty();
    }

    @Test
    void aTaskThatResumesEmitsWhatChangedMeanwhile() throws Exception {
        for (int graph = 0; graph < 30; graph++) {
            store.update("INSERT DATA { GRAPH <urn:g%d> { <urn:s> <urn:p> 1 } }".formatted(graph));
        }
        List<SourceRecord> first = poll(task(Map.of("batch.max.records", "7")));
        assertThat(first).hasSize(30);
        first.subList(0, 25).forEach(offsets::store);
        store.update("CLEAR GRAPH <" + first.get(3).key() + ">");
        store.update("INSERT DATA { GRAPH <" + first.get(4).key() + "> { <urn:s> <urn:p> 2 } }");
        List<Object> rest = new ArrayList<>(keys(first.subList(25, 30)));
        rest.add(first.get(3).key());
        rest.add(first.get(4).key());
        List<SourceRecord> second = poll(task(Map.of()));
        assertThat(keys(second)).containsExactlyInAnyOrderElementsOf(rest);
        assertThat(second.stream().filter(record -> record.value() == null)).hasSize(1);
        second.forEach(offsets::store);
        assertThat(poll(task(Map.of()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a\"@en", "\"a\"^^<urn:d>", "<a:a>", "_:a", "\"A\""})
    void anyOtherObjectIsAnotherFingerprint(String object) throws Exception {
        String statement = "GRAPH <urn:g> { <urn:s> <urn:p> %s }";
        store.update("INSERT DATA { " + statement.formatted("\"a\"") + " }");
        RdfSourceTask task = task(Map.of());
        poll(task);
        store.update("CLEAR GRAPH <urn:g>; INSERT DATA { " + statement.formatted(object) + " }");
        assertThat(keys(poll(task))).containsExactly("urn:g");
        assertThat(poll(task)).isEmpty();
    }

    @Test
    void anEndpointThatRefusesTheHashesIsReadWholeAndOnlyChangesAreEmitted() throws Exception {
        store.answer(query -> query.contains(HASHES) ? 400 : 200);
        store.update("INSERT DATA { GRAPH <urn:a> { <urn:s> <urn:p> 1 } GRAPH <urn:b> { <urn:s> <urn:p> 1 } }");
        RdfSourceTask task = task(Map.of());
        assertThat(poll(task)).hasSize(2);
        assertThat(poll(task)).isEmpty();
        store.update("INSERT DATA { GRAPH <urn:b> { <urn:s> <urn:p> 2 } }");
        assertThat(keys(poll(task))).containsExactly("urn:b");
        assertThat(store.count(HASHES)).isEqualTo(1);
    }

    @Test
    void aGraphThatIsMissingInTheListButThereIsNotDeleted() throws Exception {
        store.update("INSERT DATA { GRAPH <urn:a> { <urn:s> <urn:p> 1 } GRAPH <urn:b> { <urn:s> <urn:p> 1 } }");
        RdfSourceTask task = task(Map.of());
        poll(task);
        store.hide("urn:b");
        assertThat(poll(task)).isEmpty();
        assertThat(store.count("ASK")).isPositive();
    }

    @Test
    void anEndpointThatIsDownIsAskedAgainAndOneThatRefusesTheUserIsNot() throws Exception {
        store.update("INSERT DATA { GRAPH <urn:a> { <urn:s> <urn:p> 1 } }");
        store.answer(query -> store.count("") > 3 ? 200 : 503);
        assertThat(poll(task(Map.of()))).hasSize(1);
        store.answer(query -> 401);
        RdfSourceTask task = task(Map.of("sparql.username", "u", "sparql.password", "secret"));
        assertThatThrownBy(() -> poll(task))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("HTTP status 401")
                .hasMessageContaining("see sparql.username");
    }

    @Test
    void aGraphAboveTheLimitsEndsTheTaskAndSaysItsName() throws Exception {
        store.update("INSERT DATA { GRAPH <urn:large> { <urn:s> <urn:p> 1, 2, 3 } }");
        RdfSourceTask task = task(Map.of("limits.element.statements", "2"));
        assertThatThrownBy(() -> poll(task))
                .hasMessageContaining("graph urn:large cannot be taken: more than the limit");
    }

    @Test
    void theEncodingOfAnAnswerIsNeverIgnored() throws Exception {
        store.update("INSERT DATA { GRAPH <urn:a> { <urn:s> <urn:p> \"\u00E9\" } }");
        store.typeOfTriples = "text/turtle; charset=iso-8859-1";
        RdfSourceTask task = task(Map.of());
        assertThatThrownBy(() -> poll(task))
                .hasMessageContaining("graph urn:a cannot be taken: content type")
                .hasMessageContaining("names the encoding iso-8859-1, and the text is read as utf-8");
    }

    private RdfSourceTask task(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(Map.of(
                "connector.class", "dev.velella.source.RdfSourceConnector",
                "source.type", "sparql-poll",
                "topic", "graphs",
                "topic.partitions", "1",
                "sparql.url", store.url(),
                "sparql.poll.interval.ms", "1",
                "sparql.retry.backoff.ms", "1"));
        options.putAll(more);
        RdfSourceTask task = new RdfSourceTask();
        task.initialize(offsets);
        task.start(options);
        tasks.add(task);
        return task;
    }

    /** All that is emitted until three lists were asked for: at least one whole poll lies between them. */
    private List<SourceRecord> poll(RdfSourceTask task) throws InterruptedException {
        List<SourceRecord> all = new ArrayList<>();
        long lists = answered();
        while (answered() < lists + 3) {
            List<SourceRecord> batch = task.poll();
            all.addAll(batch == null ? List.of() : batch);
        }
        return all;
    }

    private long answered() {
        return store.answered(LIST);
    }

    private static List<Object> keys(List<SourceRecord> records) {
        return records.stream().map(SourceRecord::key).toList();
    }

    private static List<Statement> statements(SourceRecord record) {
        return List.copyOf(((RdfGraph) RdfStructs.toElement(record.value())).statements());
    }
}
