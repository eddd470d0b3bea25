package dev.velella.tests.asof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.cli.VelellaRun;
import dev.velella.log.LogException;
import dev.velella.log.TopicAccess;
import dev.velella.log.asof.AsOf;
import dev.velella.log.asof.LogTopics;
import dev.velella.log.asof.Moment;
import dev.velella.log.asof.Past;
import dev.velella.log.asof.PastRepository;
import dev.velella.log.asof.PastStream;
import dev.velella.log.asof.StreamSelection;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import dev.velella.tests.asof.LoggedPast.Entry;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.repository.Repository;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code velella as-of} and {@code velella log} against an oracle that knows each graph of the past. */
class AsOfIT {
    private static final int MOMENTS = Integer.getInteger("velella.asof.moments", 15);
    private static final int QUERIED = Integer.getInteger("velella.asof.queried", 6);
    private static final int PATCHES = 3000;
    private static final int INTERVAL = 25;
    private static final long SEED = Long.getLong("velella.asof.seed", 20261125);

    @TempDir
    static Path directory;

    @TempDir
    Path scratch;

    private static EmbeddedBroker broker;
    private static Admin admin;
    private static LoggedPast past;

    @BeforeAll
    static void fill() throws Exception {
        broker = new EmbeddedBroker(directory.resolve("kafka"), Ports.free());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        past = write("patches", "snapshots", PATCHES, SEED);
    }

    private static LoggedPast write(String patches, String snapshots, int count, long seed) throws Exception {
        // The records are from a time that the retention of the broker would not keep.
        List<NewTopic> topics = Stream.of(patches, snapshots)
                .map(name -> new NewTopic(name, LoggedPast.PARTITIONS, (short) 1).configs(Map.of("retention.ms", "-1")))
                .toList();
        Topics.create(admin, topics);
        try (PatchTopicWriter writer = new PatchTopicWriter(broker.bootstrapServers(), patches, snapshots, INTERVAL)) {
            return LoggedPast.write(writer, count, seed);
        }
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    private static LogTopics topics(String patches, @Nullable String snapshots) {
        TopicAccess access = new TopicAccess(
                broker.bootstrapServers(), patches, Map.of("fetch.max.wait.ms", "5"), true, Duration.ofSeconds(60));
        return LogTopics.of(access, snapshots);
    }

    private static Map<String, Set<Statement>> graphs(Past answer) {
        assertThat(answer.lost()).isEmpty();
        return answer.streams().stream()
                .collect(Collectors.toMap(PastStream::key, PastStream::statements, (a, b) -> a, TreeMap::new));
    }

    private static Moment moment(Random random, int n) {
        Entry entry = past.entries().get(random.nextInt(past.entries().size()));
        return switch (n % 3) {
            case 0 -> new Moment.RecordTime(entry.timestamp() + random.nextInt(3) - 1);
            case 1 -> new Moment.EventTime(entry.eventTime() + random.nextInt(3) - 1);
            default -> {
                Map<Integer, Long> offsets = new TreeMap<>();
                past.last()
                        .forEach((partition, last) -> offsets.put(partition, (long) random.nextInt((int) (last + 1))));
                yield new Moment.Offsets(offsets);
            }
        };
    }

    @Test
    void graphsAndAnswersEqualThoseOfTheOracleAtRandomMoments() {
        Random random = new Random(SEED);
        try (AsOf asOf = new AsOf(topics("patches", "snapshots"));
                AsOf replayed = new AsOf(topics("patches", null))) {
            for (int n = 0; n < MOMENTS; n++) {
                Moment moment = moment(random, n);
                Map<String, Set<Statement>> expected = past.at(moment);
                Past all = asOf.at(moment, StreamSelection.ALL, Set.of(), false);
                assertThat(graphs(all)).as("%s", moment).isEqualTo(expected);
                assertThat(graphs((n % 2 == 0 ? asOf : replayed)
                                .at(moment, StreamSelection.withPrefix("boat/"), Set.of(), false)))
                        .as("boats, %s", moment)
                        .isEqualTo(boats(expected));
                if (!(moment instanceof Moment.EventTime)) {
                    graphs(asOf.at(moment, StreamSelection.ALL, Set.of(), true))
                            .forEach((key, graph) -> assertThat(graph)
                                    .as("%s from snapshots, %s", key, moment)
                                    .isEqualTo(expected.get(key)));
                }
                for (String key : expected.keySet()) {
                    assertThat(graphs(asOf.at(moment, StreamSelection.of(key), Set.of(), false)))
                            .as("%s, %s", key, moment)
                            .isEqualTo(Map.of(key, expected.get(key)));
                }
                if (n < QUERIED) {
                    compareAnswers(all, expected, moment);
                }
            }
        }
    }

    private static Map<String, Set<Statement>> boats(Map<String, Set<Statement>> all) {
        Map<String, Set<Statement>> boats = new TreeMap<>(all);
        boats.keySet().removeIf(key -> !key.startsWith("boat/"));
        return boats;
    }

    private static void compareAnswers(Past all, Map<String, Set<Statement>> expected, Moment moment) {
        Repository oracle = new SailRepository(new MemoryStore());
        try (RepositoryConnection connection = oracle.getConnection()) {
            expected.values().forEach(connection::add);
        }
        Repository repository = PastRepository.of(all);
        for (String query : PastQueries.ALL) {
            assertThat(PastQueries.answer(repository, query))
                    .as("%s, %s", query, moment)
                    .isEqualTo(PastQueries.answer(oracle, query));
        }
        assertThatThrownBy(
                        () -> PastQueries.answer(repository, "SELECT * { SERVICE <http://localhost:1/> { ?s ?p ?o } }"))
                .hasMessageContaining("SERVICE");
        repository.shutDown();
        oracle.shutDown();
    }

    @Test
    void everyNumberOfAStreamGivesItsGraph() {
        try (AsOf asOf = new AsOf(topics("patches", "snapshots"))) {
            for (int i = 0; i < past.entries().size(); i += 97) {
                Entry entry = past.entries().get(i);
                Past answer = asOf.at(
                        new Moment.PatchNumber(entry.number()), StreamSelection.of(entry.key()), Set.of(), false);
                assertThat(graphs(answer)).isEqualTo(Map.of(entry.key(), entry.graph()));
                assertThat(answer.streams().get(0).position().number()).isEqualTo(entry.number());
            }
            assertThatThrownBy(() -> asOf.at(
                            new Moment.PatchNumber(100_000), StreamSelection.of(LoggedPast.key(0)), Set.of(), false))
                    .isInstanceOf(LogException.class)
                    .hasMessage("topic patches: stream boat/0 has no patch 100000");
            assertThatThrownBy(() -> asOf.at(
                            new Moment.RecordTime(LoggedPast.BEGIN - 1), StreamSelection.of("boat/0"), Set.of(), false))
                    .hasMessage("topic patches: stream boat/0 has no patch before the moment");
        }
    }

    @Test
    void oneStreamIsReadFromItsNearestSnapshotOn() {
        Entry last = past.entries().stream()
                .filter(entry -> entry.key().equals(LoggedPast.key(4)))
                .reduce((first, second) -> second)
                .orElseThrow();
        try (AsOf asOf = new AsOf(topics("patches", "snapshots"))) {
            Past answer = asOf.at(
                    new Moment.Offsets(Map.of(last.partition(), last.offset())),
                    StreamSelection.of(last.key()),
                    Set.of(),
                    false);
            assertThat(answer.streams().get(0).base()).startsWith("snapshots-" + last.partition() + "@");
            assertThat(last.offset() - answer.partitions().get(0).begin())
                    .as("offsets that were read")
                    .isLessThan(3L * INTERVAL * LoggedPast.STREAMS);
        }
    }

    @Test
    void aTrimmedLogTellsWhatSnapshotsCoverAndNamesTheRest() throws Exception {
        LoggedPast trimmed = write("trimmed", "trimmed-snapshots", 1500, 7);
        Map<Integer, Long> cut = new TreeMap<>();
        trimmed.last().forEach((partition, last) -> cut.put(partition, last / 2));
        admin.deleteRecords(cut.entrySet().stream()
                        .collect(Collectors.toMap(
                                entry -> new TopicPartition("trimmed", entry.getKey()),
                                entry -> RecordsToDelete.beforeOffset(entry.getValue()))))
                .all()
                .get();
        Random random = new Random(SEED);
        int onlyBySnapshots = 0;
        try (AsOf asOf = new AsOf(topics("trimmed", "trimmed-snapshots"));
                AsOf without = new AsOf(topics("trimmed", null))) {
            for (int n = 0; n < 8; n++) {
                Map<Integer, Long> offsets = new TreeMap<>();
                trimmed.last()
                        .forEach((partition, last) -> offsets.put(
                                partition, cut.get(partition) + random.nextInt((int) (last - cut.get(partition)))));
                Moment moment = new Moment.Offsets(offsets);
                Map<String, Set<Statement>> expected = trimmed.at(moment);
                Set<String> bySnapshots = told(asOf.at(moment, StreamSelection.ALL, Set.of(), false), expected, moment);
                Set<String> byPatches =
                        told(without.at(moment, StreamSelection.ALL, Set.of(), false), expected, moment);
                assertThat(bySnapshots).as("%s", moment).containsAll(known(trimmed, cut, offsets, INTERVAL));
                assertThat(byPatches).as("%s", moment).isEqualTo(known(trimmed, cut, offsets, Long.MAX_VALUE));
                onlyBySnapshots += bySnapshots.size() - byPatches.size();
            }
            assertThat(onlyBySnapshots)
                    .as("streams that only a snapshot can tell")
                    .isPositive();
            assertThatThrownBy(() ->
                            asOf.at(new Moment.RecordTime(LoggedPast.BEGIN), StreamSelection.ALL, Set.of(), false))
                    .hasMessageContaining("this is the first record that is left")
                    .hasMessageContaining("retention");
        }
    }

    /** The streams that an answer tells, each with its right statements; it names the others as lost. */
    private static Set<String> told(Past answer, Map<String, Set<Statement>> expected, Moment moment) {
        Set<String> told = new TreeSet<>();
        answer.streams().forEach(stream -> {
            assertThat(stream.statements()).as("%s, %s", stream.key(), moment).isEqualTo(expected.get(stream.key()));
            told.add(stream.key());
        });
        Set<String> named = new TreeSet<>(told);
        answer.lost().forEach(lost -> assertThat(named.add(lost.key()))
                .as("%s is either told or lost", lost.key())
                .isTrue());
        assertThat(named).as("told or named, %s", moment).isEqualTo(expected.keySet());
        return told;
    }

    /** The streams with a patch that is left, whose replay can begin: at a snapshot, or at the empty graph. */
    private static Set<String> known(
            LoggedPast past, Map<Integer, Long> cut, Map<Integer, Long> last, long snapshotInterval) {
        Set<String> known = new TreeSet<>();
        Set<String> left = new TreeSet<>();
        Set<String> begun = new TreeSet<>(); // the last patch has a snapshot, or left the empty graph
        for (Entry entry : past.entries()) {
            String key = entry.key();
            if (entry.offset() > last.get(entry.partition())) {
                continue;
            }
            boolean isSnapshot = entry.number() % snapshotInterval == 0;
            boolean isLeft = entry.offset() >= cut.get(entry.partition());
            boolean isFirst = isLeft && left.add(key);
            if (isSnapshot ? isLeft : isFirst && (entry.number() == 1 || begun.contains(key))) {
                known.add(key);
            }
            if (isSnapshot || entry.graph().isEmpty()) {
                begun.add(key);
            } else {
                begun.remove(key);
            }
        }
        return known;
    }

    private static String[] command(String name, String... more) {
        List<String> all = new ArrayList<>(List.of(
                name,
                "--bootstrap-server",
                broker.bootstrapServers(),
                "--topic",
                "patches",
                "--snapshot-topic",
                "snapshots",
                "--timeout-ms",
                "120000"));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void theCommandWritesAFileAndSaysForWhichPlacesItStands() throws Exception {
        Entry entry = past.entries().get(1234);
        Path file = scratch.resolve("past.nq");
        String time = Instant.ofEpochMilli(entry.timestamp()).toString();

        VelellaRun run = VelellaRun.of(command("as-of", "--time", time, "-o", file.toString()));

        assertThat(run.err())
                .contains("as of: ")
                .contains("\npatches-0: offsets 0 to ")
                .contains("; last record ");
        assertThat(run.status()).isZero();
        Map<String, Set<Statement>> expected = past.at(new Moment.RecordTime(entry.timestamp()));
        Set<Statement> all = expected.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        try (var in = Files.newInputStream(file)) {
            assertThat(Set.copyOf(Rio.parse(in, RDFFormat.NQUADS))).isEqualTo(all);
        }
        VelellaRun one = VelellaRun.of(
                command("as-of", "--number", Long.toString(entry.number()), "--key", entry.key(), "--format", "nq"));
        assertThat(one.err()).contains("stream " + entry.key() + ": patch " + entry.number() + ", hash h");
        assertThat(one.out().lines().count()).isEqualTo(entry.graph().size());
    }

    @Test
    void queriesAreAnsweredInTheUsualFormats() {
        String count = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }";
        long n = past.at(new Moment.RecordTime(Long.MAX_VALUE)).values().stream()
                .flatMap(Set::stream)
                .distinct()
                .count();
        VelellaRun csv = VelellaRun.of(command("as-of", "--offset", "latest", "--query", count));
        assertThat(csv.err()).startsWith("as of: ");
        assertThat(csv.out()).isEqualTo("n\r\n" + n + "\r\n");
        assertThat(VelellaRun.of(command("as-of", "--offset", "latest", "--query", count, "--format", "json"))
                        .out())
                .contains("\"value\" : \"" + n + "\"");
        assertThat(VelellaRun.of(command("as-of", "--offset", "latest", "--query", "ASK { ?s ?p ?o }"))
                        .out())
                .startsWith("true");
        assertThat(VelellaRun.of(command(
                                "as-of",
                                "--offset",
                                "latest",
                                "--key",
                                "boat/3",
                                "--query",
                                "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }"))
                        .out()
                        .lines())
                .allMatch(line -> line.endsWith("."));
    }

    @Test
    void wrongUseAndHostileQueriesAreRefusedInOneLine() {
        refused(
                1,
                "SERVICE is not offered",
                "--offset",
                "latest",
                "--query",
                "SELECT * { SERVICE SILENT <http://localhost:1/> { ?s ?p ?o } }");
        refused(1, "malformed query", "--offset", "latest", "--query", "DELETE WHERE { ?s ?p ?o }");
        refused(
                1,
                "--format must be csv, tsv, json or xml",
                "--offset",
                "latest",
                "--query",
                "ASK {}",
                "--format",
                "nq");
        refused(2, "--number counts the patches of one stream", "--number", "3");
        refused(2, "--time must be a time such as", "--time", "yesterday");
        refused(2, "--offset must be PARTITION:OFFSET", "--offset", "0:5,0:6");
        refused(2, "--time-by needs --time", "--offset", "latest", "--time-by", "event");
        refused(1, "the committed records end at offset", "--offset", "0:99999999,1:0");
        refused(1, "patches-1: no offset is given for this partition", "--offset", "0:5");
        refused(1, "stream nobody has no patch before the moment", "--offset", "latest", "--key", "nobody");
        refused(1, "has no partition 7", "--offset", "latest", "--partition", "7");
        VelellaRun exchanged = VelellaRun.of(
                "as-of",
                "--bootstrap-server",
                broker.bootstrapServers(),
                "--topic",
                "snapshots",
                "--offset",
                "latest",
                "--timeout-ms",
                "120000");
        assertThat(exchanged.err()).contains("is this the topic of patches?");
        assertThat(exchanged.status()).isEqualTo(1);
    }

    private static void refused(int status, String message, String... more) {
        VelellaRun run = VelellaRun.of(command("as-of", more));
        assertThat(run.err()).contains(message);
        assertThat(run.status()).isEqualTo(status);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void thePastIsServedReadOnly() throws Exception {
        int port = Ports.free();
        Thread command = new Thread(() -> VelellaRun.of(
                command("as-of", "--offset", "latest", "--key", "boat/3", "--serve", Integer.toString(port))));
        command.start();
        try {
            Await.until("an answer", Duration.ofMinutes(5), () -> {
                try {
                    return get(port, "ASK {}").statusCode() == 200;
                } catch (ConnectException e) {
                    return false;
                }
            });
            int size =
                    past.at(new Moment.RecordTime(Long.MAX_VALUE)).get("boat/3").size();
            assertThat(get(port, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }").body()).contains("\"" + size + "\"");
            assertThat(get(port, "SELECT * { SERVICE SILENT <http://localhost:1/> { ?s ?p ?o } }")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(get(port, "CLEAR ALL").statusCode()).isEqualTo(403);
        } finally {
            command.interrupt();
            command.join();
        }
        assertThatThrownBy(() -> get(port, "ASK {}")).isInstanceOf(ConnectException.class);
    }

    private static HttpResponse<String> get(int port, String query) throws Exception {
        URI uri = URI.create(
                "http://localhost:" + port + "/sparql?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void theLogListsVersionsAndTellsThePatchBetweenTwo() throws Exception {
        String key = LoggedPast.key(5);
        List<Entry> versions =
                past.entries().stream().filter(entry -> entry.key().equals(key)).toList();

        VelellaRun list = VelellaRun.of(command("log", "--key", key, "--format", "json"));
        assertThat(list.err()).isEmpty();
        assertThat(list.out().lines().count()).isEqualTo(versions.size());
        Entry third = versions.get(2);
        assertThat(list.out().lines().skip(2).findFirst().orElseThrow())
                .contains("\"number\":3", "\"timestamp\":" + third.timestamp(), "\"eventTime\":" + third.eventTime())
                .contains("\"place\":\"patches-" + third.partition() + "@" + third.offset() + "\"");
        VelellaRun some = VelellaRun.of(command("log", "--key", key, "--numbers", "140..142"));
        assertThat(some.out().lines().count()).as(some.out()).isEqualTo(4);

        Path patch = scratch.resolve("between.rdfp");
        Path file = scratch.resolve("graph.nq");
        assertThat(VelellaRun.of(command("log", "--key", key, "--diff", "40..90", "-o", patch.toString()))
                        .status())
                .isZero();
        VelellaRun.of(command("as-of", "--key", key, "--number", "40", "-o", file.toString()));
        assertThat(VelellaRun.of("apply", patch.toString(), "--to", file.toString(), "--strict")
                        .status())
                .isZero();
        try (var in = Files.newInputStream(file)) {
            assertThat(Set.copyOf(Rio.parse(in, RDFFormat.NQUADS)))
                    .isEqualTo(versions.get(89).graph());
        }
        assertThat(VelellaRun.of(command("log", "--key", "nobody")).err())
                .isEqualTo("velella: topic patches: stream nobody has no patch\n");
    }
}
