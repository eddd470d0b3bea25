package dev.velella.tests.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.tests.Await;
import dev.velella.tests.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Kafka's clients of other languages make of a topic as Velella writes it: compressed with zstd, with binary headers,
 * empty values and tombstones, and with transactions that are committed and aborted. It must be what the table of {@code
 * docs/clients.md} says.
 *
 * <p>{@code velella.clients} names the folder that {@code clients/readers/install} has filled. A client that is not there is
 * named in the output, and its row is not compared.
 */
@Tag("long")
class ForeignClientsIT {
    private static final Path PAGE = Path.of("..", "docs", "clients.md");
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /** A client that has not told the group of the end so long after its last record never will. */
    private static final Duration WATCHED = Duration.ofSeconds(8);

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TOPIC = "records";
    private static final byte[] GRAPH = new byte[1024];
    private static final byte[] HEADER = {2, (byte) 0xff, 0, (byte) 0x80, '"', '\\'};

    /** Keys of the records of aborted transactions: two in the middle, of one producer, and one at the end. */
    private static final List<String> ABORTED = List.of("aborted-1", "aborted-2", "aborted-3");

    private static final String LAST = "last";

    @TempDir
    private static Path scratch;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void fillTopic() throws Exception {
        broker = new EmbeddedBroker(scratch, Ports.free());
        for (int i = 0; i < GRAPH.length; i++) {
            GRAPH[i] = (byte) i;
        }
        try (Admin admin = admin()) {
            Topics.create(admin, TOPIC, 1);
        }
        Map<String, Object> config =
                Map.of("bootstrap.servers", broker.bootstrapServers(), "compression.type", "zstd", "linger.ms", 50);
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            ProducerRecord<String, byte[]> graph = new ProducerRecord<>(TOPIC, "graph", GRAPH);
            graph.headers().add("velella", HEADER).add("event-time", "12".getBytes(StandardCharsets.UTF_8));
            producer.send(graph);
            producer.send(new ProducerRecord<>(TOPIC, "empty", new byte[0]));
            producer.send(new ProducerRecord<>(TOPIC, "tombstone", null));
        }
        Map<String, Object> transactional = new TreeMap<>(config);
        transactional.put("transactional.id", "records");
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(transactional, new StringSerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            transaction(producer, "committed", true);
            transaction(producer, ABORTED.get(0), false);
            transaction(producer, ABORTED.get(1), false);
            transaction(producer, LAST, true);
            transaction(producer, ABORTED.get(2), false);
        }
    }

    private static void transaction(KafkaProducer<String, byte[]> producer, String key, boolean commit) {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(TOPIC, key, GRAPH));
        producer.flush();
        if (commit) {
            producer.commitTransaction();
        } else {
            producer.abortTransaction();
        }
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    private static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @Test
    void eachClientShowsWhatThePageSays() throws Exception {
        String folder = System.getProperty("velella.clients", "");
        assumeTrue(!folder.isEmpty(), "no clients: see clients/readers/install");
        Map<String, List<String>> rows = rows();
        assertThat(rows).hasSize(10);
        Map<String, List<String>> found = new TreeMap<>();
        Map<String, List<String>> expected = new TreeMap<>();
        List<String> leftOut = new ArrayList<>();
        for (Map.Entry<String, List<String>> row : rows.entrySet()) {
            Path program = Path.of(folder, "bin", row.getKey());
            if (!Files.isExecutable(program)) {
                leftOut.add(row.getKey());
                continue;
            }
            found.put(row.getKey(), observe(program));
            expected.put(row.getKey(), row.getValue());
            System.out.println(row.getKey() + " " + found.get(row.getKey()));
        }
        System.out.println("clients: " + found.size() + " compared, left out: " + leftOut);
        assertThat(found).isNotEmpty().isEqualTo(expected);
    }

    /** The columns of the page's table that are compared, by client. */
    private static Map<String, List<String>> rows() throws IOException {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        boolean inside = false;
        for (String line : Files.readAllLines(PAGE, StandardCharsets.UTF_8)) {
            List<String> cells =
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
            if (line.startsWith("| client | version |")) {
                inside = true;
            } else if (!line.startsWith("|")) {
                inside = false;
            } else if (inside && !line.startsWith("|---")) {
                rows.put(cells.get(1).replace("`", ""), cells.subList(3, cells.size() - 1));
            }
        }
        return rows;
    }

    /** What a client shows, in the words of the page. */
    private List<String> observe(Path program) throws Exception {
        List<String> plain = aborted(new Run(program, "default").records);
        Run run = new Run(program, null);
        Map<String, JsonNode> byKey = new TreeMap<>();
        run.records.forEach(record -> byKey.put(text(record.path("key")), record));
        assertThat(byKey).as("%s", program).containsKeys("graph", "empty", "tombstone", "committed", LAST);
        JsonNode graph = byKey.get("graph");
        assertThat(graph.path("value").asText()).isEqualTo(HexFormat.of().formatHex(GRAPH));
        assertThat(graph.path("headers").toString())
                .isEqualTo("[[\"velella\",\"" + HexFormat.of().formatHex(HEADER) + "\"],[\"event-time\",\"3132\"]]");
        assertThat(byKey.get("tombstone").path("value").isNull()).isTrue();
        long markers = run.records.stream()
                .filter(record -> text(record.path("key")).startsWith("\0"))
                .count();
        return List.of(
                words(plain),
                words(aborted(run.records)),
                markers == 0 ? "hidden" : "shown",
                byKey.get("empty").path("value").isNull() ? "null" : "empty",
                run.lag == 0 ? "0" : "stays");
    }

    private static String words(List<String> aborted) {
        return aborted.isEmpty() ? "hidden" : aborted.equals(ABORTED) ? "shown" : "some are shown";
    }

    private static List<String> aborted(List<JsonNode> records) {
        TreeSet<String> keys =
                records.stream().map(record -> text(record.path("key"))).collect(Collectors.toCollection(TreeSet::new));
        keys.retainAll(ABORTED);
        return List.copyOf(keys);
    }

    private static String text(JsonNode hex) {
        return new String(HexFormat.of().parseHex(hex.asText()), StandardCharsets.ISO_8859_1);
    }

    /** A client that reads the topic from its beginning, until the group knows that it is at the end or has been watched. */
    private static final class Run {
        final List<JsonNode> records = new ArrayList<>();

        /** How many offsets the group is behind the end. */
        final long lag;

        Run(Path program, String more) throws Exception {
            String group = program.getFileName() + (more == null ? "" : "-" + more);
            Path output = Files.createTempFile(scratch, group, ".jsonl");
            Path errors = Files.createTempFile(scratch, group, ".err");
            List<String> command =
                    new ArrayList<>(List.of(program.toString(), broker.bootstrapServers(), TOPIC, group));
            if (more != null) {
                command.add(more);
            }
            Process process = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            try (Admin admin = admin()) {
                Await.until(program + " has shown the last record", PATIENCE, () -> {
                    assertThat(process.isAlive()).as(Files.readString(errors)).isTrue();
                    return whole(output).stream()
                            .anyMatch(record -> text(record.path("key")).equals(LAST));
                });
                long end = end(admin);
                Await.until(program + " commits", PATIENCE, () -> committed(admin, group) > 0);
                long begun = System.nanoTime();
                long at = committed(admin, group);
                while (at < end && System.nanoTime() - begun < WATCHED.toNanos()) {
                    at = committed(admin, group);
                }
                lag = end - at;
                records.addAll(whole(output));
            } finally {
                // A program that a shell has started in its place dies with it.
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().onExit().join();
            }
        }

        /** Records, one object a line; other lines are what a client says of itself. */
        private static List<JsonNode> whole(Path output) throws IOException {
            List<JsonNode> records = new ArrayList<>();
            String text = Files.readString(output);
            for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
                if (line.startsWith("{\"offset\"")) {
                    records.add(JSON.readTree(line));
                }
            }
            return records;
        }

        private static long committed(Admin admin, String group) throws Exception {
            OffsetAndMetadata at = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(new TopicPartition(TOPIC, 0));
            return at == null ? 0 : at.offset();
        }

        private static long end(Admin admin) throws Exception {
            TopicPartition place = new TopicPartition(TOPIC, 0);
            return admin.listOffsets(Map.of(place, OffsetSpec.latest()))
                    .partitionResult(place)
                    .get()
                    .offset();
        }
    }
}
