package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.JellyConverter;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.source.format.TestFiles;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.connect.storage.StringConverter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class RdfSourceTaskTest {
    private static final Instant NOW = Instant.parse("2023-01-02T16:00:00Z");
    private static final String GRAPH = "<http://e/station/7/%d>";

    private final StoredOffsets offsets = new StoredOffsets();
    private final List<RdfSourceTask> tasks = new ArrayList<>();
    private long nanos;

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        tasks.forEach(RdfSourceTask::stop);
    }

    @Test
    void recordHoldsKeyGraphAndOffset() throws Exception {
        SourceRecord record =
                poll(simulator(5, Map.of("batch.max.records", "1"))).get(0);
        SimulatedElement element = simulated(5).get(0);
        assertThat(record.topic()).isEqualTo("graphs");
        assertThat(record.kafkaPartition()).isNull();
        assertThat(record.keySchema()).isEqualTo(Schema.STRING_SCHEMA);
        assertThat(record.key()).isEqualTo("ibs_1");
        assertThat(record.valueSchema()).isEqualTo(RdfStructs.GRAPH_SCHEMA);
        assertThat(RdfStructs.toElement(record.value())).isEqualTo(element.graph());
        assertThat(record.sourceOffset()).isEqualTo(Map.of("elements", 1L, "complete", false));
        assertThat(record.sourcePartition()).hasSize(1);
        assertThat(record.sourcePartition().get("input").toString()).isEqualTo("simulator?seed=1&stations=1");
    }

    @Test
    void theOffsetOfANewerVersionIsRefusedByName() throws Exception {
        SourceRecord record = poll(simulator(5, Map.of())).get(0);
        Map<String, Object> newer = new HashMap<>(record.sourceOffset());
        newer.put("layout", 2L);
        offsets.store(new SourceRecord(record.sourcePartition(), newer, "graphs", null, null));
        assertThatThrownBy(() -> poll(simulator(5, Map.of())))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("simulator?seed=1&stations=1")
                .hasMessageContaining("has layout 2; this version knows layout 1");
    }

    @Test
    void recordCarriesItsOrigin() throws Exception {
        assertThat(pollAll(simulator(3, Map.of("origin", "store-a")))).allSatisfy(record -> assertThat(
                        record.headers().lastWithName("velella.origin").value())
                .isEqualTo("store-a"));
        assertThat(pollAll(simulator(3, Map.of())))
                .allSatisfy(record -> assertThat(record.headers().lastWithName("velella.origin"))
                        .isNull());
    }

    @Test
    void recordHasItsPartitionAndItsStampWhereThePartitionsAreKnown() throws Exception {
        Map<String, String> options = Map.of("topic.partitions", "3", "simulator.stations", "4");
        Map<Integer, Long> next = new HashMap<>();
        List<SourceRecord> records = pollAll(simulator(20, options));
        assertThat(records).hasSize(20);
        for (SourceRecord record : records) {
            int partition = RecordStamps.partitionOf((String) record.key(), 3);
            long ordinal = next.merge(partition, 1L, Long::sum) - 1;
            assertThat(record.kafkaPartition()).isEqualTo(partition);
            assertThat(record.headers().lastWithName("velella.partition").schema())
                    .isEqualTo(Schema.STRING_SCHEMA);
            assertThat(record.headers().lastWithName("velella.partition").value())
                    .isEqualTo("p" + partition + "." + ordinal);
        }
    }

    @Test
    void theWorkersConverterIsToldIfItIsNotJelly() throws Exception {
        SourceRecord record =
                poll(simulator(5, Map.of("batch.max.records", "1"))).get(0);
        try (JsonConverter json = new JsonConverter();
                StringConverter text = new StringConverter();
                JellyConverter jelly = new JellyConverter()) {
            for (Converter other : List.of(json, text)) {
                other.configure(Map.of(), false);
                assertThatThrownBy(() -> other.fromConnectData("graphs", record.valueSchema(), record.value()))
                        .hasMessageContaining("set value.converter=dev.velella.converter.JellyConverter");
            }
            jelly.configure(Map.of(), false);
            assertThat(jelly.fromConnectData("graphs", record.valueSchema(), record.value()))
                    .isNotEmpty();
        }
    }

    @Test
    void anElementThatTheProducerWouldRefuseEndsTheTaskInWordsAfterThoseBeforeIt() throws Exception {
        Path file = folder.resolve("stream.nq");
        String small = "<http://e/s> <http://e/p> \"1\" " + GRAPH.formatted(1) + " .\n";
        String large = "<http://e/s> <http://e/p> \"" + "x".repeat(1 << 20) + "\" " + GRAPH.formatted(2) + " .\n";
        Files.writeString(file, small + large);
        RdfSourceTask task = file(file, Map.of());
        assertThat(poll(task)).hasSize(1);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(task::poll)
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("element 2 of {input=file:")
                    .hasMessageContaining("1048576 (producer.override.max.request.size)")
                    .hasMessageContaining("max.message.bytes of the topic");
        }
        RdfSourceTask raised = file(file, Map.of("producer.override.max.request.size", "2000000"));
        assertThat(poll(raised)).hasSize(2);
    }

    @Test
    void onlyTheLastOffsetIsComplete() throws Exception {
        List<SourceRecord> records = pollAll(simulator(7, Map.of("batch.max.records", "3")));
        assertThat(records).hasSize(7);
        for (int i = 0; i < 7; i++) {
            assertThat(records.get(i).sourceOffset()).isEqualTo(Map.of("elements", i + 1L, "complete", i == 6));
        }
    }

    /** Each of these documents has a hundred kilobytes, and its graph forty megabytes of text. */
    @Test
    void elementsOfLongTextAreNotHeldTogether() throws Exception {
        StringBuilder names = new StringBuilder("p:a");
        for (int i = 0; i < 400; i++) {
            names.append(",p:").append(i);
        }
        byte[] document =
                TestFiles.utf8("@prefix p: <urn:" + "x".repeat(100_000) + "/> . <urn:s> <urn:p> " + names + " .");
        Path file = TestFiles.write(
                folder.resolve("long.tar"),
                TestFiles.tar(Map.of("1.ttl", document, "2.ttl", document, "3.ttl", document)));
        RdfSourceTask task = file(file, Map.of());
        assertThat(List.of(poll(task).size(), poll(task).size(), poll(task).size()))
                .containsExactly(1, 1, 1);
    }

    @Test
    void batchesAreNoLargerThanConfigured() throws Exception {
        RdfSourceTask task = simulator(7, Map.of("batch.max.records", "3"));
        assertThat(List.of(poll(task).size(), poll(task).size(), poll(task).size()))
                .containsExactly(3, 3, 1);
        assertThat(task.poll()).isNull();
    }

    @Test
    void resumedSimulatorGivesExactlyTheRest() throws Exception {
        RdfSourceTask first = simulator(40, Map.of("batch.max.records", "13", "simulator.stations", "2"));
        List<SourceRecord> begun = poll(first);
        offsets.store(begun.get(begun.size() - 1));
        first.stop();
        List<SourceRecord> rest = pollAll(simulator(40, Map.of("simulator.stations", "2")));
        List<SourceRecord> expected = pollAll(fresh(40, Map.of("simulator.stations", "2")));
        assertThat(graphs(rest)).isEqualTo(graphs(expected.subList(13, 40)));
        assertThat(rest.get(0).sourceOffset()).isEqualTo(Map.of("elements", 14L, "complete", false));
        assertThat(rest.get(26).sourceOffset()).isEqualTo(Map.of("elements", 40L, "complete", true));
    }

    @Test
    void completeInputIsNotEmittedAgain() throws Exception {
        List<SourceRecord> records = pollAll(simulator(4, Map.of()));
        offsets.store(records.get(3));
        assertThat(simulator(4, Map.of()).poll()).isNull();
        Path file = quads("a.nq", 2);
        List<SourceRecord> ofFile = pollAll(file(file, Map.of()));
        offsets.store(ofFile.get(1));
        assertThat(file(file, Map.of()).poll()).isNull();
    }

    @Test
    void longerSimulationGoesOnWhereTheShorterEnded() throws Exception {
        offsets.store(pollAll(simulator(4, Map.of())).get(3));
        assertThat(graphs(pollAll(simulator(6, Map.of()))))
                .isEqualTo(simulated(6).subList(4, 6).stream()
                        .map(SimulatedElement::graph)
                        .toList());
    }

    @Test
    void anotherSeedIsAnotherInput() throws Exception {
        offsets.store(pollAll(simulator(4, Map.of())).get(3));
        assertThat(pollAll(simulator(4, Map.of("simulator.seed", "2")))).hasSize(4);
    }

    @Test
    void aFileOfPatchesGivesARecordForEachAndResumesExactly() throws Exception {
        String patch = "TX .\nA <urn:s> <urn:p> \"%d\" <urn:g> .\nTC .\nZ .\n";
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            text.append(patch.formatted(i));
        }
        Path file = TestFiles.write(folder.resolve("log.rdfp.gz"), TestFiles.gzip(TestFiles.utf8(text.toString())));
        RdfSourceTask first = file(file, Map.of("batch.max.records", "2", "topic.partitions", "3"));
        List<SourceRecord> begun = poll(first);
        assertThat(begun).hasSize(2).allSatisfy(record -> {
            assertThat(record.key()).isEqualTo("log");
            assertThat(record.valueSchema()).isEqualTo(RdfStructs.PATCH_SCHEMA);
            assertThat(record.kafkaPartition()).isEqualTo(RecordStamps.partitionOf("log", 3));
            assertThat(record.headers().lastWithName("velella.partition")).isNotNull();
        });
        offsets.store(begun.get(1));
        first.stop();
        List<SourceRecord> rest = pollAll(file(file, Map.of("key.constant", "k")));
        assertThat(rest).extracting(SourceRecord::key).containsExactly("k", "k", "k");
        assertThat(rest)
                .extracting(record -> ((RdfPatch) RdfStructs.toElement(record.value()))
                        .operations()
                        .get(1)
                        .toString())
                .allSatisfy(row -> assertThat(row).contains("urn:g"));
        assertThat(((RdfPatch) RdfStructs.toElement(rest.get(0).value()))
                        .operations()
                        .get(1)
                        .toString())
                .contains("\"2\"");
        assertThat(rest.get(2).sourceOffset()).isEqualTo(Map.of("elements", 5L, "complete", true));
    }

    @Test
    void resumedFileGivesExactlyTheRest() throws Exception {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        for (int i = 0; i < 9; i++) {
            entries.put(i + ".ttl", TestFiles.utf8("<urn:a> <urn:b> " + i + " ."));
        }
        byte[] archive = TestFiles.gzip(TestFiles.tar(entries));
        Path file = TestFiles.write(folder.resolve("stream.tar.gz"), archive);
        List<SourceRecord> all = pollAll(file(file, Map.of()));
        assertThat(all).hasSize(9).allSatisfy(r -> assertThat(r.key()).isEqualTo("stream"));
        offsets.store(all.get(3));
        assertThat(graphs(pollAll(file(file, Map.of())))).isEqualTo(graphs(all.subList(4, 9)));
    }

    /** What a message needs stands before it in the log: prefixes, base, version, context. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "log.nt | VERSION \"1.2-messages\"~ | <urn:a> <urn:b> \"%d\" .~ | MESSAGE~",
                "log.nq | VERSION \"1.1-messages\"~ | <urn:a> <urn:b> \"%d MESSAGE\" <urn:g> .~ | MESSAGE~",
                "log.ttl | VERSION \"1.2-messages\" PREFIX : <urn:> BASE <urn:x:>~ | :a <b> \"\"\"%d~MESSAGE~\"\"\" , _:b .~ | MESSAGE~",
                "log.trig | @prefix : <urn:> . @version \"1.2-messages\" .~ | :g { :a :b %d . _:b :c :d }~ | @message .~",
                "log.ndjsonld | {\"@context\": {\"@vocab\": \"urn:\"}}~ | {\"@id\": \"urn:a\", \"b\": %d}~ | ``"
            })
    void aLogGoesOnBehindTheStoredMessage(String name, String head, String message, String delimiter) throws Exception {
        StringBuilder log = new StringBuilder(head);
        for (int i = 0; i < 6; i++) {
            log.append(i == 3 ? delimiter.isEmpty() ? "{}~" : "" : message.formatted(i))
                    .append(delimiter);
        }
        Path file = TestFiles.write(
                folder.resolve(name), TestFiles.utf8(log.toString().replace("~", "\n")));
        List<SourceRecord> all = pollAll(file(file, Map.of("key.source", "constant")));
        assertThat(all).hasSize(6);
        assertThat(graphs(all).get(3).statements()).isEmpty();
        for (int i = 0; i < 5; i++) {
            offsets.store(all.get(i));
            assertThat(graphs(pollAll(file(file, Map.of("key.source", "constant")))))
                    .isEqualTo(graphs(all.subList(i + 1, 6)));
        }
        assertThat(all.get(5).sourceOffset()).isEqualTo(Map.of("elements", 6L, "complete", true));
    }

    @Test
    void fileThatBecameShorterIsAnError() throws Exception {
        Path file = quads("a.nq", 5);
        offsets.store(pollAll(file(file, Map.of())).get(3));
        quads("a.nq", 2);
        RdfSourceTask task = file(file, Map.of());
        assertThatThrownBy(task::poll)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("ends 2 elements before the stored offset");
    }

    @Test
    void keyOfAFileComesFromTheGraphNameOrTheConfiguration() throws Exception {
        Path file = quads("a.nq", 1);
        assertThat(poll(file(file, Map.of())).get(0).key()).isEqualTo("http://e/station/7");
        assertThat(poll(file(file, Map.of("key.pattern", "station/(\\d+)")))
                        .get(0)
                        .key())
                .isEqualTo("7");
        assertThat(poll(file(file, Map.of("key.source", "constant", "key.constant", "k")))
                        .get(0)
                        .key())
                .isEqualTo("k");
        RdfSourceTask none = file(file, Map.of("key.pattern", "x(y)"));
        assertThatThrownBy(none::poll)
                .isInstanceOf(ConnectException.class)
                .hasMessageStartingWith(file + ": element 1: no key: key.pattern x(y) finds none");
    }

    @Test
    void recentTimeOfAnElementIsTheTimestamp() throws Exception {
        SourceRecord record = poll(simulator(1, Map.of())).get(0);
        assertThat(record.timestamp())
                .isEqualTo(Instant.parse("2023-01-02T15:36:37.065Z").toEpochMilli());
        assertThat(record.headers()).isEmpty();
    }

    @Test
    void oldTimeOfAnElementGoesIntoAHeader() throws Exception {
        SourceRecord record =
                poll(simulator(1, Map.of("timestamp.max.age.ms", "60000"))).get(0);
        assertThat(record.timestamp()).isEqualTo(NOW.toEpochMilli());
        assertThat(record.headers()).hasSize(1);
        assertThat(record.headers().lastWithName("event-time").value()).isEqualTo("1672673797065");
        assertThat(record.headers().lastWithName("event-time").schema()).isEqualTo(Schema.STRING_SCHEMA);
    }

    @Test
    void timeInTheFutureGoesIntoAHeader() throws Exception {
        String graph = String.format(GRAPH, 1);
        Path file = TestFiles.write(
                folder.resolve("a.nq"),
                TestFiles.utf8(graph + " <http://www.w3.org/ns/prov#atTime> \"2023-01-02T16:00:00.001Z\""
                        + "^^<http://www.w3.org/2001/XMLSchema#dateTime> .\n<urn:a> <urn:b> <urn:c> " + graph
                        + " .\n"));
        SourceRecord record = poll(file(file, Map.of())).get(0);
        assertThat(record.timestamp()).isEqualTo(NOW.toEpochMilli());
        assertThat(record.headers().lastWithName("event-time").value())
                .isEqualTo(Long.toString(NOW.toEpochMilli() + 1));
    }

    @Test
    void elementWithoutATimeHasTheWallClock() throws Exception {
        SourceRecord record = poll(file(quads("a.nq", 1), Map.of())).get(0);
        assertThat(record.timestamp()).isEqualTo(NOW.toEpochMilli());
        assertThat(record.headers()).isEmpty();
    }

    @Test
    void timeOfAFilesElementIsThatOfTheTemporalProperty() throws Exception {
        String graph = String.format(GRAPH, 1);
        Path file = TestFiles.write(
                folder.resolve("a.nq"),
                TestFiles.utf8(graph + " <urn:at> \"2023-01-02T16:59:59+01:00\""
                        + "^^<http://www.w3.org/2001/XMLSchema#dateTime> .\n<urn:a> <urn:b> <urn:c> " + graph
                        + " .\n"));
        SourceRecord record =
                poll(file(file, Map.of("temporal.property", "urn:at"))).get(0);
        assertThat(record.timestamp()).isEqualTo(NOW.toEpochMilli() - 1000);
    }

    @Test
    void elementsBeforeAnErrorAreEmittedAndThenTheErrorIsThrown() throws Exception {
        Path file = quads("a.nq", 3);
        TestFiles.write(file, TestFiles.utf8(Files.readString(file) + "nonsense\n"));
        RdfSourceTask task = file(file, Map.of());
        assertThat(poll(task)).hasSize(2).last().satisfies(r -> assertThat(r.sourceOffset())
                .isEqualTo(Map.of("elements", 2L, "complete", false)));
        assertThatThrownBy(task::poll).isInstanceOf(ConnectException.class).hasMessageStartingWith(file + ": line 4: ");
        assertThatThrownBy(task::poll).isInstanceOf(ConnectException.class);
    }

    @Test
    void rateLimitsWhatIsEmitted() throws Exception {
        RdfSourceTask task = simulator(100, Map.of("simulator.rate.per.second", "10"));
        assertThat(poll(task)).hasSize(1);
        assertThat(task.poll()).isNull();
        nanos += TimeUnit.MILLISECONDS.toNanos(510);
        assertThat(poll(task)).hasSize(5);
    }

    @Test
    void filesFollowEachOtherAndEachHasAnOffsetOfItsOwn() throws Exception {
        quads("b.nq", 3);
        quads("a.nq", 2);
        quads("c.nq", 1);
        List<SourceRecord> all = pollUntil(6, files(Map.of()));
        assertThat(all.stream()
                        .map(r -> r.sourcePartition().get("input").toString().replaceFirst(".*/", "")
                                + r.sourceOffset().get("elements")
                                + r.sourceOffset().get("complete")))
                .containsExactly("a.nq1false", "a.nq2true", "b.nq1false", "b.nq2false", "b.nq3true", "c.nq1true");
        offsets.store(all.get(1));
        offsets.store(all.get(3));
        RdfSourceTask next = files(Map.of());
        assertThat(graphs(pollUntil(2, next))).isEqualTo(graphs(all.subList(4, 6)));
        assertThat(next.poll()).isNull();
    }

    @Test
    void aLoopGoesOnAndIsResumedWhereItWas() throws Exception {
        Path file = quads("a.nq", 3);
        List<SourceRecord> first = pollUntil(10, file(file, Map.of("file.loop", "true", "batch.max.records", "5")));
        assertThat(graphs(first.subList(6, 9))).isEqualTo(graphs(first.subList(0, 3)));
        assertThat(first.get(9).sourceOffset()).isEqualTo(Map.of("elements", 10L, "complete", false));
        offsets.store(first.get(7));
        List<SourceRecord> again = pollUntil(3, file(file, Map.of("file.loop", "true", "batch.max.records", "3")));
        assertThat(graphs(again)).isEqualTo(graphs(List.of(first.get(2), first.get(0), first.get(1))));
        assertThat(again.get(0).sourceOffset()).isEqualTo(Map.of("elements", 9L, "complete", false));
    }

    @Test
    void aReplayIsAsFastAsRecordedTimesTheFactor() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int second : new int[] {0, 10, 10, 5, 30}) {
            String graph = String.format(GRAPH, text.length());
            text.append(graph + " <http://www.w3.org/ns/prov#atTime> \"2023-01-02T10:00:" + (10 + second) + "\""
                    + "^^<http://www.w3.org/2001/XMLSchema#dateTime> .\n<urn:a> <urn:b> <urn:c> " + graph + " .\n");
        }
        Path file = TestFiles.write(folder.resolve("a.nq"), TestFiles.utf8(text.toString()));
        RdfSourceTask task = file(file, Map.of("file.speedup", "10", "file.loop", "true"));
        assertThat(poll(task)).hasSize(1);
        assertThat(task.poll()).isNull();
        nanos += TimeUnit.MILLISECONDS.toNanos(999);
        assertThat(task.poll()).isNull();
        nanos += TimeUnit.MILLISECONDS.toNanos(1);
        assertThat(poll(task)).as("the late one at once").hasSize(3);
        nanos += TimeUnit.MILLISECONDS.toNanos(2000);
        assertThat(poll(task)).as("and the first of the next pass").hasSize(2);
        assertThat(task.poll()).isNull();
        nanos += TimeUnit.MILLISECONDS.toNanos(1000);
        assertThat(poll(task)).hasSize(3);
    }

    @Test
    void aFileHasARateToo() throws Exception {
        RdfSourceTask task = file(quads("a.nq", 30), Map.of("file.rate.per.second", "10"));
        assertThat(poll(task)).hasSize(1);
        nanos += TimeUnit.MILLISECONDS.toNanos(510);
        assertThat(poll(task)).hasSize(5);
    }

    /** Calls that wait would take the better part of an hour. */
    @Test
    @Timeout(300)
    void pollDoesNotWaitOnceStopped() throws Exception {
        RdfSourceTask task = simulator(1, Map.of());
        poll(task);
        task.stop();
        for (int i = 0; i < 5_000; i++) {
            assertThat(task.poll()).isNull();
        }
    }

    @Test
    void stopEndsACallOfPollOnAnotherThread() throws Exception {
        RdfSourceTask task = simulator(0, Map.of());
        AtomicLong emitted = new AtomicLong();
        Thread worker = new Thread(() -> {
            try {
                for (List<SourceRecord> batch = task.poll(); batch != null; batch = task.poll()) {
                    emitted.addAndGet(batch.size());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        worker.start();
        while (emitted.get() == 0) {
            LockSupport.parkNanos(2_000_000);
        }
        task.stop();
        worker.join();
    }

    @Test
    void stopMayComeTwiceOrBeforeStart() {
        RdfSourceTask task = new RdfSourceTask();
        task.stop();
        task.stop();
    }

    private RdfSourceTask simulator(int elements, Map<String, String> more) {
        Map<String, String> props = new HashMap<>(more);
        props.put("source.type", "simulator");
        props.put("topic", "graphs");
        props.put("simulator.elements", Integer.toString(elements));
        return start(props, offsets);
    }

    /** A simulator of which nothing has been emitted yet. */
    private RdfSourceTask fresh(int elements, Map<String, String> more) {
        Map<String, String> props = new HashMap<>(more);
        props.put("source.type", "simulator");
        props.put("topic", "graphs");
        props.put("simulator.elements", Integer.toString(elements));
        return start(props, new StoredOffsets());
    }

    private RdfSourceTask file(Path file, Map<String, String> more) {
        Map<String, String> props = new HashMap<>(more);
        props.put("source.type", "file");
        props.put("topic", "graphs");
        props.put("file.path", file.toString());
        return start(props, offsets);
    }

    /** All files in the folder. */
    private RdfSourceTask files(Map<String, String> more) {
        Map<String, String> props = new HashMap<>(more);
        props.put("source.type", "file");
        props.put("topic", "graphs");
        props.put("file.paths", folder.toString());
        return start(props, offsets);
    }

    private RdfSourceTask start(Map<String, String> props, StoredOffsets context) {
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        RdfSourceTask task = new RdfSourceTask(null, clock, () -> nanos);
        task.initialize(context);
        task.start(props);
        tasks.add(task);
        return task;
    }

    /** A file of so many graphs, each with one statement on a line. */
    private Path quads(String name, int count) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < count; i++) {
            out.append("<urn:a> <urn:b> \"" + i + "\" " + String.format(GRAPH, i) + " .\n");
        }
        return TestFiles.write(folder.resolve(name), TestFiles.utf8(out.toString()));
    }

    private static List<SourceRecord> poll(RdfSourceTask task) throws InterruptedException {
        List<SourceRecord> records = task.poll();
        assertThat(records).isNotNull();
        return records;
    }

    private static List<SourceRecord> pollUntil(int count, RdfSourceTask task) throws InterruptedException {
        List<SourceRecord> all = new ArrayList<>();
        while (all.size() < count) {
            List<SourceRecord> batch = task.poll();
            all.addAll(batch == null ? List.of() : batch);
        }
        return all.subList(0, count);
    }

    private static List<SourceRecord> pollAll(RdfSourceTask task) throws InterruptedException {
        List<SourceRecord> all = new ArrayList<>();
        for (List<SourceRecord> batch = task.poll(); batch != null; batch = task.poll()) {
            all.addAll(batch);
        }
        return all;
    }

    private static List<RdfGraph> graphs(List<SourceRecord> records) {
        return records.stream()
                .map(r -> (RdfGraph) RdfStructs.toElement(r.value()))
                .toList();
    }

    private static List<SimulatedElement> simulated(int count) {
        WeatherSimulator simulator = new WeatherSimulator(WeatherOptions.of(1, count));
        List<SimulatedElement> elements = new ArrayList<>();
        for (SimulatedElement e = simulator.next(); e != null; e = simulator.next()) {
            elements.add(e);
        }
        return elements;
    }
}
