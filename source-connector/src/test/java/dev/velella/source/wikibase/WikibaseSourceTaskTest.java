package dev.velella.source.wikibase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.source.StoredOffsets;
import dev.velella.source.http.TestServer;
import dev.velella.source.http.TestServer.Framing;
import dev.velella.source.http.TestServer.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WikibaseSourceTaskTest {
    private static final String Q1 = "http://www.wikidata.org/entity/Q1";

    private final List<String> events = new ArrayList<>();
    private final StoredOffsets offsets = new StoredOffsets();
    private WikibaseTask task = new WikibaseTask();
    private TestServer server;

    @AfterEach
    void close() throws Exception {
        task.stop();
        if (server != null) {
            server.close();
        }
    }

    private static String triple(int number) {
        return "<urn:s> <urn:p> \\\"" + number + "\\\" .";
    }

    private static String data(String field, int... numbers) {
        StringBuilder triples = new StringBuilder();
        for (int number : numbers) {
            triples.append(triple(number));
        }
        return ",\"rdf_" + field + "_data\":{\"mime_type\":\"text/turtle\",\"data\":\"" + triples + "\"}";
    }

    private static String event(String entity, String operation, int revision, int sequence, int length, String data) {
        return event("www.wikidata.org", entity, operation, revision, sequence, length, data);
    }

    private static String event(
            String domain, String entity, String operation, int revision, int sequence, int length, String data) {
        return "{\"$schema\":\"/mediawiki/wikibase/entity/rdf_change/2.0.0\",\"dt\":\"2020-06-10T18:56:15Z\",\"meta\":{"
                + "\"domain\":\"" + domain + "\",\"stream\":\"s\",\"topic\":\"eqiad\",\"request_id\":\"r" + revision
                + "\"},\"entity_id\":\"" + entity + "\",\"rev_id\":" + revision + ",\"operation\":\"" + operation
                + "\",\"sequence\":" + sequence + ",\"sequence_length\":" + length + data + "}";
    }

    private byte[] body(int from) {
        StringBuilder body = new StringBuilder(":ok\n\n");
        for (int i = from; i < events.size(); i++) {
            body.append("id: [{\"offset\":" + i + "}]\ndata: ")
                    .append(events.get(i))
                    .append("\n\n");
        }
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static int next(TestServer.Request request) {
        String id = request.headers().get("last-event-id");
        return id == null ? 0 : Integer.parseInt(id.replaceAll("\\D", "")) + 1;
    }

    private void start(Map<String, String> more) throws Exception {
        task.stop();
        if (server == null) {
            server = new TestServer(
                    request -> Response.ok(body(next(request))).with("Content-Type", "text/event-stream"));
        }
        Map<String, String> options = new HashMap<>(Map.of(
                "source.type", "wikibase",
                "topic", "changes",
                "topic.partitions", "3",
                "wikibase.url", "http://127.0.0.1:" + server.port() + "/v2/stream/s?since=2020",
                "wikibase.retry.backoff.ms", "1",
                "wikibase.retry.backoff.max.ms", "10"));
        options.putAll(more);
        task = new WikibaseTask();
        task.initialize(offsets);
        task.start(options);
    }

    private List<SourceRecord> take(int count) throws InterruptedException {
        List<SourceRecord> taken = new ArrayList<>();
        while (taken.size() < count) {
            List<SourceRecord> batch = task.poll();
            if (batch != null) {
                taken.addAll(batch);
            }
        }
        taken.forEach(offsets::store);
        return taken;
    }

    private static String header(SourceRecord record, String name) {
        return String.valueOf(record.headers().lastWithName(name).value());
    }

    private static List<String> rows(SourceRecord record) {
        List<String> rows = new ArrayList<>();
        for (PatchOperation row : ((RdfPatch) RdfStructs.toElement(record.value())).operations()) {
            if (row instanceof PatchOperation.Add add) {
                rows.add("A " + add.statement().getObject().stringValue());
            } else if (row instanceof PatchOperation.Delete delete) {
                rows.add("D " + delete.statement().getObject().stringValue());
            }
        }
        return rows;
    }

    @Test
    void eachOperationIsARecordOfItsEntityAndChunksAreOne() throws Exception {
        events.add(event("Q1", "import", 5, 0, 1, data("added", 1, 2) + data("linked_shared", 3)));
        events.add(event("Q1", "diff", 6, 0, 2, data("added", 4) + data("deleted", 1)));
        events.add(event("Q1", "diff", 6, 1, 2, data("linked_shared", 5) + data("unlinked_shared", 3)));
        events.add(event("Q1", "reconcile", 6, 0, 1, data("added", 2, 4, 5)));
        events.add(event("Q1", "delete", 7, 0, 1, ""));
        start(Map.of());
        List<SourceRecord> records = take(4);
        assertThat(records).allSatisfy(record -> assertThat(record.key()).isEqualTo(Q1));
        assertThat(records).extracting(SourceRecord::kafkaPartition).doesNotContainNull();
        assertThat(records.stream().map(SourceRecord::kafkaPartition).distinct())
                .hasSize(1);
        assertThat(records)
                .extracting(record -> header(record, "velella.change"))
                .containsExactly("v5.1591815375000", "v6.1591815375000", "v6.1591815375000", "v7.1591815375000");
        assertThat(records).extracting(record -> header(record, "event-time")).containsOnly("1591815375000");
        assertThat(((RdfGraph) RdfStructs.toElement(records.get(0).value())).statements())
                .hasSize(3);
        assertThat(rows(records.get(1))).containsExactlyInAnyOrder("D 1", "D 3", "A 4", "A 5");
        assertThat(records.get(3).value()).isNull();
        assertThat(records.get(1).sourceOffset()).isEqualTo(Map.of("id", "[{\"offset\":2}]"));
        assertThat(records.get(1).sourcePartition().get("input").toString())
                .startsWith("wikibase:http")
                .endsWith("/v2/stream/s");
    }

    @Test
    void aStreamThatIsCutAnywhereIsResumedAndLosesNothing() throws Exception {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            events.add(event("Q" + i, "diff", i, 0, 2, data("added", i)));
            events.add(event("Q" + i, "diff", i, 1, 2, data("added", 100 + i)));
            expected.add("[A " + i + ", A " + (100 + i) + "]");
        }
        server = new TestServer(request -> Response.ok(body(next(request)))
                .with("Content-Type", "text/event-stream;charset=utf-8")
                .cut(Framing.CHUNKED, 1100));
        start(Map.of());
        List<SourceRecord> records = take(12);
        start(Map.of());
        records.addAll(take(20 - records.size()));
        assertThat(records).extracting(record -> rows(record).toString()).isEqualTo(expected);
        assertThat(server.requests().get(0).headers()).doesNotContainKey("last-event-id");
        assertThat(server.requests()).hasSizeGreaterThan(10);
    }

    @Test
    void otherEntitiesDomainsTopicsAndTestEventsAreLeftOut() throws Exception {
        events.add(event("canary", "Q1", "import", 1, 0, 1, data("added", 1)));
        events.add(event("other.org", "Q1", "import", 2, 0, 1, data("added", 2)));
        events.add(event("Q11", "import", 3, 0, 1, data("added", 3)));
        events.add(event("Q1", "import", 4, 0, 1, data("added", 4)).replace("eqiad", "codfw"));
        events.add(event("Q1", "import", 5, 0, 1, data("added", 5)));
        start(Map.of("wikibase.entities", "Q1|P.*", "wikibase.domain", "www.wikidata.org", "wikibase.topic", "eqiad"));
        assertThat(take(1))
                .extracting(record -> header(record, "velella.change"))
                .containsExactly("v5.1591815375000");
        assertThat(task.counts().filtered.get()).isEqualTo(4);
    }

    @Test
    void chunksThatAreRepeatedOrBegunAgainAreOneChangeAndMissingOnesARefusal() throws Exception {
        String first = event("Q1", "diff", 1, 0, 3, data("added", 1));
        String second = event("Q1", "diff", 1, 1, 3, data("added", 2));
        events.addAll(List.of(first, second, first, second, second, event("Q1", "diff", 1, 2, 3, data("added", 3))));
        events.addAll(List.of(event("Q2", "diff", 2, 0, 2, data("added", 1)), event("Q3", "delete", 3, 0, 1, "")));
        events.add(event("Q4", "diff", 4, 1, 2, data("added", 1)));
        events.add("{\"$schema\":1}");
        events.add(event("Q5", "diff", 5, 0, 1, data("added", 1).replace("<urn:s>", "<urn s>")));
        events.add(event("Q6", "delete", 6, 0, 1, ""));
        start(Map.of("on.error", "dead-letter", "dead.letter.topic", "dead"));
        List<SourceRecord> records = take(7);
        assertThat(rows(records.get(0))).containsExactly("A 1", "A 2", "A 3");
        assertThat(records)
                .extracting(SourceRecord::topic)
                .containsExactly("changes", "dead", "changes", "dead", "dead", "dead", "changes");
        assertThat(header(records.get(1), "velella.error.exception.message"))
                .contains("revision 2 of Q2 is not whole: another event follows its chunk 0 of 2");
        assertThat(header(records.get(3), "velella.error.exception.message"))
                .contains("its chunk 1 of 2 comes without the chunks before it");
        assertThat(header(records.get(4), "velella.error.exception.message")).contains("it has no $schema");
        assertThat(header(records.get(5), "velella.error.exception.message")).contains("not text/turtle");
        assertThat(header(records.get(5), "velella.error.reason")).isEqualTo("undecodable");
    }

    @Test
    void moreDeadLettersThanTheLimitOfAMinuteAreLeftOut() throws Exception {
        events.addAll(List.of("{\"$schema\":1}", "{\"$schema\":2}", "{\"$schema\":3}"));
        events.add(event("Q6", "delete", 6, 0, 1, ""));
        start(Map.of("on.error", "dead-letter", "dead.letter.topic", "dead", "dead.letter.max.per.minute", "1"));
        assertThat(take(2)).extracting(SourceRecord::topic).containsExactly("dead", "changes");
    }

    @Test
    void aTaskThatCannotGoOnSaysWhy() throws Exception {
        events.add("{}");
        start(Map.of());
        assertThatThrownBy(() -> take(1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("/v2/stream/s, event [{\"offset\":0}]: the event is not a change of an entity")
                .hasMessageContaining("on.error=skip");
        server.answer(request -> Response.ok(body(0)).with("Content-Type", "text/plain"));
        start(Map.of());
        assertThatThrownBy(() -> take(1)).hasMessageContaining("not a stream of server-sent events");
        server.answer(request ->
                Response.ok("data: {}\n\n".getBytes(StandardCharsets.UTF_8)).with("Content-Type", "text/event-stream"));
        start(Map.of());
        assertThatThrownBy(() -> take(1)).hasMessageContaining("the events of wikibase.url have no id");
        server.answer(request -> Response.status(404));
        start(Map.of());
        assertThatThrownBy(() -> take(1)).hasMessageContaining("HTTP status 404; see wikibase.url");
    }
}
