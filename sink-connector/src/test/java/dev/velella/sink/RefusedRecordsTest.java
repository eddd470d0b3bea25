package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.JellyConverter;
import dev.velella.converter.RawValue;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.Target;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused, how it is put aside, and that everything around it is applied. */
class RefusedRecordsTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final TopicPartition P0 = new TopicPartition(Records.TOPIC, 0);

    @TempDir
    Path directory;

    private final RecordingContext context = new RecordingContext();
    private Capabilities capabilities = Capabilities.ALL;
    private final AtomicInteger failures = new AtomicInteger();
    private RdfSinkTask task;
    private Target target;
    private long offset;

    private void start(Map<String, String> more) {
        Map<String, String> props = new HashMap<>(Map.of(
                "consumer.override.isolation.level",
                "read_committed",
                "name",
                "sink",
                "target.dir",
                directory.toString(),
                "errors.tolerance",
                "all"));
        props.putAll(more);
        context.hasQueue = true;
        task = new RdfSinkTask(() -> 0, config -> {
            target = new Able(MemoryTarget.open(directory, "sink", Duration.ZERO), capabilities, failures);
            return target;
        });
        task.initialize(context);
        task.start(props);
        task.open(List.of(P0));
    }

    @AfterEach
    void stop() {
        if (task != null) {
            task.stop();
        }
    }

    /** A target that can less than it could, and at times fails. */
    private record Able(MemoryTarget store, Capabilities capabilities, AtomicInteger failures) implements Target {
        @Override
        public String storeId() {
            return store.storeId();
        }

        @Override
        public Map<PartitionId, Claim> claim(Collection<PartitionId> partitions) {
            return store.claim(partitions);
        }

        @Override
        public Map<PartitionId, Long> appliedOffsets(Collection<PartitionId> partitions) {
            return store.appliedOffsets(partitions);
        }

        @Override
        public Optional<StreamState> chain(StreamId stream) {
            return store.chain(stream);
        }

        @Override
        public Collection<Statement> statements(IRI graph) {
            return store.statements(graph);
        }

        @Override
        public Map<PartitionId, Claim> apply(Batch batch) {
            if (failures.get() > 0) {
                failures.decrementAndGet();
                throw new StoreFailedException("disk on fire", null);
            }
            return store.apply(batch);
        }

        @Override
        public boolean isCheckpointNeeded() {
            return store.isCheckpointNeeded();
        }

        @Override
        public void checkpoint() {
            store.checkpoint();
        }

        @Override
        public Map<PartitionId, Long> durableOffsets() {
            return store.durableOffsets();
        }

        @Override
        public void reopen() {
            store.reopen();
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private SinkRecord next(Stream stream) {
        return Records.next(0, offset++, stream);
    }

    private SinkRecord patch(String key, RdfPatch patch) {
        return Records.of(0, offset++, key, patch, null);
    }

    private SinkRecord value(String key, Schema schema, Object value, String contentType) {
        SinkRecord record = Records.of(0, offset++, key, schema, value, null);
        if (contentType != null) {
            record.headers().addString("Content-Type", contentType);
        }
        return record;
    }

    private static RdfPatch add(Statement statement) {
        return RdfPatch.change(List.of(), List.of(statement));
    }

    private Collection<Statement> graph(String key) {
        return target.statements(Stream.iri("urn:velella:stream:" + key));
    }

    private List<String> reasons() {
        return context.letters.stream().map(letter -> letter.header("reason")).toList();
    }

    @Test
    void aBadRecordIsPutAsideAndThoseAroundItAreApplied() {
        start(Map.of());
        Stream good = new Stream("good", 2);
        List<SinkRecord> records = new ArrayList<>();
        for (SinkRecord bad : List.of(
                value("k", RawValue.SCHEMA, RawValue.unreadable("undecodable", "no frame", new byte[] {1}), null),
                value("k", RawValue.SCHEMA, RawValue.unreadable("header", "text/csv", new byte[] {1}), "text/csv"),
                patch("k", add(Stream.statement("s", 1, "urn:velella:system"))),
                patch("k", add(Stream.statement("s", 1, "urn:velella:stream:other"))),
                Records.of(0, offset++, null, new RdfPatch(List.of()), "1.h0000000000000000"),
                Records.of(0, offset++, 5L, new RdfPatch(List.of()), null),
                Records.of(0, offset++, new byte[] {(byte) 0xff}, new RdfPatch(List.of()), null),
                Records.of(0, offset++, "k", new RdfPatch(List.of()), "nonsense"),
                patch("k", new RdfPatch(List.of(PatchOperation.Transaction.START))),
                value("k", null, null, null),
                value("k", RdfStructs.GRAPH_SCHEMA, RdfStructs.of(RdfGraph.of(List.of())), null))) {
            SinkRecord before = next(good);
            records.add(bad);
            records.add(before);
        }
        task.put(records.stream()
                .sorted((a, b) -> Long.compare(a.kafkaOffset(), b.kafkaOffset()))
                .toList());

        assertThat(reasons())
                .containsExactly(
                        "undecodable",
                        "content-type",
                        "forbidden-graph",
                        "forbidden-graph",
                        "key",
                        "key",
                        "key",
                        "header",
                        "malformed",
                        "kind",
                        "kind");
        assertThat(graph("good")).containsExactlyInAnyOrderElementsOf(good.state());
        task.flush(Map.of());
        assertThat(target.durableOffsets().get(new PartitionId(Records.TOPIC, 0)))
                .isEqualTo(offset);
    }

    @Test
    void aDeadLetterIsReadableByItselfAndSaysWhatWasWrong() {
        start(Map.of());
        Stream stream = new Stream("a", 2);
        task.put(List.of(next(stream)));
        stream.next();
        SinkRecord late = next(stream);
        late.headers().addString("jelly", "p1Zk3_Q1aXoT0w4f.1");
        late.headers().addString("content-type", "application/x-jelly-rdf-patch");
        late.headers().addString("RDF-Message-Content-Type", "application/x-velella-rdf-patch");
        late.headers().addString("trace", "7");
        assertThatThrownBy(() -> task.put(List.of(late)))
                .as("on.chain.break=fail fails the task whatever is tolerated")
                .isInstanceOf(DataException.class)
                .hasMessageContaining("expected patch number 2, found 3");
        task.stop();
        start(Map.of("on.chain.break", "dead-letter"));
        task.put(List.of(late));

        RecordingContext.Letter letter = context.letters.get(0);
        assertThat(letter.header("reason")).isEqualTo("chain");
        assertThat(letter.header("topic")).isEqualTo("patches");
        assertThat(letter.header("partition")).isEqualTo("0");
        assertThat(letter.header("offset")).isEqualTo("1");
        assertThat(letter.header("connector")).isEqualTo("sink");
        assertThat(letter.header("stream")).isEqualTo("a");
        assertThat(letter.header("patch")).isEqualTo("3");
        assertThat(letter.header("value")).isEqualTo("self-contained");
        assertThat(letter.header("jelly")).isEqualTo("p1Zk3_Q1aXoT0w4f.1");
        assertThat(letter.header("exception.message")).contains("expected patch number 2, found 3");
        assertThat(letter.why()).hasMessageContaining("patches-0@1, key 'a'");
        assertThat(letter.record().headers().lastWithName("jelly")).isNull();
        assertThat(letter.record().headers().lastWithName("RDF-Message-Content-Type"))
                .as("the value stands alone now")
                .isNull();
        assertThat(letter.record().headers().lastWithName("trace").value()).isEqualTo("7");
        try (JellyConverter converter = new JellyConverter()) {
            converter.configure(Map.of(), false);
            byte[] bytes = converter.fromConnectData(
                    "t", letter.record().valueSchema(), letter.record().value());
            RdfPatch read = new JellyPatchDecoder(LightValueFactory.getInstance(), Limits.DEFAULT).decode(bytes);
            assertThat(read).isEqualTo(RdfStructs.toElement(late.value()));
        }
    }

    @Test
    void withoutToleranceTheTaskFailsAndWhatCameBeforeIsApplied() {
        start(Map.of("errors.tolerance", "none"));
        Stream stream = new Stream("good", 2);
        List<SinkRecord> records =
                List.of(next(stream), patch("k", add(Stream.statement("s", 1, "urn:velella:system"))), next(stream));
        assertThatThrownBy(() -> task.put(records))
                .isInstanceOf(DataException.class)
                .hasMessage("patches-0@1, key 'k': the patch touches <urn:velella:system>; graphs of urn:velella: are"
                        + " reserved");
        assertThat(graph("good")).hasSize(3);
        assertThat(context.letters).isEmpty();
    }

    @Test
    void aRecordDoesNotCountAsReadBeforeItsDeadLetterIsWritten() {
        start(Map.of());
        context.queueFailure = new IllegalStateException("the queue is full");
        SinkRecord bad = patch("k", add(Stream.statement("s", 1, "urn:velella:system")));
        assertThatThrownBy(() -> task.put(List.of(bad)))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("a dead letter could not be written: the queue is full");
        task.stop();
        context.queueFailure = null;
        start(Map.of());
        assertThat(context.offsets).containsEntry(P0, 0L);
        task.put(List.of(bad));
        assertThat(reasons()).as("written twice, never lost").containsExactly("forbidden-graph", "forbidden-graph");
    }

    @Test
    void aBatchThatIsAppliedAgainGivesItsDeadLettersOnce() {
        start(Map.of());
        Stream stream = new Stream("good", 2);
        List<SinkRecord> records =
                List.of(next(stream), patch("k", add(Stream.statement("s", 1, "urn:velella:system"))), next(stream));
        failures.set(1);
        task.put(records);
        assertThat(context.offsets).as("read again").containsEntry(P0, 0L);
        task.put(records);
        assertThat(graph("good")).containsExactlyInAnyOrderElementsOf(stream.state());
        assertThat(reasons()).containsExactly("forbidden-graph");
    }

    @Test
    void patchesAfterOneThatDoesNotFollowArePutAsideTooAndTheStreamStaysWhereItWas() {
        start(Map.of("on.chain.break", "dead-letter"));
        Stream stream = new Stream("a", 2);
        Stream other = new Stream("b", 2);
        task.put(List.of(next(stream), next(other)));
        Collection<Statement> before = List.copyOf(graph("a"));
        stream.next();
        task.put(List.of(next(stream), next(other), next(stream)));

        assertThat(reasons()).containsExactly("chain", "chain");
        assertThat(graph("a")).containsExactlyInAnyOrderElementsOf(before);
        assertThat(graph("b")).containsExactlyInAnyOrderElementsOf(other.state());
    }

    @Test
    void whatTheTargetCannotHoldIsRefusedBeforeItsTransaction() {
        capabilities = new Capabilities(false, false, true);
        start(Map.of());
        Statement quoting = VALUES.createStatement(
                VALUES.createTriple(Stream.iri("urn:s"), Stream.iri("urn:p"), Stream.iri("urn:o")),
                Stream.iri("urn:p"),
                VALUES.createLiteral(1),
                Stream.iri("urn:velella:stream:k"));
        Statement blank = VALUES.createStatement(
                VALUES.createBNode("x.1"),
                Stream.iri("urn:p"),
                VALUES.createLiteral(1),
                Stream.iri("urn:velella:stream:k"));
        task.put(List.of(patch("k", add(quoting)), patch("k", add(blank))));

        assertThat(reasons()).containsExactly("triple-terms");
        assertThat(graph("k"))
                .hasSize(1)
                .allMatch(statement -> statement.getSubject().equals(Stream.iri("urn:velella:genid:x.1")));
        task.put(List.of(patch("k", RdfPatch.change(List.of(blank), List.of()))));
        assertThat(graph("k")).isEmpty();
        task.stop();
        start(Map.of("blank.nodes", "refuse"));
        task.put(List.of(patch("k", add(blank))));
        assertThat(reasons()).containsExactly("triple-terms", "blank-nodes");
        task.stop();
        assertThatThrownBy(() -> start(Map.of("blank.nodes", "keep"))).hasMessageContaining("blank.nodes");
    }

    @Test
    void documentsAreReadByTheirContentType() {
        start(Map.of("on.graph", "add"));
        Map<String, String> documents = Map.of(
                "application/n-triples; charset=utf-8", "<urn:nt> <urn:p> <urn:o> .",
                "application/n-quads", "<urn:nq> <urn:p> <urn:o> <urn:g> .",
                "text/turtle", "<urn:ttl> <urn:p> <urn:o> .",
                "application/trig", "<urn:g> { <urn:trig> <urn:p> <urn:o> }",
                "application/ld+json", "{\"@id\": \"urn:json\", \"urn:p\": {\"@id\": \"urn:o\"}}",
                "text/rdf-patch", "TX .\nA <urn:patch> <urn:p> <urn:o> <urn:velella:stream:k> .\nTC .\n");
        List<SinkRecord> records = new ArrayList<>();
        documents.forEach((type, text) -> {
            records.add(value("k", Schema.STRING_SCHEMA, text, type));
            records.add(value("k", Schema.BYTES_SCHEMA, text.getBytes(StandardCharsets.UTF_8), type));
        });
        task.put(records);
        assertThat(reasons()).isEmpty();
        assertThat(graph("k"))
                .extracting(statement -> statement.getSubject().stringValue())
                .containsExactlyInAnyOrder("urn:nt", "urn:nq", "urn:ttl", "urn:trig", "urn:json", "urn:patch");
    }

    @Test
    void anUnknownTypeIsAnErrorAndNothingIsGuessed() {
        start(Map.of("on.graph", "add"));
        task.put(List.of(
                value("k", Schema.STRING_SCHEMA, "<urn:s> <urn:p> <urn:o> .", "text/plain"),
                value("k", Schema.STRING_SCHEMA, "<urn:s> <urn:p> <urn:o> .", null),
                value("k", Schema.STRING_SCHEMA, "<urn:s> <urn:p> <o> .", "text/turtle"),
                value("k", Schema.STRING_SCHEMA, "{\"@context\": \"http://example.org/c\"}", "application/ld+json"),
                value("k", Schema.STRING_SCHEMA, "x", "application/x-jelly-rdf"),
                value("k", Schema.INT32_SCHEMA, 5, null),
                value(
                        "k",
                        Schema.BYTES_SCHEMA,
                        "<urn:s> <urn:p> \"\u00E9\" .".getBytes(StandardCharsets.UTF_8),
                        "text/turtle; charset=iso-8859-1")));
        assertThat(reasons())
                .containsExactly(
                        "content-type",
                        "content-type",
                        "undecodable",
                        "undecodable",
                        "content-type",
                        "kind",
                        "content-type");
        assertThat(context.letters.get(0).header("exception.message")).contains("application/n-triples");
        assertThat(context.letters.get(1).header("exception.message")).contains("input.format");
        assertThat(context.letters.get(0).record().value()).isEqualTo("<urn:s> <urn:p> <urn:o> .");
        task.stop();
        start(Map.of("on.graph", "add", "input.format", "n-triples"));
        task.put(List.of(value("k", Schema.STRING_SCHEMA, "<urn:s> <urn:p> <urn:o> .", null)));
        assertThat(graph("k")).hasSize(1);
    }

    @Test
    void aGraphTakesThePlaceOfTheGraphOfItsKeyAndNullDeletesIt() {
        start(Map.of("on.graph", "replace"));
        String blank = "_:b <urn:p> _:c .";
        task.put(List.of(
                value(
                        "a b",
                        Schema.STRING_SCHEMA,
                        "<urn:1> <urn:p> <urn:o> . <urn:2> <urn:p> <urn:o> .",
                        "text/turtle"),
                value(
                        "a b",
                        Schema.STRING_SCHEMA,
                        "<urn:2> <urn:p> <urn:o> . <urn:3> <urn:p> <urn:o> .",
                        "text/turtle"),
                value("x", Schema.STRING_SCHEMA, blank, "text/turtle"),
                value("y", Schema.STRING_SCHEMA, blank, "text/turtle")));
        assertThat(graph("a%20b"))
                .extracting(statement -> statement.getSubject().stringValue())
                .containsExactlyInAnyOrder("urn:2", "urn:3");
        assertThat(graph("x").iterator().next().getSubject())
                .as("blank nodes of two graphs are two")
                .isNotEqualTo(graph("y").iterator().next().getSubject());
        Collection<Statement> first = List.copyOf(graph("x"));
        task.put(List.of(value("x", Schema.STRING_SCHEMA, blank, "text/turtle"), value("a b", null, null, null)));
        assertThat(graph("x")).isEqualTo(first);
        assertThat(graph("a%20b")).isEmpty();
        assertThat(reasons()).isEmpty();
    }
}
