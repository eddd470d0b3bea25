package dev.velella.tests;

import static dev.velella.tests.TopicRun.assertHolds;
import static dev.velella.tests.TopicRun.assertOneLine;
import static dev.velella.tests.TopicRun.blocks;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.cli.VelellaRun;
import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.JellyHeader;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.rdf.GraphHash;
import dev.velella.rdf.PatchHandler;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.record.PatchPosition;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.tests.Installation.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands {@code velella topic cat}, {@code stats} and {@code verify}, run as a user runs them. */
class TopicCommandIT {
    private static final List<RdfGraph> GRAPHS =
            Weather.elements(60, 2).stream().map(SimulatedElement::graph).toList();

    /** What the topic {@code mixed} holds. */
    private static final Map<Long, RdfGraph> MIXED = new TreeMap<>();

    /** Records of its first partition that give no data, by what is wrong with them. */
    private static final Map<String, Long> BAD = new LinkedHashMap<>();

    private static final List<Long> ABORTED = new ArrayList<>();

    @TempDir
    static Path directory;

    @TempDir
    Path scratch;

    private static EmbeddedBroker broker;
    private static String secured;
    private static Admin admin;
    private static SentRecords mixed;
    private static String gapped;
    private static long duplicate;
    private static long tombstone;

    @BeforeAll
    static void fillTopics() throws Exception {
        startBroker();
        admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()));
        fillMixed();
    }

    private static void startBroker() throws IOException {
        int port = Ports.free();
        int controller = Ports.free();
        secured = "localhost:" + Ports.free();
        broker = new EmbeddedBroker(
                directory.resolve("kafka"),
                port,
                Map.of(
                        "listeners",
                        "PLAINTEXT://localhost:" + port + ",CONTROLLER://localhost:" + controller + ",SECURED://"
                                + secured,
                        "advertised.listeners",
                        "PLAINTEXT://localhost:" + port + ",SECURED://" + secured,
                        "controller.quorum.voters",
                        "1@localhost:" + controller,
                        "listener.security.protocol.map",
                        "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:SASL_PLAINTEXT",
                        "sasl.enabled.mechanisms",
                        "PLAIN",
                        "listener.name.secured.plain.sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule required user_reader=\"open-sesame\";"));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    private static PartitionEncoder encoder(int interval) {
        return new PartitionEncoder(
                new EncoderSettings(JellyOptions.TOPIC, JellyPatchOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT),
                new KeyFrameInterval(interval, 600_000));
    }

    private static void create(String topic, int partitions) throws Exception {
        Topics.create(admin, topic, partitions);
    }

    /** Two writers that take turns, and whatever can be wrong; the partition 1 stays empty. */
    private static void fillMixed() throws Exception {
        create("mixed", 2);
        JellyGraphEncoder alone = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);
        PartitionEncoder first = encoder(4);
        PartitionEncoder second = encoder(3);
        mixed = new SentRecords(broker.bootstrapServers(), "mixed", 0, true);
        mixed.begin();
        for (int i = 0; i < 3; i++) {
            keep(
                    mixed.send("alone", alone.encode(GRAPHS.get(i)), Map.of("content-type", "application/x-jelly-rdf")),
                    i);
        }
        StatefulFrame last = null;
        for (int i = 0; i < 9; i++) {
            StatefulFrame frame = first.encode(GRAPHS.get(i));
            gapped = frame.header().streamName();
            if (i == 6) {
                continue; // the record that never came
            }
            long[] sent = mixed.send("first", frame);
            if (i == 7) {
                BAD.put("records between are missing", sent[0]);
            } else {
                keep(sent, i);
            }
            if (i == 5) {
                duplicate = keep(mixed.send("first", frame), i);
            }
            keep(mixed.send("second", second.encode(GRAPHS.get(30 + i))), 30 + i);
            last = frame;
        }
        BAD.put("", mixed.send("garbage", new byte[] {1, 2, 3, 4}, Map.of())[0]);
        JellyHeader real = last.header();
        JellyHeader forged = new JellyHeader(real.kind(), real.stream(), 17, 100_000, 3);
        BAD.put(
                "needs state that nobody wrote",
                mixed.send("forged", last.value(), Map.of("jelly", forged.toString()))[0]);
        BAD.put("is not one of the key-frame protocol", mixed.send("header", last.value(), Map.of("jelly", "g9"))[0]);
        tombstone = mixed.send("gone", null, Map.of())[0];
        mixed.commit();
        mixed.begin();
        List<long[]> aborted = new ArrayList<>();
        PartitionEncoder third = encoder(4);
        for (int i = 0; i < 3; i++) {
            aborted.add(mixed.send("third", third.encode(GRAPHS.get(40 + i))));
            ABORTED.add(aborted.get(i)[0]);
        }
        mixed.abort(aborted);
        third.newStream();
        mixed.begin();
        for (int i = 0; i < 2; i++) {
            keep(mixed.send("third", third.encode(GRAPHS.get(50 + i))), 50 + i);
        }
        mixed.commit();
        mixed.close();
    }

    private static long keep(long[] sent, int graph) {
        MIXED.put(sent[0], GRAPHS.get(graph));
        return sent[0];
    }

    /** In this process; the first run of each command, and one with an error, are processes: {@link #started}. */
    private static Outcome topic(String command, String topic, String... more) {
        return run(arguments(command, topic, more));
    }

    private Outcome started(String command, String topic, String... more) throws Exception {
        return Installation.velella(scratch, arguments(command, topic, more));
    }

    private static Outcome run(String... arguments) {
        VelellaRun run = VelellaRun.of(arguments);
        return new Outcome(run.status(), run.out(), run.err());
    }

    private static String[] arguments(String command, String topic, String... more) {
        return TopicRun.arguments(broker.bootstrapServers(), command, topic, more);
    }

    @Test
    void catPrintsEveryRecordAndItsTextIsReadBackAsTheSameGraphs() throws Exception {
        Outcome outcome = started("cat", "mixed");

        assertOneLine(outcome, 1, "topic mixed: records that could not be decoded: " + BAD.size());
        assertThat(outcome.out()).startsWith("# mixed-0: offsets 0 to ").contains("\n# mixed-1: offsets 0 to 0\n");
        Map<Long, List<String>> blocks = blocks(outcome.out());
        assertThat(blocks).hasSize(mixed.count()).doesNotContainKeys(ABORTED.toArray(Long[]::new));
        for (Map.Entry<Long, RdfGraph> expected : MIXED.entrySet()) {
            assertHolds(blocks.get(expected.getKey()), expected.getValue());
        }
        BAD.forEach((reason, offset) -> assertThat(blocks.get(offset).get(1))
                .startsWith("# cannot be decoded: ")
                .contains(reason.startsWith("needs") ? "does not follow" : reason));
        assertThat(blocks.get(tombstone).get(0)).contains(" key=\"gone\" ").endsWith(" value=0 headers=0 tombstone");
        assertThat(blocks.get(duplicate).get(0)).endsWith(" graph duplicate");
        assertThat(blocks.get(4L).get(0))
                .matches(
                        "# mixed-0@4 20\\S+Z key=\"second\" stream=\\S{8} seq=0 dist=0 value=[0-9]+ headers=[0-9]+ graph"
                                + " first");
    }

    @Test
    void catShowsWhatIsNotCommittedOnlyWhenAsked() throws Exception {
        Outcome outcome = topic(
                "cat",
                "mixed",
                "--partition",
                "0",
                "--isolation-level",
                "read_uncommitted",
                "--offset",
                ABORTED.get(0).toString());

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).as("%s", outcome).isZero();
        Map<Long, List<String>> blocks = blocks(outcome.out());
        assertThat(blocks).hasSize(5).containsKeys(ABORTED.toArray(Long[]::new));
        assertHolds(blocks.get(ABORTED.get(2)), GRAPHS.get(42));
    }

    @Test
    void catBegunInTheMiddleOfAStreamDecodesByLookBackAndJsonIsOneObjectALine() throws Exception {
        long middle = duplicate;

        Outcome outcome = topic(
                "cat",
                "mixed",
                "--partition",
                "0",
                "--offset",
                Long.toString(middle),
                "--max-messages",
                "2",
                "--format",
                "json");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).as("%s", outcome).isZero();
        List<JsonNode> objects = new ArrayList<>();
        for (String line : outcome.out().lines().toList()) {
            objects.add(new ObjectMapper().readTree(line));
        }
        assertThat(objects).hasSize(2);
        for (JsonNode object : objects) {
            List<String> lines = new ArrayList<>();
            object.get("lines").forEach(line -> lines.add(line.asText()));
            assertHolds(lines, MIXED.get(object.get("offset").asLong()));
            assertThat(object.get("dist").asLong()).isPositive();
        }
    }

    @Test
    void statsCountExactlyWhatWasSent() throws Exception {
        Outcome outcome = started("stats", "mixed", "--json");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).as("%s", outcome).isZero();
        JsonNode report = new ObjectMapper().readTree(outcome.out());
        assertThat(report.get("complete").asBoolean()).isTrue();
        assertThat(report.get("partitions")).hasSize(2);
        assertThat(report.get("partitions").get(1).get("records").asLong()).isZero();
        JsonNode total = report.get("total");
        long statements = MIXED.values().stream()
                .mapToLong(graph -> graph.statements().size())
                .sum();
        Map<String, Long> expected = new LinkedHashMap<>();
        expected.put("records", (long) mixed.count());
        expected.put("tombstones", 1L);
        expected.put("selfContained", 3L);
        // 8 and a duplicate of the first writer, 8 of the second, 2 of the third, and the forged one
        expected.put("stateful", 20L);
        expected.put("keyFrames", 7L);
        expected.put("undecoded", (long) BAD.size());
        expected.put("missingState", 2L);
        expected.put("graphs", (long) MIXED.size());
        expected.put("statements", statements);
        expected.put("patches", 0L);
        expected.put("duplicates", 1L);
        expected.put("replayed", 0L);
        expected.put("lost", 1L);
        expected.put("valueBytes", mixed.valueBytes());
        expected.put("keyBytes", mixed.keyBytes());
        expected.put("headerBytes", mixed.headerBytes());
        Map<String, Long> found = new LinkedHashMap<>();
        expected.keySet().forEach(name -> found.put(name, total.get(name).asLong(-1)));
        assertThat(found).isEqualTo(expected);
        assertThat(report.get("gaps")).hasSize(1);
        assertThat(report.get("gaps").get(0).get("stream").asText()).isEqualTo(gapped);
        assertThat(report.get("gaps").get(0).get("lost").asLong()).isEqualTo(1);
        JsonNode streams = report.get("partitions").get(0).get("streams");
        assertThat(streams).hasSize(3);
        assertThat(streams.get(0).get("stream").asText()).isEqualTo(gapped);
        assertThat(streams.get(0).get("records").asLong()).isEqualTo(10);
        assertThat(streams.get(0).get("decoded").asLong()).isEqualTo(8);
        assertThat(streams.get(0).get("keyFrames").asLong()).isEqualTo(3);
        assertThat(streams.get(0).get("largestDistance").asLong()).isEqualTo(3);
        assertThat(streams.get(0).get("firstOffset").asLong()).isEqualTo(3);
        assertThat(streams.get(0).get("open").asBoolean()).isFalse();
        assertThat(streams.get(2).get("open").asBoolean()).isTrue();

        Outcome text = topic("stats", "mixed");
        assertThat(text.status()).as("%s", text).isZero();
        assertThat(text.out())
                .startsWith("topic mixed, 2 partitions, read_committed\n")
                .contains("streams: 3\n")
                .contains("1 record of stream " + gapped + " lost between offset ");
    }

    @Test
    void verifyNamesEveryProblemAndItsPlace() throws Exception {
        Outcome outcome = started("verify", "mixed");

        assertOneLine(outcome, 1, "topic mixed is damaged; problems: " + (BAD.size() + 1));
        BAD.forEach(
                (reason, offset) -> assertThat(outcome.out()).contains("mixed-0@" + offset + ": cannot be decoded: "));
        assertThat(outcome.out())
                .contains(": 1 record of stream " + gapped + " lost between offset ")
                .contains("\nmixed-1: offsets 0 to 0, 0 records: ")
                .endsWith("damaged\n");

        Outcome bounded = topic("verify", "mixed", "--max-problems", "2");
        assertOneLine(bounded, 1, "problems: " + (BAD.size() + 1));
        assertThat(bounded.out().lines().filter(line -> line.startsWith("mixed-0@")))
                .hasSize(2);
        assertThat(bounded.out()).contains("... and " + (BAD.size() - 1) + " more problems");
    }

    @Test
    void aTrimmedTopicIsNotCalledWholeAndIsDamagedOnlyWhenStrict() throws Exception {
        create("cut", 1);
        PartitionEncoder encoder = encoder(5);
        try (SentRecords sent = new SentRecords(broker.bootstrapServers(), "cut", 0, false)) {
            for (int i = 0; i < 12; i++) {
                sent.send("k", encoder.encode(GRAPHS.get(i)));
            }
        }
        assertThat(topic("verify", "cut").out())
                .endsWith("all: 12 records: 12 decoded, 0 tombstones, 0 not decoded,"
                        + " 0 lost, 0 duplicates, 0 replayed\nwhole\n");

        admin.deleteRecords(Map.of(new TopicPartition("cut", 0), RecordsToDelete.beforeOffset(3)))
                .all()
                .get();
        Outcome lenient = topic("verify", "cut");
        assertThat(lenient.err()).isEmpty();
        assertThat(lenient.status()).as("%s", lenient).isZero();
        assertThat(lenient.out())
                .contains("cut-0@3: the log begins here: the records before this offset were deleted")
                .contains("cut-0@3: cannot be decoded, because its key frame is before the start of the log: ")
                .contains("cut-0@4: ")
                .doesNotContain("cut-0@5: ")
                .endsWith("\ntrimmed: no problem in the records that are there; older records were deleted\n");
        assertOneLine(topic("verify", "cut", "--strict"), 1, "topic cut is damaged; problems: 3");
        assertThat(topic("verify", "cut", "--offset", "5").out())
                .endsWith("\npartial: no problem in the records that were read; the options left out the others\n");
        assertOneLine(topic("cat", "cut", "--offset", "1"), 1, "records that could not be decoded: 2");
    }

    @Test
    void verifyFollowsTheChainOfPatchesOfEveryKey() throws Exception {
        create("patches", 1);
        PartitionEncoder encoder = encoder(3);
        List<RdfPatch> patches = new ArrayList<>();
        Chain a = new Chain();
        Chain b = new Chain();
        try (SentRecords sent = new SentRecords(broker.bootstrapServers(), "patches", 0, false)) {
            for (int i = 0; i < 8; i++) {
                Chain chain = i % 2 == 0 ? a : b;
                patches.add(chain.next(GRAPHS.get(i)));
                sent.send(i % 2 == 0 ? "a" : "b", encoder.encode(patches.get(i)), chain.position());
            }
            Outcome whole = topic("verify", "patches");
            assertThat(whole.err()).isEmpty();
            assertThat(whole.out())
                    .contains("\npatch chains: 2 keys, 0 breaks\n")
                    .endsWith("whole\n");

            Outcome text = topic("cat", "patches");
            assertThat(text.err()).isEmpty();
            assertThat(read(text.out())).isEqualTo(patches);
            assertThat(text.out()).contains(" patch=4." + GraphHash.format(a.hash()) + " ");

            a.next(GRAPHS.get(20)); // never sent
            RdfPatch afterGap = a.next(GRAPHS.get(22));
            sent.send("a", encoder.encode(afterGap), a.position());
            RdfPatch wrong = b.next(GRAPHS.get(21));
            sent.send("b", encoder.encode(wrong), new PatchPosition(5, 4711, false).format());
        }
        Outcome broken = topic("verify", "patches");
        assertOneLine(broken, 1, "topic patches is damaged; problems: 2");
        assertThat(broken.out())
                .contains("patches-0@8: the chain of patches is broken: expected patch number 5, found 6\n")
                .contains("patches-0@9: the chain of patches is broken: expected state hash ")
                .contains("\npatch chains: 2 keys, 2 breaks\n");
    }

    /** As MirrorMaker sends records again that it had sent before it was killed. */
    @Test
    void aCopyThatWasMadeAtLeastOnceIsWhole() throws Exception {
        create("copied", 1);
        PartitionEncoder encoder = encoder(4);
        Chain chain = new Chain();
        List<StatefulFrame> frames = new ArrayList<>();
        List<String> positions = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            frames.add(encoder.encode(chain.next(GRAPHS.get(i))));
            positions.add(chain.position());
        }
        try (SentRecords sent = new SentRecords(broker.bootstrapServers(), "copied", 0, false)) {
            for (int i : List.of(0, 1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 7, 8, 9, 9, 6, 7, 8, 9, 10, 11)) {
                sent.send("a", frames.get(i), positions.get(i));
            }
        }
        Outcome outcome = topic("verify", "copied");
        assertThat(outcome.status()).as("%s", outcome).isZero();
        assertThat(outcome.out())
                .contains("22 records: 22 decoded, 0 tombstones, 0 not decoded, 0 lost, 1 duplicates, 9 replayed")
                .contains("patch chains: 1 keys, 0 breaks, 9 patches repeated\n")
                .endsWith("\nwhole\n");
    }

    /** The patches of one key. */
    private static final class Chain {
        private Set<Statement> graph = Set.of();
        private long number;

        RdfPatch next(RdfGraph element) {
            Set<Statement> after = new HashSet<>(element.statements());
            List<Statement> deletes = graph.stream()
                    .filter(statement -> !after.contains(statement))
                    .toList();
            List<Statement> adds = after.stream()
                    .filter(statement -> !graph.contains(statement))
                    .toList();
            graph = after;
            number++;
            return RdfPatch.change(deletes, adds);
        }

        long hash() {
            return GraphHash.ofSet(graph);
        }

        String position() {
            return new PatchPosition(number, hash(), false).format();
        }
    }

    private static List<RdfPatch> read(String text) throws IOException {
        List<RdfPatch> patches = new ArrayList<>();
        List<PatchOperation> rows = new ArrayList<>();
        try (RdfPatchTextReader reader = new RdfPatchTextReader(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), SimpleValueFactory.getInstance())) {
            PatchHandler handler = new PatchHandler() {
                @Override
                public void operation(PatchOperation operation) {
                    rows.add(operation);
                }

                @Override
                public void endOfPatch() {
                    patches.add(new RdfPatch(rows));
                    rows.clear();
                }
            };
            boolean more = true;
            while (more) {
                more = reader.read(handler);
            }
            assertThat(rows).isEmpty();
        }
        return patches;
    }

    @Test
    void followGoesOnUntilItIsInterruptedAndThenEndsCleanly() throws Exception {
        create("live", 2);
        Path out = scratch.resolve("follow.txt");
        Path err = scratch.resolve("follow-err.txt");
        PartitionEncoder encoder = encoder(4);
        try (SentRecords sent = new SentRecords(broker.bootstrapServers(), "live", 1, false)) {
            sent.send("k", encoder.encode(GRAPHS.get(0)));
            Process process = Installation.start(
                    out,
                    err,
                    "topic",
                    "cat",
                    "--bootstrap-server",
                    broker.bootstrapServers(),
                    "--topic",
                    "live",
                    "--follow");
            try {
                Await.until("the record that is there", Duration.ofSeconds(240), () -> Files.readString(out)
                        .contains("# live-1@0 "));
                sent.send("k", encoder.encode(GRAPHS.get(1)));
                Await.until("the record that came", Duration.ofSeconds(240), () -> Files.readString(out)
                        .contains("# live-1@1 "));
                new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                        .start()
                        .waitFor();
                assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
            } finally {
                process.destroyForcibly();
            }
            assertThat(process.exitValue()).isEqualTo(130);
        }
        assertThat(Files.readString(err)).isEmpty();
        assertHolds(blocks(Files.readString(out)).get(1L), GRAPHS.get(1));
    }

    @Test
    void nobodyReadingOnEndsItWithoutAWord() throws Exception {
        create("big", 1);
        JellyGraphEncoder alone = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);
        try (SentRecords sent = new SentRecords(broker.bootstrapServers(), "big", 0, false)) {
            for (int i = 0; i < 60; i++) {
                sent.send("k", alone.encode(GRAPHS.get(i)), Map.of());
            }
        }
        Path err = scratch.resolve("pipe-err.txt");
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        "\"$0\" \"$@\" | head -n 1; exit ${PIPESTATUS[0]}",
                        Installation.home().resolve("bin/velella").toString(),
                        "topic",
                        "cat",
                        "--bootstrap-server",
                        broker.bootstrapServers(),
                        "--topic",
                        "big")
                .redirectError(err.toFile())
                .start();
        String line = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(line).isEqualTo("# big-0: offsets 0 to 60\n");
        assertThat(Files.readString(err)).isEmpty();
    }

    @Test
    void aSecuredBrokerIsReadWithTheClientsProperties() throws Exception {
        String[] arguments = {"topic", "verify", "--bootstrap-server", secured, "--topic", "mixed", "--partition", "1"};

        Outcome right = Installation.velella(scratch, with(arguments, properties("open-sesame")));
        assertThat(right.err()).isEmpty();
        assertThat(right.status()).as("%s", right).isZero();

        // In the middle of a stream, so that look-back has to log in too.
        Outcome middle = run(with(
                new String[] {
                    "topic",
                    "cat",
                    "--bootstrap-server",
                    secured,
                    "--topic",
                    "mixed",
                    "--offset",
                    Long.toString(duplicate),
                    "--max-messages",
                    "1"
                },
                properties("open-sesame")));
        assertThat(middle.err()).isEmpty();
        assertHolds(blocks(middle.out()).get(duplicate), MIXED.get(duplicate));

        Outcome wrong = run(with(arguments, properties("guessed")));
        assertOneLine(wrong, 1, "velella: cannot read topic mixed: ", "Authentication failed");
        assertThat(wrong.err()).doesNotContain("guessed");
    }

    private String[] with(String[] arguments, Path properties) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--command-config", properties.toString()));
        all.addAll(List.of("--timeout-ms", "120000"));
        return all.toArray(String[]::new);
    }

    private Path properties(String password) throws IOException {
        return Files.writeString(
                scratch.resolve(password + ".properties"),
                "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\n"
                        + "sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required"
                        + " username=\"reader\" password=\"" + password + "\";\n");
    }

    @Test
    void aTopicOrPartitionThatIsNotThereIsOneLine() throws Exception {
        assertOneLine(started("cat", "nowhere"), 1, "there is no topic nowhere at " + broker.bootstrapServers());
        assertOneLine(topic("cat", "mixed", "--partition", "0,7"), 1, "topic mixed has no partition 7");
        assertThat(admin.listTopics().names().get()).doesNotContain("nowhere");
    }

    @Test
    void readingBeginsAtATime() throws Exception {
        Outcome past = topic("stats", "mixed", "--json", "--from-datetime", "2020-01-01T00:00:00");
        Outcome future = topic("stats", "mixed", "--json", "--from-datetime", "2999-01-01T00:00:00Z");

        assertThat(new ObjectMapper()
                        .readTree(past.out())
                        .get("total")
                        .get("records")
                        .asInt())
                .isEqualTo(mixed.count());
        assertThat(new ObjectMapper()
                        .readTree(future.out())
                        .get("total")
                        .get("records")
                        .asInt())
                .isZero();
        assertThat(new TreeSet<>(List.of(past.status(), future.status()))).containsExactly(0);
    }
}
