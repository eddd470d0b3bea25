package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.velella.graph.ElementType;
import dev.velella.graph.GraphPolicy;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.graph.TemporalStatement;
import dev.velella.kit.options.Spelling;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.remote.TestEndpoint;
import dev.velella.sink.remote.sparql.Sparql11Protocol;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.targets.remote.RemoteOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The task with a store behind HTTP: what it does while the store is out of reach, or others write to it. */
class RemoteSinkTest {
    private static final TopicPartition P0 = new TopicPartition(Records.TOPIC, 0);
    private static final TopicPartition P1 = new TopicPartition(Records.TOPIC, 1);

    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final RecordingContext context = new RecordingContext();
    private RdfSinkTask task = new RdfSinkTask(clock::get, SinkStores::openForTask);
    private TestEndpoint endpoint;

    @BeforeEach
    void startEndpoint() throws Exception {
        endpoint = new TestEndpoint(true);
    }

    @AfterEach
    void stop() {
        task.stop();
        endpoint.close();
    }

    private Map<String, String> config(String... more) {
        Map<String, String> config = new HashMap<>(Map.of(
                "consumer.override.isolation.level",
                "read_committed",
                "name",
                "sink",
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

    private void start(String... more) {
        task.initialize(context);
        task.start(config(more));
        task.open(List.of(P0));
    }

    /** Ends the task, and starts another one with some options more. */
    private void startAgain(Map<String, String> advised) {
        task.stop();
        task = new RdfSinkTask(clock::get, SinkStores::openForTask);
        start(advised.entrySet().stream()
                .flatMap(option -> java.util.stream.Stream.of(option.getKey(), option.getValue()))
                .toArray(String[]::new));
    }

    /** The options that a message tells to set; if it asks for another store, that too. */
    private static Map<String, String> advised(Throwable failure, TestEndpoint another) {
        String message = failure.getMessage();
        Map<String, String> options = new HashMap<>();
        Matcher option = Pattern.compile("\\b(delivery|on\\.lost\\.history|graph\\.policy)=([a-z-]+)")
                .matcher(message);
        while (option.find()) {
            options.put(option.group(1), option.group(2));
        }
        if (message.contains("new, empty store") && message.contains("target.url")) {
            options.put("target.url", another.queryUrl().toString());
            options.put("target.update.url", another.updateUrl().toString());
        }
        return options;
    }

    private static List<SinkRecord> records(Stream stream, long from, int count) {
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(Records.next(0, from + i, stream));
        }
        return records;
    }

    /** Puts records as Connect does: again after the asked-for time as long as the task says so; gives the attempts. */
    private int putPatiently(List<SinkRecord> records) {
        for (int attempt = 1; ; attempt++) {
            try {
                task.put(records);
                return attempt;
            } catch (RetriableException e) {
                clock.addAndGet(context.timeoutMs);
            }
        }
    }

    @Test
    void appliesToTheEndpointAndTellsKafka() {
        start();
        assertThat(context.offsets).isEqualTo(Map.of(P0, 0L));
        Stream stream = new Stream("ibs_1", 3);
        task.put(records(stream, 0, 5));
        assertThat(endpoint.data()).hasSize(stream.size());
        assertThat(task.preCommit(Map.of(P0, new OffsetAndMetadata(5))))
                .isEqualTo(Map.of(P0, new OffsetAndMetadata(5)));
    }

    @Test
    void waitsForAnEndpointThatIsNotThereYet() throws Exception {
        endpoint.stop();
        start();
        assertThat(context.offsets).isEmpty();
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 5);
        assertThatThrownBy(() -> task.put(records)).isInstanceOf(RetriableException.class);
        clock.addAndGet(context.timeoutMs);
        assertThatThrownBy(() -> task.put(records)).isInstanceOf(RetriableException.class);
        endpoint.start();
        clock.addAndGet(context.timeoutMs);
        task.put(records); // claims, and asks for the records again
        assertThat(context.offsets).isEqualTo(Map.of(P0, 0L));
        assertThat(endpoint.data()).isEmpty();
        task.put(records);
        assertThat(endpoint.data()).hasSize(stream.size());
    }

    @Test
    void goesOnAfterAFailureInTheMiddleWithoutApplyingTwice() {
        start("batch.max.records", "2");
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 6);
        task.put(records.subList(0, 2));
        for (int request = 0; request < 4; request++) {
            List<SinkRecord> two = records.subList(2 + request, 3 + request);
            endpoint.refuse(request + 1, 503); // the query for chains, the update, the query that reads back
            assertThat(putPatiently(two)).isGreaterThan(1);
            putPatiently(two);
        }
        assertThat(endpoint.data()).hasSize(stream.size());
    }

    @Test
    void aPutReturnsWhileItsLastBatchIsUnderWayIfMoreRecordsAreThere() {
        start(
                "batch.max.records",
                "2",
                "consumer.override.max.poll.records",
                "2",
                "target.request.timeout.ms",
                "10000"); // a put that waits for what is held ends soon
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 5);
        endpoint.hold();
        task.put(records.subList(0, 2));
        assertThat(endpoint.data()).isEmpty();
        assertThat(context.timeoutMs).isPositive();
        endpoint.release();
        task.put(records.subList(2, 4));
        task.put(records.subList(4, 5));
        assertThat(endpoint.data()).hasSize(stream.size());
        assertThat(task.preCommit(Map.of(P0, new OffsetAndMetadata(5))))
                .isEqualTo(Map.of(P0, new OffsetAndMetadata(5)));
    }

    @Test
    void whatWasReadBehindABatchThatFailedUnderWayComesAgain() {
        context.hasQueue = true;
        start(
                "batch.max.records",
                "2",
                "consumer.override.max.poll.records",
                "2",
                "errors.tolerance",
                "all",
                "on.chain.break",
                "dead-letter");
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = new ArrayList<>(records(stream, 0, 4));
        RdfPatch forbidden = RdfPatch.change(List.of(), List.of(Stream.statement("s", 1, "urn:velella:system")));
        records.add(Records.of(0, 4, null, forbidden, null));
        records.addAll(records(stream, 5, 2));
        task.put(records.subList(0, 1));
        endpoint.refuseAfter(2, 1, 503); // the second update from now on
        task.put(records.subList(1, 3));
        task.put(records.subList(3, 5)); // with the forbidden one
        assertThatThrownBy(() -> task.put(records.subList(5, 7))).isInstanceOf(RetriableException.class);
        context.offsets.clear();
        clock.addAndGet(context.timeoutMs);
        putPatiently(List.of());
        assertThat(context.offsets).isEqualTo(Map.of(P0, 3L));
        putPatiently(records.subList(3, 7));
        assertThat(endpoint.data()).hasSize(stream.size());
        assertThat(context.letters).as("dead letters").hasSize(1);
        assertThat(task.preCommit(Map.of(P0, new OffsetAndMetadata(7))))
                .isEqualTo(Map.of(P0, new OffsetAndMetadata(7)));
    }

    @Test
    void nothingIsTriedThatWasReadBehindABatchThatFailedForGood() {
        start("batch.max.records", "2", "consumer.override.max.poll.records", "2");
        List<SinkRecord> records = records(new Stream("ibs_1", 3), 0, 5);
        task.put(records.subList(0, 1));
        endpoint.hold();
        task.put(records.subList(1, 3)); // under way
        endpoint.refuse(1, 400); // the look at what became of it
        endpoint.release();
        assertThatThrownBy(() -> task.put(records.subList(3, 5))).hasMessageContaining("HTTP 400");
        long requests = endpoint.requests();
        task.close(List.of(P0));
        assertThat(endpoint.requests()).isEqualTo(requests);
    }

    /** So a proxy may answer while the server behind it is down. */
    @Test
    void aForeignPageWithStatus200IsWaitedFor() {
        start();
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 6);
        task.put(records.subList(0, 2));
        for (int request = 0; request < 4; request++) {
            List<SinkRecord> next = records.subList(2 + request, 3 + request);
            endpoint.refuseAfter(request, 1, 200); // the query for chains, the update, the query that reads back
            putPatiently(next);
            putPatiently(next); // a claim may have come between
        }
        assertThat(endpoint.data()).hasSize(stream.size());
        assertThat(task.preCommit(Map.of(P0, new OffsetAndMetadata(6))))
                .isEqualTo(Map.of(P0, new OffsetAndMetadata(6)));
    }

    @Test
    void givesUpAfterTheRetryTime() {
        start("target.retry.timeout.ms", "5000");
        List<SinkRecord> records = records(new Stream("ibs_1", 3), 0, 2);
        endpoint.refuse(1_000, 503);
        long begun = clock.get();
        assertThatThrownBy(() -> putPatiently(records))
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(RetriableException.class)
                .hasMessageContaining("gave up")
                .hasMessageContaining("HTTP 503");
        assertThat(clock.get() - begun).isBetween(1_000L, 5_000L);
    }

    @Test
    void aRefusedPasswordEndsTheTaskAtOnceAndIsNotTold() {
        endpoint.refuse(1_000, 401);
        assertThatThrownBy(() ->
                        start("target.auth", "basic", "target.auth.user", "maria", "target.auth.password", "s3cret"))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining(endpoint.queryUrl().toString())
                .hasMessageContaining("HTTP 401")
                .hasMessageContaining("target.auth")
                .hasMessageNotContaining("s3cret");
        assertThat(endpoint.authorization()).isEqualTo("Basic bWFyaWE6czNjcmV0");
    }

    @Test
    void takesAPartitionBackThatItStillOwnsButNotForEver() {
        start();
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 30);
        task.put(records.subList(0, 10));
        try (RemoteTarget other = RemoteTarget.of(
                RemoteOptions.settings(new RdfSinkConfig(config()), Sparql11Protocol.INSTANCE), "sink")) {
            PartitionId id = new PartitionId(Records.TOPIC, 0);
            other.claim(List.of(id));
            List<SinkRecord> next = records.subList(10, 20);
            assertThatThrownBy(() -> task.put(next)).isInstanceOf(RetriableException.class);
            clock.addAndGet(context.timeoutMs);
            context.offsets.clear();
            task.put(next);
            assertThat(context.offsets).isEqualTo(Map.of(P0, 10L));
            task.put(next);
            assertThat(endpoint.data()).hasSize(stream.size());

            assertThatThrownBy(() -> {
                        for (int fights = 0; fights < 100; fights++) {
                            other.claim(List.of(id));
                            putPatiently(records.subList(20, 30));
                        }
                    })
                    .isInstanceOf(ConnectException.class)
                    .isNotInstanceOf(RetriableException.class)
                    .hasMessageContaining("another writer");
        }
    }

    @Test
    void aClosedPartitionIsNotTakenBack() {
        start();
        PartitionId id = new PartitionId(Records.TOPIC, 0);
        try (RemoteTarget other = RemoteTarget.of(
                RemoteOptions.settings(new RdfSinkConfig(config()), Sparql11Protocol.INSTANCE), "sink")) {
            long epoch = other.claim(List.of(id)).get(id).epoch();
            List<SinkRecord> records = records(new Stream("ibs_1", 3), 0, 1);
            assertThatThrownBy(() -> task.put(records)).isInstanceOf(RetriableException.class);
            task.close(List.of(P0));
            clock.addAndGet(context.timeoutMs);
            task.put(List.of());
            assertThat(other.claim(List.of(id)).get(id).epoch()).isEqualTo(epoch + 1);
        }
    }

    @Test
    void aDefaultGraphThatIsTheUnionTakesNothingAndNamedGraphsAsAdvised() {
        start();
        Statement unnamed = Stream.statement("s", 1, null);
        RdfPatch patch = RdfPatch.change(List.of(), List.of(unnamed));
        List<SinkRecord> records = List.of(Records.of(0, 0, "s", patch, null));
        Throwable failure = catchThrowable(() -> task.put(records));
        assertThat(failure)
                .isInstanceOf(DataException.class)
                .hasMessageContaining("patches-0@0")
                .hasMessageContaining("union");
        Map<String, String> inTheDiffApp = advised(failure, endpoint);
        assertThat(inTheDiffApp).isEqualTo(Map.of("graph.policy", "per-stream"));

        GraphSettings settings = new GraphSettings(
                Spelling.constant(GraphPolicy.class, inTheDiffApp.get("graph.policy")),
                GraphSettings.DEFAULT_TEMPLATE,
                null,
                TemporalStatement.KEEP,
                ElementType.AUTO);
        List<Statement> placed = List.copyOf(TargetGraph.of(settings).statements("s", RdfGraph.of(List.of(unnamed))));
        startAgain(Map.of());
        task.put(List.of(Records.of(0, 0, "s", RdfPatch.change(List.of(), placed), null)));
        assertThat(endpoint.data()).containsExactlyInAnyOrderElementsOf(placed);
    }

    @Test
    void aDamagedRowEndsTheTaskAndANewStoreIsFilledAsAdvised() throws Exception {
        start();
        Stream stream = new Stream("ibs_1", 3);
        List<SinkRecord> records = records(stream, 0, 5);
        task.put(records);
        endpoint.tamper(system("INSERT DATA", 0, SystemGraph.NEXT_OFFSET, "\"7\""));
        Throwable failure = catchThrowable(() -> startAgain(Map.of()));
        assertThat(failure)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("the system graph is damaged: two values of " + SystemGraph.NEXT_OFFSET);
        try (TestEndpoint another = new TestEndpoint(true)) {
            Map<String, String> advised = advised(failure, another);
            assertThat(advised)
                    .containsOnlyKeys("target.url", "target.update.url", "on.lost.history")
                    .containsEntry("on.lost.history", "rebuild");
            startAgain(advised);
            task.put(records);
            assertThat(another.data()).hasSize(stream.size()).isEqualTo(endpoint.data());
        }
    }

    @Test
    void anEndpointThatDidAPartOfAnUpdateIsLeftForANewStoreAsAdvised() throws Exception {
        start();
        task.open(List.of(P1));
        Stream one = new Stream("one", 3);
        Stream other = new Stream("other", 3);
        List<SinkRecord> records = List.of(Records.next(0, 0, one), Records.next(1, 0, other));
        endpoint.tamperAfterUpdate(system("DELETE WHERE", 1, SystemGraph.COMMIT, "?commit"));
        Throwable failure = catchThrowable(() -> task.put(records));
        assertThat(failure).isInstanceOf(ConnectException.class).hasMessageContaining("has done a part of an update");
        try (TestEndpoint another = new TestEndpoint(false)) {
            Map<String, String> advised = advised(failure, another);
            assertThat(advised)
                    .containsOnlyKeys("target.url", "target.update.url", "on.lost.history", "delivery")
                    .containsEntry("on.lost.history", "rebuild")
                    .containsEntry("delivery", "at-least-once");
            startAgain(advised);
            task.open(List.of(P1));
            task.put(records);
            assertThat(another.data()).hasSize(one.size() + other.size());
        }
    }

    private static String system(String operation, int partition, IRI predicate, String object) {
        return operation + " { GRAPH <" + SystemGraph.GRAPH + "> { <"
                + new SystemGraph("sink").partition(new PartitionId(Records.TOPIC, partition)) + "> <" + predicate
                + "> " + object + " } }";
    }

    @Test
    void blankNodesBecomeIrisAndGoAgain() {
        start();
        var values = SimpleValueFactory.getInstance();
        var statement = values.createStatement(
                values.createBNode("x y"), Stream.iri("urn:p"), values.createLiteral(1), Stream.iri("urn:g"));
        task.put(List.of(Records.of(0, 0, null, RdfPatch.change(List.of(), List.of(statement)), null)));
        assertThat(endpoint.data()).singleElement().satisfies(stored -> assertThat(
                        stored.getSubject().stringValue())
                .isEqualTo("urn:velella:genid:x%20y"));
        task.put(List.of(Records.of(0, 1, null, RdfPatch.change(List.of(statement), List.of()), null)));
        assertThat(endpoint.data()).isEmpty();
    }

    @Test
    void aBatchAboveTheLimitSaysWhatToDoAndBothWaysWork() throws Exception {
        start("target.request.max.bytes", "1024");
        List<SinkRecord> records = new ArrayList<>();
        for (int stream = 0; stream < 10; stream++) {
            records.add(Records.next(0, stream, new Stream("ibs_" + stream, 3)));
        }
        Throwable failure = catchThrowable(() -> task.put(records));
        assertThat(failure)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("target.request.max.bytes")
                .hasMessageContaining("batch.max.records");
        Matcher size = Pattern.compile("an update of ([0-9]+) bytes").matcher(failure.getMessage());
        assertThat(size.find()).as(failure.getMessage()).isTrue();
        long needed = Long.parseLong(size.group(1));
        startAgain(Map.of("target.request.max.bytes", Long.toString(needed)));
        task.put(records);
        assertThat(endpoint.data()).hasSize(40);

        try (TestEndpoint another = new TestEndpoint(true)) {
            startAgain(Map.of(
                    "target.url", another.queryUrl().toString(),
                    "target.update.url", another.updateUrl().toString(),
                    "target.request.max.bytes", Long.toString(needed - 1)));
            assertThatThrownBy(() -> task.put(records)).hasMessageContaining("target.request.max.bytes");
            startAgain(Map.of(
                    "target.url", another.queryUrl().toString(),
                    "target.update.url", another.updateUrl().toString(),
                    "target.request.max.bytes", Long.toString(needed - 1),
                    "batch.max.records", "1"));
            task.put(records);
            assertThat(another.data()).isEqualTo(endpoint.data());
        }
    }

    @Test
    void anEndpointThatIsNotAtomicServesForAtLeastOnce() throws Exception {
        try (TestEndpoint piecemeal = new TestEndpoint(false)) {
            String[] url = {
                "target.url",
                piecemeal.queryUrl().toString(),
                "target.update.url",
                piecemeal.updateUrl().toString()
            };
            assertThat(faults(config(url), "delivery"))
                    .singleElement()
                    .asString()
                    .contains("delivery=at-least-once");
            Map<String, String> atLeastOnce = config(url);
            atLeastOnce.put("delivery", "at-least-once");
            assertThat(faults(atLeastOnce, "delivery")).isEmpty();
            task.initialize(context);
            task.start(atLeastOnce);
            task.open(List.of(P0));
            Stream stream = new Stream("ibs_1", 3);
            task.put(records(stream, 0, 5));
            assertThat(piecemeal.data()).isEqualTo(stream.state());
            for (int done = 0; done < 3; done++) { // of: delete data, insert data, swap the rows
                List<SinkRecord> next = records(stream, 5 + done, 1);
                piecemeal.interruptAfter(done);
                assertThat(putPatiently(next)).isGreaterThan(1);
                putPatiently(next); // the records that the task has asked for
                assertThat(piecemeal.data())
                        .as("interrupted after %s operations", done)
                        .isEqualTo(stream.state());
                assertThat(task.preCommit(Map.of(P0, new OffsetAndMetadata(6 + done))))
                        .isEqualTo(Map.of(P0, new OffsetAndMetadata(6 + done)));
            }
        }
    }

    @Test
    void validationContactsTheEndpointAndLeavesNothing() {
        assertThat(new RdfSinkConnector().validate(config()).configValues())
                .allSatisfy(value ->
                        assertThat(value.errorMessages()).as(value.name()).isEmpty());
        assertThat(endpoint.data()).isEmpty();
        endpoint.refuse(1_000, 403);
        assertThat(faults(config(), "target.auth")).singleElement().asString().contains("HTTP 403");
        endpoint.stop();
        assertThat(faults(config(), "target.url"))
                .singleElement()
                .asString()
                .contains(endpoint.queryUrl().toString())
                .contains("refused");
    }

    @Test
    void aUrlThatTakesNoSuchRequestIsNamedByItsOwnOption() {
        String query = endpoint.queryUrl().toString();
        String update = endpoint.updateUrl().toString();
        endpoint.refuse(1_000, 405);
        assertThat(faults(config(), "target.url"))
                .singleElement()
                .asString()
                .contains(query, "Check target.url: this URL takes no queries");
        endpoint.refuseAfter(2, 1_000, 415); // the queries go through
        assertThat(faults(config(), "target.update.url"))
                .singleElement()
                .asString()
                .contains(update, "Check target.update.url: this URL takes no updates");
        endpoint.refuseAfter(2, 1_000, 404);
        assertThat(faults(config(), "target.update.url"))
                .singleElement()
                .asString()
                .contains("Check target.update.url: no repository");
    }

    @Test
    void validationNamesWhatIsMissingOrWrong() {
        assertThat(faults(Map.of("name", "sink", "target", "http"), "target.url"))
                .containsExactly("target.url is missing, which target=http needs");
        assertThat(faults(config("target.url", "http://maria:s3cret@localhost/"), "target.url"))
                .singleElement()
                .asString()
                .contains("target.auth")
                .doesNotContain("s3cret");
        assertThat(faults(config("target.url", "ftp://localhost/"), "target.url"))
                .hasSize(1);
        assertThat(faults(config("target.auth", "basic", "target.auth.user", "maria"), "target.auth.password"))
                .hasSize(1);
        assertThat(faults(config("target.auth", "bearer"), "target.auth.token")).hasSize(1);
        assertThat(faults(config("target.ssl.truststore.location", "/no/such"), "target.ssl.truststore.location"))
                .hasSize(1);
    }

    @Test
    void thereAreAsManyTasksAsAskedFor() {
        RdfSinkConnector connector = new RdfSinkConnector();
        connector.start(config());
        assertThat(connector.taskConfigs(3)).hasSize(3).containsOnly(config());
    }

    private static List<String> faults(Map<String, String> config, String option) {
        return new RdfSinkConnector()
                .validate(config).configValues().stream()
                        .filter(value -> value.name().equals(option))
                        .map(ConfigValue::errorMessages)
                        .findFirst()
                        .orElseThrow();
    }
}
