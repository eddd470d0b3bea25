package dev.velella.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.cli.VelellaRun;
import dev.velella.quickstart.RecordValues;
import dev.velella.rdf.RdfGraph;
import dev.velella.record.PatchPosition;
import dev.velella.record.RecordHeaderReader;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import dev.velella.tests.Weather;
import dev.velella.tests.capture.RepositoryContents;
import dev.velella.tests.diff.PatchWatch;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An older version runs with live data, is stopped in the middle, and this one goes on from its topics, offsets and folders: nothing
 * is lost, doubled or wrong. Then one byte of each stored state is changed, and each part names the state that it cannot use.
 *
 * <p>{@code tests/soak/run upgrade} builds the older version, and gives the folder of its sources in {@code velella.upgrade.from}.
 */
@Tag("long")
class UpgradeIT {
    private static final String CHANGELOG = "soak-diff-velella-diff-state-changelog";

    private final Path older = Path.of(System.getProperty("velella.upgrade.from", "velella.upgrade.from-is-not-set"));

    @TempDir
    private Path scratch;

    private final long begin = System.nanoTime();
    private UpgradePipeline pipeline;

    private static String outbox(Path sources) throws Exception {
        List<String> jars = new ArrayList<>();
        for (String module : List.of("outbox", "proto")) {
            try (Stream<Path> files = Files.list(sources.resolve(module).resolve("target"))) {
                jars.add(files.filter(file ->
                                file.getFileName().toString().matches("velella-" + module + "-[^-]*(-SNAPSHOT)?\\.jar"))
                        .findFirst()
                        .orElseThrow()
                        .toAbsolutePath()
                        .toString());
            }
        }
        return String.join(";", jars);
    }

    @Test
    void theNextVersionGoesOnFromAllThatTheOneBeforeHasStoredAndTakesNoDamagedState() throws Exception {
        Path distribution = older.resolve("deploy/app/target/distribution/velella");
        assertThat(distribution).as("what tests/soak/run upgrade builds").isDirectory();
        try (UpgradePipeline all = new UpgradePipeline(scratch, outbox(older))) {
            pipeline = all;
            pipeline.start("old", new Distribution(distribution));
            pipeline.createConnectors();
            say("the older version runs");
            awaitGraphs(25);
            pipeline.update(60);
            Await.until("the replica has the repository", SoakDevices.PATIENCE, () -> {
                pipeline.checkAlive();
                return replica().equals(repository());
            });
            awaitRead(10, 10);
            pipeline.stop();
            int weather = committed(UpgradePipeline.WEATHER, 1).size();
            int files = committed(UpgradePipeline.FILES, 1).size();
            assertThat(files)
                    .as("the older version is stopped in the middle of the file")
                    .isLessThan(UpgradePipeline.FILE_ALL);
            say("it is stopped, "
                    + committed(SoakPipeline.GRAPHS, SoakPipeline.PARTITIONS).size() + " graphs");
            pipeline.update(30);
            pipeline.replaceOutbox(outbox(Path.of("..")));
            pipeline.update(30);
            pipeline.start("new", Distribution.BUILT);
            say("this version runs");
            awaitGraphs(60);
            awaitRead(weather + 10, files + 10);
            pipeline.update(30);
            pipeline.hold();
            awaitEnd();
            say("all is read");
            check();
            damage();
        }
    }

    /** Every stream has so many graphs in each store and in the service. */
    private void awaitGraphs(long number) throws Exception {
        Await.until(number + " graphs of each stream", SoakDevices.PATIENCE, () -> {
            pipeline.checkAlive();
            Map<String, Long> all = new HashMap<>();
            pipeline.sent().keySet().forEach(key -> all.put(key, number));
            return all.size() > 2 && pipeline.has(all);
        });
    }

    /** The simulator and the file have gone so far; neither of them ends. */
    private void awaitRead(int weather, int files) throws Exception {
        Await.until(weather + " graphs of the simulator, " + files + " of the file", SoakDevices.PATIENCE, () -> {
            pipeline.checkAlive();
            return committed(UpgradePipeline.WEATHER, 1).size() >= weather
                    && committed(UpgradePipeline.FILES, 1).size() >= files;
        });
    }

    private void awaitEnd() throws Exception {
        Map<String, Long> sent = pipeline.sent();
        Await.until(sent + " is everywhere", SoakDevices.PATIENCE, () -> {
            pipeline.checkAlive();
            return pipeline.has(sent) && replica().equals(repository());
        });
    }

    private List<ConsumerRecord<String, byte[]>> committed(String topic, int partitions) {
        return Topics.committed(pipeline.bootstrapServers(), topic, partitions);
    }

    private Set<String> repository() throws Exception {
        return triples(new RepositoryContents(HttpClient.newHttpClient()).of(pipeline.repository));
    }

    private Set<String> replica() throws Exception {
        return triples(pipeline.replica.defaultGraph());
    }

    private static Set<String> triples(Set<Statement> graph) {
        return graph.stream()
                .map(triple -> triple.getSubject() + " " + triple.getPredicate() + " " + triple.getObject())
                .collect(Collectors.toSet());
    }

    private void check() throws Exception {
        Map<String, Long> sent = pipeline.sent();
        long graphs = checkGraphs(sent);
        int weather = checkBeginning(UpgradePipeline.WEATHER, count -> Weather.elements(count, 3).stream()
                .map(SimulatedElement::graph)
                .toList());
        int files = checkBeginning(UpgradePipeline.FILES, count -> LongStream.rangeClosed(1, count)
                .mapToObj(UpgradePipeline::fileGraph)
                .toList());
        long patches = checkPatches(graphs);
        long snapshots = checkSnapshots();
        for (Map.Entry<String, Long> stream : sent.entrySet()) {
            Set<Statement> stored = pipeline.stored(stream.getKey(), stream.getValue());
            assertThat(triples(pipeline.serve.graph(stream.getKey())))
                    .as("%s in the service", stream)
                    .isEqualTo(triples(stored));
            for (SoakStore store : pipeline.stores) {
                assertThat(store.graph(stream.getKey()))
                        .as("%s in %s", stream, store.name())
                        .isEqualTo(stored);
            }
        }
        List<SoakStore> stores = new ArrayList<>(pipeline.stores);
        stores.add(pipeline.replica);
        for (SoakStore store : stores) {
            VelellaRun run = verify(store);
            assertThat(run.status()).as("%s: %s", store.name(), run).isZero();
            assertThat(run.out()).as(store.name()).contains("# difference: 0 statements too many, 0 missing");
        }
        System.out.printf(
                "upgrade: %d graphs of %d streams, %d of a simulator, %d of a file, %d patches, %d snapshots, %d statements captured, %d stores"
                        + " and the service: 0 lost, 0 doubled, 0 wrong; %d s%n",
                graphs,
                sent.size(),
                weather,
                files,
                patches,
                snapshots,
                replica().size(),
                stores.size(),
                seconds());
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    }

    private void say(String what) {
        System.out.println("upgrade +" + seconds() + " s: " + what);
    }

    private VelellaRun verify(SoakStore store) throws Exception {
        Path config = Files.writeString(
                scratch.resolve(store.name() + ".json"), store.connector().toString());
        return VelellaRun.of("verify", "--full", "--timeout-ms", "120000", "--config", config.toString());
    }

    /** Each graph once and in the order of its stream; returns their number. */
    private long checkGraphs(Map<String, Long> sent) {
        Map<String, Long> numbers = new HashMap<>();
        try (RecordValues values = new RecordValues(pipeline.bootstrapServers())) {
            for (ConsumerRecord<String, byte[]> record : committed(SoakPipeline.GRAPHS, SoakPipeline.PARTITIONS)) {
                if (!record.key().equals(SoakDevices.FIRST)) {
                    long number = numbers.merge(record.key(), 1L, Long::sum);
                    assertThat(Set.copyOf(values.read(record, RdfGraph.class).statements()))
                            .as("graph %d of %s, %d@%d", number, record.key(), record.partition(), record.offset())
                            .isEqualTo(Set.copyOf(
                                    pipeline.graph(record.key(), number).statements()));
                }
            }
        }
        assertThat(numbers).as("graphs in the topic").isEqualTo(sent);
        return numbers.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The topic has the first graphs of an input, each once and in order; returns their number. */
    private int checkBeginning(String topic, IntFunction<List<RdfGraph>> input) {
        List<RdfGraph> found = new ArrayList<>();
        try (RecordValues values = new RecordValues(pipeline.bootstrapServers())) {
            committed(topic, 1).forEach(record -> found.add(values.read(record, RdfGraph.class)));
        }
        List<RdfGraph> expected = input.apply(found.size());
        for (int i = 0; i < found.size(); i++) {
            assertThat(Set.copyOf(found.get(i).statements()))
                    .as("graph %d in %s", i + 1, topic)
                    .isEqualTo(Set.copyOf(expected.get(i).statements()));
        }
        return found.size();
    }

    /** One patch for each graph, each of which leads from the graph before to that graph; returns their number. */
    private long checkPatches(long graphs) throws Exception {
        long expected = graphs + 1; // that of FIRST
        try (PatchWatch watch = new PatchWatch(
                pipeline.bootstrapServers(), SoakPipeline.PATCHES, SoakPipeline.PARTITIONS, pipeline::stored)) {
            Await.until(
                    expected + " patches",
                    SoakDevices.PATIENCE,
                    () -> watch.poll().patches() >= expected || !watch.faults().isEmpty());
            assertThat(watch.faults()).isEmpty();
            pipeline.sent()
                    .forEach((key, number) ->
                            assertThat(watch.number(key)).as(key).isEqualTo(number));
            assertThat(committed(SoakPipeline.PATCHES, SoakPipeline.PARTITIONS)).hasSize((int) expected);
            return expected;
        }
    }

    /** Each is the graph of its number; returns their number. */
    private long checkSnapshots() {
        List<ConsumerRecord<String, byte[]>> records = committed(SoakPipeline.SNAPSHOTS, SoakPipeline.PARTITIONS);
        Set<String> streams = new HashSet<>();
        try (RecordValues values = new RecordValues(pipeline.bootstrapServers())) {
            for (ConsumerRecord<String, byte[]> record : records) {
                PatchPosition position = PatchPosition.parse(RecordHeaderReader.patch(record.headers()));
                assertThat(Set.copyOf(values.read(record, RdfGraph.class).statements()))
                        .as("snapshot of %s at %d", record.key(), position.number())
                        .isEqualTo(pipeline.stored(record.key(), position.number()));
                streams.add(record.key());
            }
        }
        assertThat(streams).containsAll(pipeline.sent().keySet());
        return records.size();
    }

    /** Changes one byte of each stored state while nothing runs, and looks what each part says then. */
    private void damage() throws Exception {
        pipeline.stop();
        pipeline.rdf4j.stop();
        Path memory = scratch.resolve("memory-store/memorystore.data");
        flip(memory, (int) Files.size(memory) / 2);
        Path outbox = largest(scratch.resolve("rdf4j"), ".outbox");
        flip(outbox, (int) Files.size(outbox) / 2);
        flipInPages(scratch.resolve("lmdb-store/lmdb/values/data.mdb"), "hosts");
        Path served = scratch.resolve("serve-state");
        try (Stream<Path> files = Files.list(served)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".sst")).toList()) {
                flip(file, 200);
            }
        }
        flipRecord("d1");
        pipeline.rdf4j.start();
        pipeline.rdf4j.awaitUp();
        pipeline.start("damaged", Distribution.BUILT);
        pipeline.devices.go();
        awaitLine("damaged-diff", "velella: the state store holds, for the stream d1, ");
        pipeline.devices.hold();
        awaitFailure("memory-sink", memory + " is damaged");
        awaitFailure("rdf4j-repository-source", "history");
        Await.until("the service says what is damaged", SoakDevices.PATIENCE, () -> {
            try {
                pipeline.serve.graph("d2");
            } catch (IOException e) {
                // it is gone, or answers that it cannot read
            }
            return says("damaged-serve", "directory " + served);
        });
        VelellaRun lmdb = verify(pipeline.stores.get(1));
        assertThat(lmdb.status()).isEqualTo(1);
        assertThat(lmdb.out()).contains("urn:velella:stream:d2");
        say("verify says that the LMDB store is not the stream");
    }

    private static void flip(Path file, int at) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    /** The same in all copies of a page: LMDB keeps some that are not in use. */
    private static void flipInPages(Path file, String text) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        String all = new String(bytes, StandardCharsets.ISO_8859_1);
        int found = 0;
        for (int at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
            bytes[at + text.length() - 1] ^= 1;
            found++;
        }
        assertThat(found).as(text).isPositive();
        Files.write(file, bytes);
    }

    private static Path largest(Path folder, String ending) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
                    .orElseThrow();
        }
    }

    /** The diff app has lost its folder, and its changelog has another byte in the base of a stream. */
    private void flipRecord(String key) throws Exception {
        ConsumerRecord<String, byte[]> base = committed(CHANGELOG, SoakPipeline.PARTITIONS).stream()
                .filter(record -> key.equals(record.key()))
                .reduce((first, second) -> second)
                .orElseThrow();
        byte[] value = base.value();
        value[value.length - 1] ^= 1;
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", pipeline.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(CHANGELOG, base.partition(), key, value))
                    .get();
        }
        Files.move(scratch.resolve("diff-state"), scratch.resolve("diff-state-before"));
    }

    private void awaitFailure(String connector, String words) throws Exception {
        Await.until(connector + " says " + words, SoakDevices.PATIENCE, () -> pipeline.rest()
                .failure(connector)
                .filter(why -> {
                    say(connector + ": " + why);
                    return why.contains(words);
                })
                .isPresent());
    }

    private void awaitLine(String program, String words) throws Exception {
        Await.until(program + " says " + words, SoakDevices.PATIENCE, () -> says(program, words));
        say(program + " says " + words);
    }

    private static boolean says(String program, String words) throws IOException {
        try (Stream<String> lines = Files.lines(SoakPipeline.log(program), StandardCharsets.UTF_8)) {
            return lines.anyMatch(line -> line.contains(words));
        }
    }
}
