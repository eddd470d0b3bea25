package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.velella.rdf.GraphHash;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.query.Queryable;
import dev.velella.sink.remote.TestEndpoint;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.SystemGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A store belongs to one connector for each partition: a second one, or one with another name, is refused, and both ways
 * out of its message lead to a store that equals the stream.
 */
class StoreOwnerTest {
    private static final TopicPartition P0 = new TopicPartition(Records.TOPIC, 0);

    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final List<RdfSinkTask> tasks = new ArrayList<>();
    private TestEndpoint endpoint;

    @BeforeEach
    void startEndpoint() throws Exception {
        endpoint = new TestEndpoint(true);
    }

    @AfterEach
    void stop() {
        tasks.forEach(RdfSinkTask::stop);
        endpoint.close();
    }

    private Map<String, String> remote(String name, String... more) {
        Map<String, String> config = new HashMap<>(Map.of(
                "consumer.override.isolation.level",
                "read_committed",
                "name",
                name,
                "target",
                "sparql",
                "target.url",
                endpoint.queryUrl().toString(),
                "target.update.url",
                endpoint.updateUrl().toString()));
        for (int i = 0; i < more.length; i += 2) {
            config.put(more[i], more[i + 1]);
        }
        return config;
    }

    private static Map<String, String> embedded(String name, String target, Path directory) {
        return new HashMap<>(Map.of(
                "consumer.override.isolation.level",
                "read_committed",
                "name",
                name,
                "target",
                target,
                "target.dir",
                directory.toString()));
    }

    private final RecordingContext context = new RecordingContext();

    private RdfSinkTask start(Map<String, String> config) {
        RdfSinkTask task = new RdfSinkTask(clock::get, SinkStores::openForTask);
        tasks.add(task);
        context.offsets.clear();
        task.initialize(context);
        task.start(config);
        task.open(List.of(P0));
        return task;
    }

    private void end(RdfSinkTask task) {
        task.stop();
        tasks.remove(task);
    }

    private static List<SinkRecord> records(Stream stream, long from, int count) {
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(Records.next(0, from + i, stream));
        }
        return records;
    }

    private void putPatiently(RdfSinkTask task, List<SinkRecord> records) {
        while (true) {
            try {
                task.put(records);
                return;
            } catch (RetriableException e) {
                clock.addAndGet(context.timeoutMs);
            }
        }
    }

    /** The value that a message tells to set. */
    private static String advised(Throwable failure, String option) {
        Matcher matcher =
                Pattern.compile("\\b" + Pattern.quote(option) + "=([^ :;,]+)").matcher(failure.getMessage());
        assertThat(matcher.find()).as(failure.getMessage()).isTrue();
        return matcher.group(1);
    }

    @Test
    void aRenamedSinkGoesOnWhereTheOtherStoppedAsAdvised() {
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 5);
        RdfSinkTask before = start(remote("a"));
        before.put(records);
        end(before);
        List<SinkRecord> more = records(stream, 5, 3);

        Throwable refused = catchThrowable(() -> start(remote("b")));
        assertThat(refused)
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(RetriableException.class)
                .hasMessageContaining("connector a has applied partitions [patches-0]")
                .hasMessageContaining("Nothing was changed");
        String other = advised(refused, "take.over");
        assertThat(other).isEqualTo("a");

        RdfSinkTask after = start(remote("b", "take.over", other));
        assertThat(context.offsets).isEqualTo(Map.of(P0, 5L));
        after.put(more);
        assertThat(endpoint.data()).isEqualTo(stream.state());

        end(after);
        after = start(remote("b", "take.over", other)); // now without effect
        assertThat(context.offsets).isEqualTo(Map.of(P0, 8L));
        end(after);
        start(remote("b"));
        assertThat(context.offsets).isEqualTo(Map.of(P0, 8L));
    }

    @Test
    void anEmptiedStoreIsFilledByTheOtherConnectorAsAdvised() {
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 5);
        RdfSinkTask before = start(remote("a"));
        before.put(records.subList(0, 3));
        end(before);
        Throwable refused = catchThrowable(() -> start(remote("b")));
        Matcher command = Pattern.compile("--data '([^']+)' ([^ )]+)").matcher(refused.getMessage());
        assertThat(command.find()).as(refused.getMessage()).isTrue();
        assertThat(command.group(2)).isEqualTo(endpoint.updateUrl().toString());
        endpoint.tamper(command.group(1));
        start(remote("b")).put(records);
        assertThat(endpoint.data()).isEqualTo(stream.state());
    }

    @Test
    void aTakeOverThatFailsIsDoneLaterAndTheOtherConnectorIsFenced() {
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 5);
        RdfSinkTask before = start(remote("a"));
        before.put(records.subList(0, 3));

        endpoint.refuseAfter(4, 1, 503); // twice the rows, the identity, the default graph; then the update
        RdfSinkTask after = start(remote("b", "take.over", "a"));
        assertThat(context.offsets).isEmpty();
        after.put(List.of()); // asks to be called later
        clock.addAndGet(context.timeoutMs);
        after.put(List.of());
        assertThat(context.offsets).isEqualTo(Map.of(P0, 3L));

        assertThatThrownBy(() -> putPatiently(before, records.subList(3, 4)))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("connector b has applied partitions [patches-0]");
        after.put(records.subList(3, 5));
        assertThat(endpoint.data()).isEqualTo(stream.state());
    }

    @Test
    void twoThatClaimAtTheSameTimeAreBothRefusedAndLeaveNoRow() {
        end(start(remote("b")));
        endpoint.tamper("DELETE WHERE { GRAPH <urn:velella:system> { <"
                + new SystemGraph("b").partition(new PartitionId(Records.TOPIC, 0)) + "> ?p ?o } }");
        endpoint.tamperAfterUpdate("INSERT DATA { GRAPH <urn:velella:system> { <"
                + new SystemGraph("c").partition(new PartitionId(Records.TOPIC, 0))
                + "> <urn:velella:system#nextOffset> 0 ; <urn:velella:system#epoch> 1 } }");
        assertThatThrownBy(() -> start(remote("b")))
                .hasMessageContaining("connector c has applied partitions [patches-0]");
        assertThatThrownBy(() -> start(remote("d"))).hasMessageContaining("take.over=c");
    }

    @Test
    void whereBothHaveRowsThoseOfTheOtherAreDeleted() {
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 5);
        RdfSinkTask own = start(remote("a"));
        own.put(records.subList(0, 3));
        end(own);
        endpoint.tamper("INSERT DATA { GRAPH <urn:velella:system> { <"
                + new SystemGraph("c").partition(new PartitionId(Records.TOPIC, 0))
                + "> <urn:velella:system#nextOffset> 7 ; <urn:velella:system#epoch> 2 } }");
        assertThatThrownBy(() -> start(remote("a"))).hasMessageContaining("take.over=c");
        start(remote("a", "take.over", "c")).put(records.subList(3, 5));
        assertThat(endpoint.data()).isEqualTo(stream.state());
        assertThatThrownBy(() -> start(remote("c"))).hasMessageContaining("take.over=a");
    }

    @Test
    void theTopicsThatAConnectorDoesNotReadStayWithTheOther() {
        RdfSinkTask before = start(remote("a"));
        before.open(List.of(new TopicPartition("patches2", 0)));
        end(before);
        end(start(remote("b", "topics", "patches", "take.over", "a")));
        RdfSinkTask c = new RdfSinkTask(clock::get, SinkStores::openForTask);
        tasks.add(c);
        c.initialize(context);
        c.start(remote("c", "topics", "patches2"));
        assertThatThrownBy(() -> c.open(List.of(new TopicPartition("patches2", 0))))
                .hasMessageContaining("take.over=a");
    }

    @Test
    void graphsOfStreamsWithoutAnyRowAreRefused() {
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 5);
        RdfSinkTask before = start(remote("a"));
        before.put(records.subList(0, 3));
        end(before);
        endpoint.tamper("DROP GRAPH <urn:velella:system>");
        assertThatThrownBy(() -> start(remote("a")))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("no row of any connector")
                .hasMessageContaining("DROP ALL");
        endpoint.tamper("DROP ALL");
        start(remote("a")).put(records);
        assertThat(endpoint.data()).isEqualTo(stream.state());
    }

    @Test
    void whatStandsInAGraphBeforeItsFirstPatchIsABreakAndADeletedGraphGoesOn() {
        Stream stream = new Stream("ibs_1", 3);
        endpoint.tamper("INSERT DATA { GRAPH <" + stream.graph() + "x> { <urn:x> <urn:p> 1 } }");
        RdfSinkTask task = startBesideOthers();
        endpoint.tamper("INSERT DATA { GRAPH <" + stream.graph() + "> { <urn:x> <urn:p> 1, 2 } }");
        List<SinkRecord> records = records(stream, 0, 5);
        Throwable failure = catchThrowable(() -> task.put(records));
        assertThat(failure)
                .isInstanceOf(DataException.class)
                .hasMessageContaining("patches-0@0")
                .hasMessageContaining("the graph <" + stream.graph()
                        + "> must be empty before the first patch of its stream, and" + " holds 2 statements")
                .hasMessageContaining("DROP GRAPH");
        assertThat(endpoint.data()).hasSize(3);
        end(task);
        endpoint.tamper("DROP GRAPH <" + stream.graph() + ">");
        startBesideOthers().put(records);
        assertThat(endpoint.data()).hasSize(stream.size() + 1).containsAll(stream.state());
    }

    /** Starts where rows of another topic are in the store. */
    private RdfSinkTask startBesideOthers(String... more) {
        endpoint.tamper("INSERT DATA { GRAPH <urn:velella:system> { <"
                + new SystemGraph("z").partition(new PartitionId("other", 0))
                + "> <urn:velella:system#nextOffset> 7 ; <urn:velella:system#epoch> 2 } }");
        return start(remote("a", more));
    }

    @Test
    void aSnapshotTakesThePlaceOfWhatStoodInTheGraph() {
        Stream stream = new Stream("ibs_1", 3);
        RdfSinkTask task = startBesideOthers("on.chain.break", "resync", "topics", "patches");
        endpoint.tamper("INSERT DATA { GRAPH <" + stream.graph() + "> { <urn:x> <urn:p> 1, 2 } }");
        List<SinkRecord> records = new ArrayList<>(records(stream, 0, 2));
        records.add(Records.of(
                0,
                2,
                stream.key(),
                RdfPatch.change(List.of(), List.copyOf(stream.state())),
                new PatchPosition(2, stream.hash(), true).format()));
        task.put(records.subList(0, 2));
        assertThat(endpoint.data()).hasSize(2);
        task.put(records.subList(2, 3));
        assertThat(endpoint.data()).isEqualTo(stream.state());
        task.put(records(stream, 3, 2));
        assertThat(endpoint.data()).isEqualTo(stream.state());
    }

    @Test
    void aGraphThatAnotherTopicHasToIsNotRefused() {
        Stream stream = new Stream("ibs_1", 3);
        endpoint.tamper("INSERT DATA { GRAPH <urn:velella:system> { <"
                + new SystemGraph("z").stream(new StreamId("other", stream.key()))
                + "> <urn:velella:system#patchPosition> \"1.h0000000000000001\" } GRAPH <" + stream.graph()
                + "> { <urn:x> <urn:p> 1 } }");
        startBesideOthers().put(records(stream, 0, 2));
        assertThat(endpoint.data()).hasSize(stream.size() + 1);
    }

    @Test
    void theNamesOfGraphsAreReadOnceForAllFirstPatchesAfterAClaim() {
        RdfSinkTask task = start(remote("a"));
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            records.add(Records.next(0, i, new Stream("ibs_" + i, 3)));
        }
        task.put(records.subList(0, 1));
        long before = endpoint.requests();
        task.put(records.subList(1, 40));
        assertThat(endpoint.requests() - before).as("chains, update, read back").isEqualTo(3);
    }

    @Test
    void aGraphThatSomebodyElseChangedIsSeenWithinAMinuteForEachStream() {
        context.measures();
        RdfSinkTask task = start(remote("a"));
        Stream one = new Stream("ibs_1", 3);
        Stream other = new Stream("ibs_2", 3);
        var values = SimpleValueFactory.getInstance();
        Statement blank = values.createStatement(
                values.createBNode("x y"),
                Stream.iri("urn:p"),
                values.createBNode("z"),
                Stream.iri("urn:velella:stream:b"));
        task.put(List.of(Records.next(0, 0, one)));
        task.put(List.of(Records.next(0, 1, other)));
        task.put(List.of(Records.of(
                0,
                2,
                "b",
                RdfPatch.change(List.of(), List.of(blank)),
                new PatchPosition(1, GraphHash.of(blank), false).format())));
        lookFor(task, 4);
        assertThat(context.metric("divergence-total")).isEqualTo(0L);
        endpoint.tamper("INSERT DATA { GRAPH <" + other.graph() + "> { <urn:x> <urn:p> 1 } }");
        assertThat(Logged.by(() -> lookFor(task, 3)))
                .contains(
                        "Sink a, store sparql " + endpoint.queryUrl() + ": the graph <" + other.graph()
                                + "> of stream 'ibs_2' (" + Records.TOPIC + "-0) has " + (other.size() + 1)
                                + " statements",
                        "its last patch, number 1, led to",
                        "velella verify --full");
        assertThat(context.metric("divergence-total")).isEqualTo(1L);
        endpoint.tamper("DELETE DATA { GRAPH <" + other.graph() + "> { <urn:x> <urn:p> 1 } }");
        lookFor(task, 3);
        assertThat(context.metric("divergence-total")).isEqualTo(1L);
        long before = endpoint.requests();
        task.put(List.of());
        assertThat(endpoint.requests()).as("within the minute").isEqualTo(before);
    }

    private void lookFor(RdfSinkTask task, int minutes) {
        for (int i = 0; i < minutes; i++) {
            clock.addAndGet(60_000);
            task.put(List.of());
        }
    }

    @Test
    void aRoutedStoreIsRefusedAndTakenOverToo() {
        String[] routed = {
            "target.url",
            endpoint.queryUrl().toString().replace("/query", "/{topic}"),
            "target.update.url",
            endpoint.updateUrl().toString()
        };
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 5);
        RdfSinkTask before = start(remote("a", routed));
        before.put(records.subList(0, 3));
        end(before);
        Map<String, String> config = remote("b", routed);
        RdfSinkTask refused = start(config);
        assertThatThrownBy(() -> refused.put(records))
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(RetriableException.class)
                .hasMessageContaining("take.over=a");
        end(refused);
        config.put("take.over", "a");
        start(config).put(records);
        assertThat(endpoint.data()).isEqualTo(stream.state());
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void aStoreInTheWorkerIsRefusedAndTakenOverToo(String target, @TempDir Path directory) {
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 5);
        RdfSinkTask before = start(embedded("a", target, directory));
        before.put(records.subList(0, 3));
        end(before);
        Throwable refused = catchThrowable(() -> start(embedded("b", target, directory)));
        assertThat(refused).isInstanceOf(ConnectException.class).hasMessageContaining("another target.dir");
        tasks.forEach(RdfSinkTask::stop);
        tasks.clear();
        Map<String, String> config = embedded("b", target, directory);
        config.put("take.over", advised(refused, "take.over"));
        RdfSinkTask after = start(config);
        assertThat(context.offsets).isEqualTo(Map.of(P0, 3L));
        after.put(records.subList(3, 5));
        end(after);
        assertThat(stored(config)).isEqualTo(stream.state());
        after = start(embedded("b", target, directory));
        assertThat(context.offsets).isEqualTo(Map.of(P0, 5L));
        end(after);
        assertThatThrownBy(() -> start(embedded("a", target, directory))).hasMessageContaining("take.over=b");
    }

    private static Set<Statement> stored(Map<String, String> config) {
        try (var store = SinkStores.openForTask(new RdfSinkConfig(config));
                RepositoryConnection connection = ((Queryable) store).connect()) {
            assertThat(((Queryable) store).status().statements())
                    .isEqualTo(connection.size() - connection.size(SystemGraph.GRAPH));
            return connection.getStatements(null, null, null, false).stream()
                    .filter(statement -> !SystemGraph.GRAPH.equals(statement.getContext()))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void aConnectorCannotTakeItsOwnPlace() {
        assertThatThrownBy(() -> start(remote("a", "take.over", "a")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("take.over names this connector itself");
    }
}
