package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.intake.BatchLimits;
import dev.velella.sink.store.FailingStore;
import dev.velella.sink.store.StoreStatus;
import dev.velella.sink.store.Stream;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RdfSinkTaskTest {
    private static final TopicPartition P0 = new TopicPartition(Records.TOPIC, 0);
    private static final TopicPartition P1 = new TopicPartition(Records.TOPIC, 1);

    @TempDir
    Path directory;

    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final AtomicInteger commitFailures = new AtomicInteger();
    private RdfSinkTask task;
    private RecordingContext context;

    @BeforeEach
    void start() {
        start(Map.of());
    }

    private void start(Map<String, String> more) {
        start(more, new RecordingContext());
    }

    private void start(Map<String, String> more, RecordingContext recording) {
        Map<String, String> props = new HashMap<>(Map.of(
                "consumer.override.isolation.level",
                "read_committed",
                "name",
                "sink",
                "target.dir",
                directory.toString()));
        props.putAll(more);
        task = new RdfSinkTask(
                clock::get,
                config -> FailingStore.open(
                        Path.of(config.target().place(config)), config.connectorName(), commitFailures));
        context = recording;
        task.initialize(context);
        task.start(props);
        task.open(List.of(P0, P1));
    }

    @AfterEach
    void stop() {
        task.stop();
    }

    private void restart() {
        task.stop();
        start();
    }

    private static List<SinkRecord> records(Stream stream, int partition, long from, int count) {
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(Records.next(partition, from + i, stream));
        }
        return records;
    }

    private Map<TopicPartition, OffsetAndMetadata> preCommit(long current) {
        return task.preCommit(Map.of(P0, new OffsetAndMetadata(current)));
    }

    /** What is on disk, seen after the task let go of it. */
    private long storedHash(String graph) {
        task.stop();
        try (MemoryTarget target = MemoryTarget.open(directory, "reader", Duration.ZERO);
                RepositoryConnection connection = target.connect()) {
            List<Statement> statements = connection.getStatements(null, null, null, false, Stream.iri(graph)).stream()
                    .toList();
            return GraphHash.ofSet(statements);
        }
    }

    private StoreStatus storedStatus() {
        task.stop();
        try (MemoryTarget target = MemoryTarget.open(directory, "sink", Duration.ZERO)) {
            return target.status();
        }
    }

    @Test
    void aNewStoreBeginsAtTheBeginningWhateverKafkaHasCommitted() {
        assertThat(context.offsets).isEqualTo(Map.of(P0, 0L, P1, 0L));
    }

    @Test
    void goesOnWhereTheStoreStands() {
        task.put(records(new Stream("ibs_1", 3), 0, 40, 5));
        restart();

        assertThat(context.offsets).isEqualTo(Map.of(P0, 45L, P1, 0L));
    }

    /** Streams of two stores in one topic, as two stores have it that replicate each other. */
    @Test
    void recordsOfAnExcludedOriginAreLeftOutAndPassed() {
        task.stop();
        start(Map.of("origin.exclude", "store-a, store-c"));
        Stream own = new Stream("own", 3);
        Stream other = new Stream("other", 3);
        List<SinkRecord> records = new ArrayList<>();
        for (int offset = 0; offset < 10; offset++) {
            SinkRecord record = Records.next(0, offset, offset % 2 == 0 ? own : other);
            record.headers().addString("velella.origin", offset % 2 == 0 ? "store-a" : "store-b");
            records.add(record);
        }
        task.put(records);

        assertThat(preCommit(10).get(P0).offset()).isEqualTo(10);
        assertThat(storedHash(own.graph())).isEqualTo(GraphHash.EMPTY);
        assertThat(storedHash(other.graph())).isNotEqualTo(GraphHash.EMPTY);
    }

    /** Nobody needs its content, so nobody looks back for it, or waits for its dictionary. */
    @Test
    void aRecordOfAnExcludedOriginThatCannotBeReadIsLeftOut() {
        task.stop();
        start(Map.of("origin.exclude", "store-a"));
        PatchTopic topic = new PatchTopic(clock);
        topic.writer(P0, "own").write(2);
        PatchTopic.Entry second = topic.entry(P0, 1);
        SinkRecord record = Records.of(0, 1, "own", Schema.BYTES_SCHEMA, second.value(), second.patchHeader());
        record.headers().addString("jelly", second.jelly().toString()).addString("velella.origin", "store-a");
        SinkRecord onDictionary = Records.onDictionary(new HashMap<>(), 1).get(0);
        onDictionary.headers().addString("velella.origin", "store-a");
        task.put(List.of(onDictionary, record));

        assertThat(preCommit(2).get(P0).offset()).isEqualTo(2);
    }

    @Test
    void theStoreEqualsTheStream() {
        Stream stream = new Stream("ibs_1", 3);
        task.put(records(stream, 0, 0, 9));
        task.put(records(stream, 0, 9, 1));
        Stream.Numbered last = stream.next();
        task.put(
                List.of(Records.of(0, 10, "ibs_1", last.patch(), last.position().format())));

        assertThat(storedHash(stream.graph())).isEqualTo(last.position().hash());
    }

    @Test
    void aPatchThatIsNoRealChangeIsCountedAndLoggedWithItsPlace() {
        task.stop();
        start(Map.of(), new RecordingContext().measures());
        IRI graph = Stream.iri("urn:velella:stream:ibs_1");
        Statement there = SimpleValueFactory.getInstance()
                .createStatement(Stream.iri("urn:s"), Stream.iri("urn:p"), Stream.iri("urn:o"), graph);
        RdfPatch adds = RdfPatch.change(List.of(), List.of(there));
        PatchPosition first = new PatchPosition(1, GraphHash.of(there), false);
        assertThat(Logged.by(() -> task.put(List.of(Records.of(0, 7, "ibs_1", adds, first.format())))))
                .isEmpty();
        assertThat(context.metric("divergence-total")).isEqualTo(0L);
        PatchPosition second = new PatchPosition(2, 2 * GraphHash.of(there), false);
        assertThat(Logged.by(() -> task.put(List.of(Records.of(0, 8, "ibs_1", adds, second.format())))))
                .contains(
                        "Sink sink, store memory " + directory + ": the records of " + P0
                                + " from offset 8 to 8 (streams 'ibs_1') removed 0 statements where their patches remove"
                                + " 0, and added 0 where they add 1.",
                        "velella verify --full");
        assertThat(context.metric("divergence-total")).isEqualTo(1L);
    }

    @Test
    void redeliveryChangesNothing() {
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 0, 6);
        task.put(records);
        task.put(records);
        task.put(records.subList(2, 6));
        task.put(records(stream, 0, 6, 1));

        assertThat(storedStatus())
                .extracting(StoreStatus::statements, StoreStatus::streams)
                .containsExactly((long) stream.size(), 1L);
    }

    @Test
    void aMissingPatchIsRefusedAndThoseBeforeItAreApplied() {
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 0, 5);
        List<SinkRecord> gap = List.of(records.get(0), records.get(1), records.get(3), records.get(4));

        assertThatThrownBy(() -> task.put(gap))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("patches-0@3, key 'ibs_1'")
                .hasMessageContaining("expected patch number 3, found 4");
        assertThat(storedStatus().partitions().get(0).applied()).isEqualTo(2);
    }

    @Test
    void aPatchThatMissesItsStateIsRefused() {
        Stream stream = new Stream("ibs_1", 3);
        task.put(records(stream, 0, 0, 1));
        Stream.Numbered patch = stream.next();
        List<PatchOperation> rows = new ArrayList<>(patch.patch().operations());
        rows.remove(1);

        SinkRecord damaged =
                Records.of(0, 1, "ibs_1", new RdfPatch(rows), patch.position().format());
        assertThatThrownBy(() -> task.put(List.of(damaged)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("patches-0@1")
                .hasMessageContaining("expected state hash");
    }

    @Test
    void aPatchWithoutHeaderIsAppliedToAStreamWithoutChainOnly() {
        RdfPatch plain = RdfPatch.change(List.of(), List.of(Stream.statement("a", 1, null)));
        task.put(List.of(Records.of(0, 0, "plain", plain, null), Records.of(0, 1, null, plain, null)));
        task.put(records(new Stream("ibs_1", 3), 0, 2, 1));

        assertThatThrownBy(() -> task.put(List.of(Records.of(0, 3, "ibs_1", plain, null))))
                .hasMessageContaining("without the header");
    }

    @Test
    void foreignValuesAreRefusedWithAdvice() {
        SinkRecord graph = Records.of(0, 7, "k", RdfStructs.GRAPH_SCHEMA, RdfStructs.of(RdfGraph.of(List.of())), null);
        assertThatThrownBy(() -> task.put(List.of(graph)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("patches-0@7")
                .hasMessageContaining("point it at the output topic of the diff app");
        assertThatThrownBy(() -> task.put(List.of(Records.of(0, 7, "k", null, null, null))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("null");
        assertThatThrownBy(() -> task.put(List.of(Records.of(0, 7, "k", Schema.STRING_SCHEMA, "text", null))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("set value.converter");
        RdfPatch empty = new RdfPatch(List.of());
        assertThatThrownBy(() -> task.put(List.of(Records.of(0, 7, 5L, empty, null))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("set key.converter");
        assertThatThrownBy(() -> task.put(List.of(Records.of(0, 7, "k", empty, "nonsense"))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("not a patch header");
        assertThatThrownBy(() -> task.put(List.of(Records.of(0, 7, null, empty, "1.h0000000000000000"))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no key");
    }

    @Test
    void keyAndHeaderMayArriveAsBytes() {
        Stream stream = new Stream("ibs_1", 3);
        SinkRecord record = Records.next(0, 0, stream);
        SinkRecord bytes = Records.of(0, 0, "ibs_1".getBytes(), record.valueSchema(), record.value(), null);
        String header = record.headers().lastWithName("patch").value().toString();
        bytes.headers().addBytes("patch", header.getBytes());
        task.put(List.of(bytes));
        task.put(records(stream, 0, 1, 1));

        assertThat(storedStatus().streams()).isEqualTo(1);
    }

    @Test
    void tellsKafkaOnlyWhatIsDurable() {
        assertThat(preCommit(0)).isEqualTo(Map.of(P0, new OffsetAndMetadata(0)));
        Stream stream = new Stream("ibs_1", 3);
        task.put(records(stream, 0, 0, 5));
        assertThat(preCommit(5)).isEqualTo(Map.of(P0, new OffsetAndMetadata(5)));
        assertThat(preCommit(3)).isEqualTo(Map.of(P0, new OffsetAndMetadata(3)));
    }

    @Test
    void metricsCallDurableOnlyWhatACheckpointWrote() {
        task.stop();
        start(Map.of(), new RecordingContext().measures());
        task.put(records(new Stream("a", 3), 0, 0, 2));
        task.put(records(new Stream("b", 3), 1, 0, 2));
        assertThat(context.metric("offset-applied")).isEqualTo(2L);
        assertThat(context.metric("offset-durable")).isEqualTo(0L);
        preCommit(2);
        assertThat(context.metric("offset-durable")).isEqualTo(2L);
    }

    @Test
    void makesACheckpointWhenIdleAfterTheInterval() {
        task.put(List.of());
        preCommit(0);
        task.put(records(new Stream("ibs_1", 3), 0, 0, 5));
        assertThat(context.timeoutMs).isEqualTo(5_000);
        clock.addAndGet(4_000);
        task.put(List.of());
        assertThat(context.timeoutMs).isEqualTo(1_000);
        clock.addAndGet(1_000);
        context.timeoutMs = -1;
        task.put(List.of());
        assertThat(context.timeoutMs).isEqualTo(-1);
        task.put(List.of());
        assertThat(context.timeoutMs).isEqualTo(-1);
    }

    @Test
    void goesBackToTheLastCheckpointWhenACommitFails() {
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 0, 6);
        task.put(records.subList(0, 2));
        preCommit(2);
        task.put(records.subList(2, 4));
        context.offsets.clear();
        commitFailures.set(1);
        task.put(records.subList(4, 6));

        assertThat(context.offsets).isEqualTo(Map.of(P0, 2L, P1, 0L));
        assertThat(preCommit(6)).isEqualTo(Map.of(P0, new OffsetAndMetadata(2)));
        task.put(records.subList(2, 6));
        assertThat(storedStatus())
                .isEqualTo(new StoreStatus(
                        storedStatus().storeId(),
                        stream.size(),
                        1,
                        List.of(
                                new StoreStatus.Partition(Records.TOPIC, 0, 6, 6),
                                new StoreStatus.Partition(Records.TOPIC, 1, 0, 0))));
    }

    @Test
    void afterABatchThatWasAppliedAFailureIsTheFirstInARow() {
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 0, 4);
        commitFailures.set(1);
        task.put(records.subList(0, 2));
        task.put(records.subList(0, 2));
        context.offsets.clear();
        commitFailures.set(1);
        task.put(records.subList(2, 4));
        assertThat(context.offsets).containsEntry(P0, 0L);
        task.put(records);
        assertThat(preCommit(4)).containsEntry(P0, new OffsetAndMetadata(4));
    }

    @Test
    void namesTheFirstFailureIfGoingBackFailsToo() {
        List<SinkRecord> records = records(new Stream("ibs_1", 3), 0, 0, 2);
        commitFailures.set(2);
        assertThatThrownBy(() -> task.put(records))
                .isInstanceOf(ConnectException.class)
                .hasMessageStartingWith("cannot apply a batch")
                .hasMessageContaining("; going back to the last checkpoint failed too: ");
    }

    @Test
    void failsWhenCommitsGoOnFailing() {
        List<SinkRecord> records = records(new Stream("ibs_1", 3), 0, 0, 2);
        commitFailures.set(1);
        task.put(records);
        commitFailures.set(1);
        assertThatThrownBy(() -> task.put(records))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("disk on fire");
    }

    @Test
    void partitionsComeAndGo() {
        task.put(records(new Stream("a", 1), 0, 0, 1));
        task.close(List.of(P0));
        Stream other = new Stream("b", 1);
        task.put(records(other, 1, 0, 1));
        List<SinkRecord> closed = records(new Stream("c", 1), 0, 1, 1);
        assertThatThrownBy(() -> task.put(closed))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("patches-0");
        context.offsets.clear();
        task.open(List.of(P0));
        assertThat(context.offsets).isEqualTo(Map.of(P0, 1L));
    }

    @Test
    void stoppingTwiceAndClosingAfterwardsIsHarmless() {
        task.stop();
        assertThatCode(() -> {
                    task.stop();
                    task.close(List.of(P0));
                })
                .doesNotThrowAnyException();
    }

    @Test
    void aTakenPortFailsAtStartAndFreesTheDirectory() throws Exception {
        task.stop();
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getByName("127.0.0.1"))) {
            Map<String, String> endpoint = Map.of("sparql.endpoint.port", Integer.toString(taken.getLocalPort()));
            assertThatThrownBy(() -> start(endpoint))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("sparql.endpoint.port")
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()));
        }
        start();
        assertThat(context.offsets).containsEntry(P0, 0L);
    }

    /** Every look at the clock takes a while, as a slow store does. */
    @Test
    void aSlowStoreLetsTheConsumerPollAndAppliesEachRecordOnce() {
        task.stop();
        task = new RdfSinkTask(
                () -> clock.addAndGet(40),
                config -> FailingStore.open(
                        Path.of(config.target().place(config)), config.connectorName(), commitFailures));
        task.initialize(context);
        task.start(Map.of(
                "consumer.override.isolation.level",
                "read_committed",
                "name",
                "sink",
                "target.dir",
                directory.toString(),
                "batch.max.records",
                "10",
                "put.max.ms",
                "100"));
        task.open(List.of(P0, P1));
        Stream stream = new Stream("device", 3);
        List<SinkRecord> records = records(stream, 0, 0, 95);

        int polls = 0;
        boolean done = false;
        while (!done) {
            assertThat(++polls).isLessThan(20);
            try {
                task.put(records); // as the worker does after a retriable failure
                done = true;
            } catch (RetriableException e) {
                assertThat(e).hasMessageContaining("put.max.ms");
                assertThat(context.timeoutMs).isEqualTo(1);
            }
        }
        assertThat(polls).isGreaterThan(2);
        assertThat(preCommit(95)).containsEntry(P0, new OffsetAndMetadata(95));
        assertThat(storedHash(stream.graph())).isEqualTo(stream.hash());
    }

    @Test
    void afterAFullPollRecordsWaitForTheNextAndAreAppliedWhenThereIsNone() {
        Stream stream = new Stream("device", 3);
        task.stop();
        start(Map.of("consumer.override.max.poll.records", "4", "bulk.max.bytes", "0", "batch.max.ms", "150"));
        task.put(records(stream, 0, 0, 4));
        assertThat(context.timeoutMs).isBetween(1L, 150L);
        task.put(List.of());
        task.stop(); // without a commit of offsets before
        assertThat(storedHash(stream.graph())).isEqualTo(stream.hash());
    }

    @Test
    void whatWaitsIsAppliedAndDurableBeforeItsOffsetsAreCommittedOrThePartitionIsGone() {
        Stream stream = new Stream("device", 3);
        task.stop();
        start(Map.of("consumer.override.max.poll.records", "4", "bulk.max.bytes", "0"));
        task.put(records(stream, 0, 0, 4));
        assertThat(preCommit(4)).containsEntry(P0, new OffsetAndMetadata(4));
        task.put(records(stream, 0, 4, 4));
        task.close(List.of(P0, P1));
        assertThat(storedHash(stream.graph())).isEqualTo(stream.hash());
    }

    @Test
    void whatWaitedWhenAStoreFailedIsReadAgain() {
        Stream stream = new Stream("device", 3);
        task.stop();
        start(Map.of("consumer.override.max.poll.records", "4", "bulk.max.bytes", "0"));
        List<SinkRecord> records = records(stream, 0, 0, 5);
        task.put(records.subList(0, 4));
        context.offsets.clear();
        commitFailures.set(1);
        task.put(records.subList(4, 5));
        assertThat(context.offsets).containsEntry(P0, 0L);
        task.put(records);
        task.put(List.of());
        assertThat(storedHash(stream.graph())).isEqualTo(stream.hash());
    }

    @Test
    void nothingIsCommittedWhileAStoreIsFilledAndAllOfItAfterwards() {
        Stream stream = new Stream("device", 3);
        task.stop();
        start(Map.of("consumer.override.max.poll.records", "4"));
        task.put(records(stream, 0, 0, 4));
        assertThat(preCommit(4)).containsEntry(P0, new OffsetAndMetadata(0));
        for (int i = 0; i < BatchLimits.POLLS_WHEN_FILLED; i++) {
            task.put(List.of());
        }
        assertThat(preCommit(4)).containsEntry(P0, new OffsetAndMetadata(4));
    }

    @Test
    void aStoreThatFailsTwiceInARowFailsTheTaskAlsoWhenRecordsWaitInBetween() {
        Stream stream = new Stream("device", 3);
        task.stop();
        start(Map.of("consumer.override.max.poll.records", "4", "bulk.max.bytes", "0"));
        List<SinkRecord> records = records(stream, 0, 0, 4);
        task.put(records);
        commitFailures.set(1);
        task.put(List.of());
        task.put(records);
        commitFailures.set(1);
        assertThatThrownBy(() -> task.put(List.of())).isInstanceOf(ConnectException.class);
    }
}
