package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.luben.zstd.ZstdOutputStream;
import dev.velella.quickstart.RecordValues;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.status.read.ConnectRest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.rdf4j.model.Literal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An archive and a log of RDF Messages in a watched directory, shared by two tasks, and a log of patches, while the worker is killed in the middle of
 * them, and another archive is moved in: afterwards the topics hold every element once, in the order of its file.
 */
class FileSourceKillIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int PARTITIONS = 2;

    /** Elements a second until the last kill: so slow that every kill falls into the files on a busy machine too. */
    private static final int RATE = 20;

    private static final int AS_FAST_AS_POSSIBLE = 0;

    /** So many that the kill, which comes after a few transactions, falls into the dump. */
    private static final int DUMPED = 40_000;

    private static final int SMALL_CHUNK = 2;
    private static final int LARGE_CHUNK = 5_000;

    private final int kills = Integer.getInteger("velella.file.kills", 1);
    private final int elements = 400 + 300 * kills;

    @Test
    void everyElementOfEveryArchiveIsInTheTopicOnce(@TempDir Path scratch) throws Exception {
        Path directory = Files.createDirectory(scratch.resolve("archives"));
        List<SimulatedElement> first = archive(scratch, directory.resolve("a.tar.gz"), "tar.gz", elements, 1);
        List<SimulatedElement> second = archive(scratch, directory.resolve("b.trig.gz"), "trig.gz", elements + 10, 1);
        try (EmbeddedBroker kafka = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free())) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
                Topics.create(admin, "graphs", PARTITIONS);
                Topics.create(admin, "patches", 1);
                Topics.create(admin, "dump", 1);
            }
            try (WorkerProcess worker = new WorkerProcess(scratch, kafka.bootstrapServers())) {
                ConnectRest rest = worker.rest();
                worker.awaitUp();
                Path log = patches(scratch);
                Path dump = dump(scratch);
                sources(rest, kafka.bootstrapServers(), directory, log, RATE);
                for (int kill = 0; kill < kills; kill++) {
                    long goal = records(kafka).size() + 100;
                    int patchGoal = patches(kafka).size() + 100;
                    Await.until("patches beyond " + patchGoal, PATIENCE, () -> {
                        checkRuns(rest, "patch-file-source");
                        return patches(kafka).size() > patchGoal;
                    });
                    Await.until("records beyond " + goal, PATIENCE, () -> {
                        checkRuns(rest, "file-directory-source");
                        return records(kafka).size() > goal;
                    });
                    rest.create(
                            dumpSource(kafka.bootstrapServers(), dump, SMALL_CHUNK)); // last, because nothing slows it
                    int dumpGoal = dumped(kafka).size() + 20;
                    Await.until("statements beyond " + dumpGoal, PATIENCE, () -> {
                        checkRuns(rest, "dump-source");
                        return dumped(kafka).size() > dumpGoal;
                    });
                    assertThat(complete(rest, "file-directory-source")
                                    + complete(rest, "patch-file-source")
                                    + complete(rest, "dump-source"))
                            .as("kill %d falls into the files", kill)
                            .isZero();
                    worker.kill();
                    worker.start();
                    worker.awaitUp();
                }
                sources(rest, kafka.bootstrapServers(), directory, log, AS_FAST_AS_POSSIBLE);
                rest.create(dumpSource(kafka.bootstrapServers(), dump, LARGE_CHUNK));
                List<SimulatedElement> third = archive(scratch, directory.resolve("c.jelly.gz"), "jelly.gz", 50, 1);
                Await.until("all files are read", PATIENCE, () -> {
                    checkRuns(rest, "file-directory-source");
                    checkRuns(rest, "patch-file-source");
                    return complete(rest, "file-directory-source") == 3
                            && complete(rest, "patch-file-source") == 1
                            && complete(rest, "dump-source") == 1;
                });
                Map<String, List<RdfGraph>> found = new HashMap<>();
                try (RecordValues values = new RecordValues(kafka.bootstrapServers())) {
                    for (ConsumerRecord<String, byte[]> record : records(kafka)) {
                        found.computeIfAbsent(record.key(), key -> new ArrayList<>())
                                .add(values.read(record, RdfGraph.class));
                    }
                }
                assertThat(found).containsOnlyKeys("a", "b", "c");
                assertThat(found.get("a")).isEqualTo(graphs(first));
                assertThat(found.get("b")).isEqualTo(graphs(second));
                assertThat(found.get("c")).isEqualTo(graphs(third));
                assertThat(patches(kafka))
                        .isEqualTo(IntStream.range(0, elements).boxed().toList());
                assertThat(dumped(kafka))
                        .isEqualTo(IntStream.range(0, DUMPED).boxed().toList());
            }
        }
    }

    /**
     * Fails where a task has failed. A new file, and so a new division of the work, that comes while Connect fences the tasks of the
     * division before makes those fail, until Connect starts the tasks of the new one.
     */
    private static void checkRuns(ConnectRest rest, String connector) throws Exception {
        assertThat(rest.failure(connector).filter(failure -> !failure.contains("Failed to perform zombie fencing")))
                .isEmpty();
    }

    /** Creates the sources, or gives them another rate. */
    private static void sources(ConnectRest rest, String bootstrapServers, Path directory, Path log, int rate)
            throws Exception {
        Samples samples = new Samples(Installation.home());
        rest.create(samples.connector("file-directory-source.json", options(bootstrapServers, directory, rate)));
        rest.create(samples.connector("patch-file-source.json", patchOptions(bootstrapServers, log, rate)));
    }

    private static Map<String, String> options(String bootstrapServers, Path directory, int rate) {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", bootstrapServers);
        options.put("file.paths", directory.toString());
        options.put("file.watch.interval.ms", "500");
        options.put("file.rate.per.second", Integer.toString(rate));
        options.put("tasks.max", "2");
        options.put("key.source", "constant");
        options.put("batch.max.records", "7");
        options.put("producer.override.transaction.timeout.ms", "8000");
        return options;
    }

    /** A log of patches that count. */
    private Path patches(Path scratch) throws IOException {
        StringBuilder log = new StringBuilder();
        for (int number = 0; number < elements; number++) {
            log.append("TX .\nA <urn:log> <urn:number> \"%d\" .\nTC .\nZ .\n".formatted(number));
        }
        return Files.writeString(scratch.resolve("changes.rdfp"), log);
    }

    /** A dump of statements that count, in a form that is parsed from its start. */
    private static Path dump(Path scratch) throws IOException {
        StringBuilder dump = new StringBuilder("@prefix u: <urn:> .\n");
        for (int number = 0; number < DUMPED; number++) {
            dump.append("u:dump u:number \"%d\" .\n".formatted(number));
        }
        Path file = scratch.resolve("dump.ttl.zst");
        try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(file))) {
            out.write(dump.toString().getBytes(StandardCharsets.US_ASCII));
        }
        return file;
    }

    /** With a chunk in each transaction. */
    private static ObjectNode dumpSource(String bootstrapServers, Path dump, int chunk) throws IOException {
        return new Samples(Installation.home())
                .connector(
                        "dump-source.json",
                        Map.of(
                                "kafka.bootstrap.servers",
                                bootstrapServers,
                                "topic",
                                "dump",
                                "dump.paths",
                                dump.toString(),
                                "dump.chunk.statements",
                                Integer.toString(chunk),
                                "batch.max.records",
                                "1",
                                "producer.override.transaction.timeout.ms",
                                "8000"));
    }

    /** The numbers of the patches in the topic. */
    private static List<Integer> patches(EmbeddedBroker kafka) {
        return numbers(kafka, "patches");
    }

    /** The numbers of the statements in the topic of the dump. */
    private static List<Integer> dumped(EmbeddedBroker kafka) {
        return numbers(kafka, "dump");
    }

    private static List<Integer> numbers(EmbeddedBroker kafka, String topic) {
        try (RecordValues values = new RecordValues(kafka.bootstrapServers())) {
            return Topics.committed(kafka.bootstrapServers(), topic, 1).stream()
                    .flatMap(record -> values.read(record, RdfPatch.class).operations().stream())
                    .filter(PatchOperation.Add.class::isInstance)
                    .map(add -> ((PatchOperation.Add) add).statement().getObject())
                    .map(object -> ((Literal) object).intValue())
                    .toList();
        }
    }

    private static Map<String, String> patchOptions(String bootstrapServers, Path file, int rate) {
        return Map.of(
                "kafka.bootstrap.servers",
                bootstrapServers,
                "file.path",
                file.toString(),
                "file.rate.per.second",
                Integer.toString(rate),
                "batch.max.records",
                "7",
                "producer.override.transaction.timeout.ms",
                "8000");
    }

    /** Written elsewhere and moved in, as a user has to do it. */
    private static List<SimulatedElement> archive(Path scratch, Path to, String form, int count, int stations)
            throws IOException {
        Files.move(new WeatherFiles(scratch, count, stations).write(form), to);
        return Weather.elements(count, stations);
    }

    private static List<RdfGraph> graphs(List<SimulatedElement> elements) {
        return elements.stream().map(SimulatedElement::graph).toList();
    }

    private static List<ConsumerRecord<String, byte[]>> records(EmbeddedBroker kafka) {
        return Topics.committed(kafka.bootstrapServers(), "graphs", PARTITIONS);
    }

    /** Inputs that are read to their end. */
    private static int complete(ConnectRest rest, String connector) throws Exception {
        int complete = 0;
        for (JsonNode entry : rest.offsets(connector)) {
            complete += entry.path("offset").path("complete").asBoolean() ? 1 : 0;
        }
        return complete;
    }
}
