package dev.velella.tests;

import static dev.velella.tests.TopicRun.assertHolds;
import static dev.velella.tests.TopicRun.assertOneLine;
import static dev.velella.tests.TopicRun.blocks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.PatchPosition;
import dev.velella.source.simulator.SimulatedElement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code velella topic copy}. */
class TopicCopyIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Map<String, String> GRAPH = Map.of("content-type", "application/x-jelly-rdf");
    private static final List<RdfGraph> GRAPHS =
            Weather.elements(12, 2).stream().map(SimulatedElement::graph).toList();

    @TempDir
    static Path directory;

    private static EmbeddedBroker broker;
    private static Admin admin;

    @BeforeAll
    static void start() throws Exception {
        broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    private static SentRecords sent(String topic, boolean transactional) throws Exception {
        Topics.create(admin, topic, 1);
        return new SentRecords(broker.bootstrapServers(), topic, 0, transactional);
    }

    private static PartitionEncoder stateful() {
        return new PartitionEncoder(
                new EncoderSettings(JellyOptions.TOPIC, JellyPatchOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT),
                new KeyFrameInterval(100, 600_000));
    }

    private static String output(String command, String topic, String... more) {
        return TopicRun.output(broker.bootstrapServers(), command, topic, more);
    }

    /** The records build on each other across the ends of transactions. */
    @Test
    void recordsOfAbortedTransactionsAreCopiedAndNoOthers() throws Exception {
        Topics.create(admin, "again", 1);
        PartitionEncoder encoder = stateful();
        try (SentRecords records = sent("transactions", true)) {
            records.begin();
            records.send("committed", encoder.encode(GRAPHS.get(0)));
            records.commit();
            records.begin();
            List<long[]> aborted = List.of(
                    records.send("aborted", encoder.encode(GRAPHS.get(1))),
                    records.send("aborted", encoder.encode(GRAPHS.get(2))));
            records.abort(aborted);
            records.begin();
            records.send("committed", encoder.encode(GRAPHS.get(3)));
            records.commit();
            records.begin();
            records.send("open", encoder.encode(GRAPHS.get(4)));

            String copied = output("copy", "transactions", "--aborted", "--to", "again");

            records.commit();
            assertThat(copied)
                    .isEqualTo(
                            "transactions-0: 2 of 5 records; behind the begin of a transaction that is still open: 1\n"
                                    + "2 records written to topic again in one transaction\n");
        }
        List<List<String>> blocks = List.copyOf(blocks(output("cat", "again")).values());
        assertThat(blocks).hasSize(2).allSatisfy(block -> assertThat(block.get(0))
                .contains(" key=\"aborted\" ")
                .endsWith(" graph self-contained"));
        assertHolds(blocks.get(0), GRAPHS.get(1));
        assertHolds(blocks.get(1), GRAPHS.get(2));
    }

    @Test
    void aRecordThatCannotBeDecodedKeepsAllFromBeingWritten() throws Exception {
        Topics.create(admin, "nothing", 1);
        try (SentRecords records = sent("damaged", false)) {
            records.send("right", stateful().encode(GRAPHS.get(0)));
            records.send("garbage", new byte[] {1, 2, 3, 4}, Map.of());
        }

        assertOneLine(
                TopicRun.of(broker.bootstrapServers(), "copy", "damaged", "--to", "nothing"),
                1,
                "damaged-0@1: cannot be decoded: ");
        assertThat(blocks(output("cat", "nothing"))).isEmpty();
        assertOneLine(
                TopicRun.of(broker.bootstrapServers(), "copy", "damaged", "--to", "nowhere"),
                1,
                "there is no topic nowhere at ");
        assertThat(output("copy", "damaged", "--max-messages", "1", "--to", "nothing"))
                .as("the record is left out, as the page of messages advises")
                .endsWith("1 records written to topic nothing in one transaction\n");
    }

    @Test
    void patchesKeepTheirNumbersAndDoNotComeBehindLaterOnes() throws Exception {
        Topics.create(admin, "renumbered", 1);
        RdfPatch patch = RdfPatch.change(List.of(), GRAPHS.get(0).statements());
        String position = new PatchPosition(7, 4711, false).format();
        try (SentRecords records = sent("numbered", false)) {
            records.send("a", stateful().encode(patch), position);
        }

        assertOneLine(
                TopicRun.of(broker.bootstrapServers(), "copy", "numbered", "--to", "numbered"),
                1,
                "numbered-0@0: the record has a number in its stream (patch=" + position + ")");
        output("copy", "numbered", "--to", "renumbered");

        List<String> block = blocks(output("cat", "renumbered")).get(0L);
        assertThat(block.get(0))
                .contains(" key=\"a\" ", " patch=" + position + " ")
                .endsWith(" patch self-contained");
        assertThat(String.join("\n", block)).contains("\nA ");
    }

    @Test
    void quotedTriplesTombstonesTimesAndHeadersAreCopiedButNotTheReasonsOfALetter() throws Exception {
        Topics.create(admin, "whole", 1);
        ValueFactory values = SimpleValueFactory.getInstance();
        RdfGraph quoting = RdfGraph.of(List.of(values.createStatement(
                values.createTriple(values.createIRI("urn:s"), values.createIRI("urn:p"), values.createIRI("urn:o")),
                values.createIRI("urn:p"),
                values.createLiteral("quoted"))));
        JellyOptions star = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2);
        Map<String, String> headers = new HashMap<>(GRAPH);
        headers.putAll(Map.of(
                "mqtt.topic", "site/a7",
                "event-time", "1700000000123",
                "velella.error.reason", "future",
                "RDF-Message-Content-Type", "application/x-velella-rdf",
                "__connect.errors.topic", "graphs"));
        try (SentRecords records = sent("letters", false)) {
            records.send("quoting", new JellyGraphEncoder(star, Limits.DEFAULT).encode(quoting), headers);
            records.send("gone", null, Map.of());
        }

        output("copy", "letters", "--to", "whole");

        Map<Long, List<String>> before = blocks(output("cat", "letters"));
        Map<Long, List<String>> after = blocks(output("cat", "whole"));
        for (long offset = 0; offset < 2; offset++) {
            assertThat(time(after.get(offset))).isEqualTo(time(before.get(offset)));
        }
        assertThat(String.join("\n", after.get(0L)))
                .contains(
                        "<< <urn:s> <urn:p> <urn:o> >>",
                        "# header mqtt.topic=",
                        "# header event-time=\"1700000000123\"")
                .doesNotContain("velella.error", "__connect.errors", "x-velella-rdf");
        assertThat(after.get(1L).get(0)).contains(" key=\"gone\" ").endsWith(" tombstone");
    }

    /** The second word behind the place of a record. */
    private static String time(List<String> block) {
        return block.get(0).split(" ")[2];
    }

    /** As docs/troubleshooting.md advises: remove the cause, and send the letters of the diff app again. */
    @Test
    void aDeadLetterOfTheDiffAppIsTakenWhenItsCauseIsGone(@TempDir Path scratch) throws Exception {
        Map<String, String> diff = new HashMap<>(Map.of(
                "bootstrap.servers", broker.bootstrapServers(),
                "application.id", "copied-letters",
                "state.dir", scratch.resolve("state").toString(),
                "commit.interval.ms", "100",
                "velella.input.topic", "ahead",
                "velella.output.topic", "ahead-patches",
                "velella.on.error", "dead-letter",
                "velella.dead.letter.topic", "ahead-letters"));
        long inADay = System.currentTimeMillis() + Duration.ofDays(1).toMillis();
        Map<String, String> headers = new HashMap<>(GRAPH);
        headers.put("event-time", Long.toString(inADay));
        try (SentRecords records = sent("ahead", false);
                DiffApp app = new DiffApp(new DiffConfig(diff))) {
            records.send("a", new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT).encode(GRAPHS.get(0)), headers);
            app.start();
            Await.until(
                    "the element is a dead letter",
                    PATIENCE,
                    () -> Topics.deadLetters(broker.bootstrapServers(), "ahead-letters")
                                    .size()
                            == 1);
        }
        diff.put("velella.late.max.future.ms", "-1");

        assertThat(output("copy", "ahead-letters", "--to", "ahead"))
                .endsWith("1 records written to topic ahead in one transaction\n");

        try (DiffApp app = new DiffApp(new DiffConfig(diff))) {
            app.start();
            Await.until(
                    "the element gives a patch",
                    PATIENCE,
                    () -> Topics.committed(broker.bootstrapServers(), "ahead-patches", 1)
                                    .size()
                            == 1);
        }
    }
}
