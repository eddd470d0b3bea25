package dev.velella.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.log.Span;
import dev.velella.rdf.GraphHash;
import dev.velella.record.PatchPosition;
import dev.velella.sink.embedded.StoreContent;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.SystemRows;
import dev.velella.sink.view.StoreView;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class ChainCheckTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String OWN = "urn:velella:stream:";

    private final List<Statement> store = new ArrayList<>();
    private final SystemRows rows = new SystemRows("sink");
    private final TopicHeads topic = new TopicHeads();
    private final StringWriter said = new StringWriter();
    private boolean exclusive = true;
    private long offset;

    private static Statement statement(String graph, int value) {
        IRI subject = VALUES.createIRI("urn:x:s");
        return VALUES.createStatement(
                subject, subject, VALUES.createLiteral(value), graph == null ? null : VALUES.createIRI(graph));
    }

    /** A patch in the topic; its stream has these statements then. */
    private void patch(String key, long number, Statement... state) {
        record(key, new PatchPosition(number, GraphHash.ofSet(List.of(state)), false).format());
    }

    private void record(String key, String header) {
        RecordHeaders headers = new RecordHeaders();
        if (header != null) {
            headers.add("patch", header.getBytes(StandardCharsets.US_ASCII));
        }
        topic.record(
                null,
                new ConsumerRecord<>(
                        "patches",
                        0,
                        offset++,
                        0L,
                        TimestampType.CREATE_TIME,
                        0,
                        0,
                        key.getBytes(StandardCharsets.UTF_8),
                        new byte[0],
                        headers,
                        Optional.empty()));
    }

    /** The row of a stream that has these statements. */
    private void row(String key, long number, Statement... state) {
        store.add(rows.row(
                new StreamId("patches", key), new PatchPosition(number, GraphHash.ofSet(List.of(state)), false)));
    }

    private void stored(Statement... statements) {
        store.addAll(List.of(statements));
    }

    private final class Fixed implements StoreView {
        @Override
        public String place() {
            return "here";
        }

        @Override
        public boolean isExclusive() {
            return exclusive;
        }

        @Override
        public boolean hasDefaultGraph() {
            return true;
        }

        @Override
        public void read(StoreContent.Reader reader) throws IOException {
            for (Statement statement : store) {
                reader.statement(statement);
            }
        }

        @Override
        public void close() {}
    }

    /** Whether there is no problem; else what is said is to be looked at. */
    private boolean fits() throws IOException {
        Report report = new Report(new PrintWriter(said), "", 100);
        boolean told = new ChainCheck(
                        GraphTallies.of(new Fixed(), "sink"),
                        topic,
                        TargetGraph.of(GraphSettings.DEFAULT),
                        exclusive,
                        report)
                .run();
        boolean fits = report.problems() == 0;
        report.end();
        assertThat(told).isEqualTo(!said.toString().contains("undecided"));
        return fits;
    }

    @Test
    void streamsWithGraphsOfTheirOwnAreComparedOneByOne() throws IOException {
        patch("a", 1, statement(OWN + "a", 1));
        patch("a", 2, statement(OWN + "a", 2));
        row("a", 2, statement(OWN + "a", 2));
        stored(statement(OWN + "a", 2));
        patch("b", 1);
        row("b", 1); // an ended stream has no statements
        assertThat(fits()).isTrue();
        assertThat(said.toString()).contains("streams: 2, of which 2 fit");
    }

    @Test
    void storeThatDiffersFromItsOwnChainIsFound() throws IOException {
        patch("a", 1, statement(OWN + "a", 1));
        row("a", 1, statement(OWN + "a", 1));
        stored(statement(OWN + "a", 1), statement(OWN + "a", 2));
        patch("b", 1, statement(OWN + "b", 1));
        row("b", 1, statement(OWN + "b", 1));
        assertThat(fits()).isFalse();
        assertThat(said.toString())
                .contains("stream a of patches: the store differs from its own chain: <urn:velella:stream:a> holds 2")
                .contains("stream b of patches: the store differs from its own chain: <urn:velella:stream:b> holds 0")
                .contains("streams: 2, of which 0 fit");
    }

    @Test
    void repeatedPatchIsNotTheLastOne() throws IOException {
        patch("a", 1);
        patch("a", 2, statement(OWN + "a", 1));
        patch("a", 1);
        row("a", 2, statement(OWN + "a", 1));
        stored(statement(OWN + "a", 1));
        assertThat(fits()).isTrue();
    }

    @Test
    void streamThatTheStoreDoesNotKnowDiffersFromTheTopic() throws IOException {
        patch("a", 1, statement(OWN + "a", 1));
        assertThat(fits()).isFalse();
        assertThat(said.toString()).contains("the store has patch none, the topic 1.h");
    }

    @Test
    void streamThatTheTopicDoesNotKnowDiffersUnlessRetentionWasThere() throws IOException {
        row("a", 1, statement(OWN + "a", 1));
        stored(statement(OWN + "a", 1));
        assertThat(fits()).isFalse();
        assertThat(said.toString()).contains("the topic has no patch of it");

        topic.begin("patches", new Span(0, 10, 10, 20));
        said.getBuffer().setLength(0);
        assertThat(fits()).isTrue();
        assertThat(said.toString()).contains("not compared with the topics: 1 streams");
    }

    @Test
    void brokenChainIsADifferenceAndASnapshotCoversEarlierPatches() throws IOException {
        patch("a", 1, statement(OWN + "a", 1));
        store.add(rows.row(
                new StreamId("patches", "a"), new PatchPosition(3, GraphHash.of(statement(OWN + "a", 3)), true)));
        stored(statement(OWN + "a", 3));
        assertThat(fits()).isTrue();
        assertThat(said.toString()).contains("not compared with the topics: 1 streams");

        Statement row = store.remove(0);
        store.add(VALUES.createStatement(
                row.getSubject(),
                row.getPredicate(),
                VALUES.createLiteral(row.getObject().stringValue().replace(".s", ".b")),
                row.getContext()));
        assertThat(fits()).isFalse();
        assertThat(said.toString()).contains("the chain is broken after patch 3");
    }

    @Test
    void twoRowsOfAStreamAreDamage() throws IOException {
        patch("a", 1, statement(OWN + "a", 1));
        row("a", 1, statement(OWN + "a", 1));
        row("a", 2, statement(OWN + "a", 1));
        stored(statement(OWN + "a", 1));
        assertThat(fits()).isFalse();
        assertThat(said.toString()).contains("the store's chain is damaged: 2 rows");
    }

    @Test
    void streamsThatShareGraphsAreComparedTogether() throws IOException {
        for (String key : List.of("a", "b")) {
            Statement own = statement("urn:g:shared", key.charAt(0));
            patch(key, 1, own);
            row(key, 1, own);
            stored(own);
        }
        assertThat(fits()).isTrue();
        assertThat(said.toString())
                .contains("2 streams have no graph of their own and were compared together")
                .contains("streams: 2, of which 2 fit");
    }

    @Test
    void sumsThatDoNotFitAreUndecidedAndNeverEqual() throws IOException {
        Statement shared = statement("urn:g:shared", 1);
        for (String key : List.of("a", "b")) {
            patch(key, 1, shared);
            row(key, 1, shared);
        }
        stored(shared);
        assertThat(fits()).isFalse();
        assertThat(said.toString()).contains("undecided: 2 streams").contains("--full");
    }

    @Test
    void recordsWithoutNumberLeaveGraphsUndecided() throws IOException {
        record("a", null);
        stored(statement("urn:g:any", 1));
        assertThat(fits()).isFalse();
        assertThat(said.toString()).contains("undecided: 1 records of the topics have no patch number");
    }

    @Test
    void graphsOfOthersCountOnlyInAStoreOfOneConnector() throws IOException {
        stored(statement("urn:g:other", 1), statement(null, 1));
        exclusive = false;
        assertThat(fits()).isTrue();
        exclusive = true;
        assertThat(fits()).isFalse();
        assertThat(said.toString())
                .contains("graph <urn:g:other>: holds 1 statements of no stream")
                .contains("default graph: holds 1 statements of no stream");
    }
}
