package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.dictionary.Dictionary;
import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.rdf.RdfGraph;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.intake.AwaitedBaseException;
import dev.velella.sink.intake.ClusterReads;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.Capabilities;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import dev.velella.sink.store.SystemGraph;
import dev.velella.sink.store.Target;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task whose records name their stores: what it does while some of them are down. */
class RoutedSinkTest {
    private static final TopicPartition P0 = new TopicPartition(Records.TOPIC, 0);

    /** Among those that are down: all of them, for there is no connection. */
    private static final String SERVER = "server";

    /** Among those that are down: a store that answers, but takes nothing. */
    private static final String WRITES = "writes to ";

    @TempDir
    Path scratch;

    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final RecordingContext context = new RecordingContext();
    private final Map<String, MemoryTarget> stores = new HashMap<>();
    private final Set<String> down = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private final Map<Long, Dictionary> dictionaries = new HashMap<>();
    private final List<String> steps = new ArrayList<>();
    private int mostOpen;
    private RdfSinkTask task;
    private final Map<String, Stream> streams = new HashMap<>();
    private final List<SinkRecord> topic = new ArrayList<>();

    @BeforeEach
    void begin() {
        task = new RdfSinkTask(clock::get, this::store, config -> new ClusterReads(dictionaries::get, null));
    }

    private Target store(RdfSinkConfig config) {
        String url = config.target().place(config);
        mostOpen = Math.max(mostOpen, open.incrementAndGet());
        synchronized (stores) {
            return new Store(
                    url,
                    stores.computeIfAbsent(
                            url,
                            fresh ->
                                    MemoryTarget.open(scratch.resolve("store" + stores.size()), "sink", Duration.ZERO)),
                    down,
                    open,
                    steps);
        }
    }

    @AfterEach
    void end() {
        task.stop();
        stores.values().forEach(MemoryTarget::close);
    }

    /** A store behind a made-up address, which stays when it is closed, and does not answer while it is down. */
    private record Store(String url, MemoryTarget store, Set<String> down, AtomicInteger open, List<String> steps)
            implements Target {
        private Target asked() {
            if (down.contains(SERVER)) {
                throw new StoreUnavailableException("no connection", new ConnectException(), Duration.ZERO);
            }
            if (down.contains(url)) {
                throw new StoreUnavailableException(url + " is down", null, Duration.ZERO);
            }
            return store;
        }

        @Override
        public String storeId() {
            return asked().storeId();
        }

        @Override
        public Capabilities capabilities() {
            return Capabilities.ALL;
        }

        @Override
        public Set<SystemGraph.Owned> owned() {
            return asked().owned();
        }

        @Override
        public Map<PartitionId, Claim> claim(Collection<PartitionId> partitions) {
            steps.add("claim " + url);
            return asked().claim(partitions);
        }

        @Override
        public Optional<StreamState> chain(StreamId stream) {
            return asked().chain(stream);
        }

        @Override
        public Collection<Statement> statements(IRI graph) {
            return asked().statements(graph);
        }

        @Override
        public Map<PartitionId, Claim> apply(Batch batch) {
            if (down.contains(WRITES + url)) {
                throw new StoreUnavailableException(url + " takes nothing", null, Duration.ZERO);
            }
            steps.add("apply " + url);
            return asked().apply(batch);
        }

        @Override
        public Map<PartitionId, Long> appliedOffsets(Collection<PartitionId> partitions) {
            return asked().appliedOffsets(partitions);
        }

        @Override
        public boolean isCheckpointNeeded() {
            return false;
        }

        @Override
        public void checkpoint() {}

        @Override
        public Map<PartitionId, Long> durableOffsets() {
            return Map.of();
        }

        @Override
        public void reopen() {}

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    private void start(String... more) {
        Map<String, String> config = new HashMap<>(Map.of(
                "consumer.override.isolation.level",
                "read_committed",
                "name",
                "sink",
                "target",
                "sparql",
                "target.url",
                "http://localhost:1/{key}"));
        for (int i = 0; i < more.length; i += 2) {
            config.put(more[i], more[i + 1]);
        }
        task.initialize(context);
        task.start(config);
        task.open(List.of(P0));
    }

    private static String url(String key) {
        return "http://localhost:1/" + key;
    }

    /** Appends patches of streams to the topic, and puts them. */
    private void put(String... keys) {
        int from = topic.size();
        for (String key : keys) {
            topic.add(Records.next(0, topic.size(), streams.computeIfAbsent(key, fresh -> new Stream(fresh, 2))));
        }
        task.put(topic.subList(from, topic.size()));
    }

    /** Polls without records until the task asks for earlier ones, then puts these. */
    private void catchUp() {
        context.offsets.clear();
        while (context.offsets.isEmpty()) {
            clock.addAndGet(60_000);
            task.put(List.of());
            Thread.onSpinWait();
        }
        readAgain();
    }

    private void readAgain() {
        int from = context.offsets.get(P0).intValue();
        context.offsets.clear();
        task.put(topic.subList(from, topic.size()));
    }

    private long committable() {
        return task.preCommit(Map.of(P0, new OffsetAndMetadata(topic.size())))
                .get(P0)
                .offset();
    }

    private Set<Statement> stored(String key) {
        try (RepositoryConnection connection = stores.get(url(key)).connect()) {
            return connection.getStatements(null, null, null, false).stream()
                    .filter(statement -> !SystemGraph.GRAPH.equals(statement.getContext()))
                    .collect(Collectors.toCollection(HashSet::new));
        }
    }

    private void assertAllEqual() {
        streams.forEach((key, stream) -> assertThat(stored(key)).as(key).isEqualTo(stream.state()));
        assertThat(committable()).isEqualTo(topic.size());
    }

    @Test
    void aStoreThatWasDownGetsWhatItLacksAndTheOthersGoOn() {
        context.measures();
        start();
        put("a", "b", "a", "b");
        assertAllEqual();
        down.add(url("b"));
        put("a", "b", "a", "b", "a");
        assertThat(stored("a")).isEqualTo(streams.get("a").state());
        assertThat(committable()).isEqualTo(5);
        assertThat(open.get())
                .as("a new connection finds out what became of the last batch")
                .isEqualTo(1);
        put("b", "a");
        assertThat(stored("a")).isEqualTo(streams.get("a").state());
        assertThat(committable()).as("the first record that b lacks").isEqualTo(5);
        down.clear();
        catchUp();
        assertAllEqual();
        assertThat(context.metric("routing-catch-ups-total"))
                .as("not only with the next record")
                .isEqualTo(1L);
        put("a", "b");
        assertAllEqual();
        assertThat(context.metric("routing-records-total"))
                .as("each record was given to each of its stores once")
                .isEqualTo((long) topic.size());
    }

    @Test
    void aStoreThatFailsAgainWhileItReadsIsReadForAgainFromThere() {
        start("batch.max.records", "2");
        put("b", "a");
        down.add(url("b"));
        put("a", "b", "b", "b", "b", "a");
        assertThat(committable()).isEqualTo(3);
        down.clear();
        context.offsets.clear();
        while (context.offsets.isEmpty()) {
            clock.addAndGet(60_000);
            task.put(List.of());
            Thread.onSpinWait();
        }
        assertThat(context.offsets).isEqualTo(Map.of(P0, 3L));
        context.offsets.clear();
        task.put(topic.subList(3, 5));
        assertThat(committable()).as("read up to 5").isEqualTo(5);
        down.add(url("b"));
        task.put(topic.subList(5, 8));
        assertThat(committable()).as("down again from 5 on").isEqualTo(5);
        down.clear();
        catchUp();
        assertAllEqual();
    }

    @Test
    void aStoreThatIsDownForTheFirstTimeIsKnownFromItsFirstRecord() {
        start();
        down.add(url("b"));
        put("b", "b", "a");
        assertThat(committable()).isZero();
        down.clear();
        catchUp();
        assertAllEqual();
    }

    @Test
    void aStoreBeginsBeforeTheNextOneIsAsked() {
        start();
        put("a", "b");
        assertThat(steps)
                .containsExactly("claim " + url("a"), "apply " + url("a"), "claim " + url("b"), "apply " + url("b"));
    }

    /** What another task did meanwhile is no failure of a store. */
    @Test
    void aPartitionThatComesBackIsClaimedAnew() {
        context.measures();
        start();
        put("a");
        task.close(Set.of(P0));
        stores.get(url("a")).claim(Set.of(new PartitionId(Records.TOPIC, 0)));
        task.open(Set.of(P0));
        put("a");
        assertAllEqual();
        assertThat(context.metric("routing-failures-total")).isEqualTo(0L);
    }

    @Test
    void noMoreStoresAreOpenThanAllowed() {
        start("routing.max.open.targets", "2");
        put("a", "b", "c", "a", "c", "b", "d");
        put("d", "a", "b", "c");
        assertAllEqual();
        assertThat(mostOpen).isEqualTo(2);
    }

    @Test
    void theTaskPausesOnlyAboveTheNumberOfStoresThatMayBeDown() {
        start("routing.max.held.targets", "1");
        down.add(url("b"));
        put("a", "b", "a");
        assertThat(context.paused).isEmpty();
        down.add(url("c"));
        put("c", "a");
        assertThat(context.paused).containsExactly(P0);
        down.clear();
        comeBack();
        assertAllEqual();
    }

    /** Polls until the task is not paused, and has all that it asks for. */
    private void comeBack() {
        do {
            if (!context.offsets.isEmpty()) {
                readAgain();
            }
            clock.addAndGet(60_000);
            task.put(List.of());
        } while (!context.paused.isEmpty() || committable() < topic.size());
    }

    @Test
    void recordsThatAServerOutOfReachDidNotGetAreReadAgainFromTheFirst() {
        start();
        put("a", "b");
        down.add(SERVER);
        put("a", "b", "a");
        assertThat(context.paused).containsExactly(P0);
        assertThat(context.offsets).isEqualTo(Map.of(P0, 2L));
        context.offsets.clear();
        task.put(topic.subList(2, 5)); // the worker had fetched them before the pause
        assertThat(context.offsets).isEqualTo(Map.of(P0, 2L));
        down.clear();
        comeBack();
        assertAllEqual();
    }

    @Test
    void ofTwoReasonsToReadAgainTheEarlierOffsetCounts() {
        start();
        put("a", "b");
        down.add(url("b"));
        put("b", "a", "a");
        down.clear();
        clock.addAndGet(60_000);
        task.put(List.of());
        while (isOnTrial()) {
            Thread.onSpinWait();
        }
        context.offsets.clear();
        down.add(SERVER);
        put("a");
        assertThat(context.offsets).as("b is back and lacks 2; nothing got 5").isEqualTo(Map.of(P0, 2L));
        down.clear();
        comeBack();
        assertAllEqual();
    }

    /** Whether a thread is at work that looks whether a store is back. */
    private static boolean isOnTrial() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread ->
                        thread.getName().equals("velella-sink-trial") && thread.getState() != Thread.State.WAITING);
    }

    /** Appends a record without a value, which every store refuses. */
    private void putRefused(String key) {
        topic.add(Records.of(0, topic.size(), key, null, null, null));
        task.put(topic.subList(topic.size() - 1, topic.size()));
    }

    @Test
    void eachStoreThatRefusesARecordGivesADeadLetter() {
        context.hasQueue = true;
        start(
                "errors.tolerance",
                "all",
                "target.url",
                "http://localhost:1/{store}",
                "routing.query",
                "SELECT ?store { VALUES ?store { 'a' 'b' } }");
        putRefused("k");
        assertThat(context.letters)
                .extracting(
                        letter -> letter.header("reason") + ", " + letter.why().getMessage())
                .satisfiesExactly(
                        one -> assertThat(one).contains("store http://localhost:1/a: the value is null"),
                        other -> assertThat(other).contains("store http://localhost:1/b: the value is null"));
        assertThat(committable()).isEqualTo(1);
    }

    /** Neither by its store nor, without one, by Kafka. */
    @Test
    void aRecordDoesNotCountAsReadBeforeItsDeadLetterIsWritten() {
        context.hasQueue = true;
        context.queueFailure = new IllegalStateException("the queue is full");
        start("errors.tolerance", "all");
        topic.add(Records.of(0, 0, "a", Schema.INT32_SCHEMA, 42, null));
        assertThatThrownBy(() -> task.put(topic)).hasMessageContaining("a dead letter could not be written");
    }

    @Test
    void aDeadLetterOfABatchThatWasNotAppliedIsWrittenOnce() {
        context.hasQueue = true;
        start("errors.tolerance", "all");
        put("a", "b");
        down.add(WRITES + url("b"));
        putRefused("b");
        topic.add(Records.of(0, topic.size(), "b", Schema.INT32_SCHEMA, 42, null)); // refused before its store
        task.put(topic.subList(topic.size() - 1, topic.size()));
        put("b", "a");
        assertThat(committable()).isEqualTo(2);
        down.clear();
        catchUp();
        assertAllEqual();
        assertThat(context.letters)
                .extracting(letter -> letter.header("offset"))
                .containsExactly("2", "3");
    }

    @Test
    void whatComesBeforeARefusedRecordIsAppliedWhereverItIsRefused() {
        start();
        put("a");
        int from = topic.size();
        topic.add(Records.next(0, 1, streams.get("a")));
        topic.add(Records.of(0, 2, "a", null, null, null));
        assertThatThrownBy(() -> task.put(topic.subList(from, 3)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("patches-0@2, key 'a': store http://localhost:1/a: the value is null");
        assertThat(stored("a"))
                .as("refused by its store")
                .isEqualTo(streams.get("a").state());

        task.stop();
        topic.remove(2);
        begin();
        start();
        topic.add(Records.next(0, 2, streams.get("a")));
        topic.add(Records.of(0, 3, "a", Schema.INT32_SCHEMA, 42, null));
        assertThatThrownBy(() -> task.put(topic.subList(0, 4)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("patches-0@3, key 'a': the value is java.lang.Integer");
        assertThat(stored("a"))
                .as("refused before its store")
                .isEqualTo(streams.get("a").state());
    }

    @Test
    void whatComesBeforeARecordThatWaitsIsApplied() {
        start();
        SinkRecord waiting = Records.onDictionary(dictionaries, 1).get(0);
        Map<Long, Dictionary> all = Map.copyOf(dictionaries);
        dictionaries.clear();
        Stream stream = new Stream("a", 2);
        List<SinkRecord> records = List.of(Records.next(1, 0, stream), waiting);
        assertThatThrownBy(() -> task.put(records)).isInstanceOf(AwaitedBaseException.class);
        assertThat(stored("a")).isEqualTo(stream.state());
        dictionaries.putAll(all);
        task.put(records);
        assertThat(stored("k")).isNotEmpty();
    }

    /** A graph is refused, whether it can be decoded or not: so nobody looks back for it, or waits. */
    @Test
    void aGraphWhoseStateIsMissingIsRefusedWhereGraphsAre() {
        context.hasQueue = true;
        start("errors.tolerance", "all");
        PartitionEncoder encoder = new PartitionEncoder(
                new EncoderSettings(JellyOptions.TOPIC, JellyPatchOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT),
                PatchTopic.INTERVAL,
                () -> 0);
        StatefulFrame second = null;
        for (int i = 0; i < 2; i++) {
            second = encoder.encode(new RdfGraph(List.of(Stream.statement("s", i, "urn:g")), Map.of()));
        }
        SinkRecord record = Records.of(0, 0, "a", Schema.BYTES_SCHEMA, second.value(), null);
        record.headers().addString("jelly", second.header().toString());
        task.put(List.of(record));
        assertThat(context.letters)
                .extracting(letter -> letter.header("reason"))
                .containsExactly("kind");
    }

    /** The worker pauses partitions again that were paused when they were taken away, whatever the task did meanwhile. */
    @Test
    void aPauseThatEndsWhilePartitionsAreMovedIsNotForEver() {
        start("routing.max.held.targets", "1");
        down.addAll(List.of(url("b"), url("c")));
        put("a", "b", "c");
        assertThat(context.paused).containsExactly(P0);
        task.close(Set.of(P0));
        clock.addAndGet(60_000);
        task.put(List.of()); // the worker polls, and other tasks have not joined yet
        task.open(Set.of(P0));
        assertThat(context.paused).isEmpty();
    }
}
