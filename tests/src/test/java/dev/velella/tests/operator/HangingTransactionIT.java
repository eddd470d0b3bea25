package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.ShortLivedJvm;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.TopicRun;
import dev.velella.tests.Topics;
import dev.velella.tests.Weather;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker was killed, and a transaction has no end that anybody will write: readers wait behind it. The steps of
 * {@code docs/troubleshooting.md} are followed, and no graph is lost or there twice.
 */
class HangingTransactionIT {
    private static final String TOPIC = "graphs";

    /** {@code find-hanging} leaves out transactions with a younger record. */
    private static final Duration AGE = Duration.ofMinutes(10);

    private final List<RdfGraph> graphs =
            Weather.elements(3, 1).stream().map(SimulatedElement::graph).toList();
    private final JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, Limits.DEFAULT);

    @Test
    void readersGoOnAndTheGraphsOfTheTransactionAreSentAgain(@TempDir Path scratch) throws Exception {
        try (BrokerProcess broker = new BrokerProcess(scratch.resolve("kafka"))) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                Topics.create(admin, TOPIC, 1);
            }
            commit(broker, "before", 0);
            try (Closing lost = new Closing(producer(broker, "lost"))) {
                lost.producer.initTransactions();
                lost.producer.beginTransaction();
                lost.producer.send(record("lost", 1)).get();
                broker.stop();
            }
            forgetTransactions(scratch.resolve("kafka"));
            broker.start();
            commit(broker, "behind", 2);
            assertThat(keys(broker)).containsExactly("before");

            String found =
                    kafkaTransactions(broker, "find-hanging", "--broker-id", "1", "--max-transaction-timeout", "5");
            Matcher row = Pattern.compile("graphs\\s+0\\s+(.*)").matcher(found);
            assertThat(row.find()).as(found).isTrue();
            String[] columns =
                    row.group(1).trim().split("\\s+"); // producer, epoch, coordinator epoch, start offset, ...
            String offset = columns[3];
            kafkaTransactions(broker, "abort", "--topic", TOPIC, "--partition", "0", "--start-offset", offset);
            assertThat(keys(broker)).containsExactly("before", "behind");

            String uncommitted = TopicRun.output(
                    broker.bootstrapServers(),
                    "cat",
                    TOPIC,
                    "--partition",
                    "0",
                    "--offset",
                    offset,
                    "--isolation-level",
                    "read_uncommitted");
            assertThat(keys(uncommitted)).containsExactly("lost", "behind");
            String copied = TopicRun.output(
                    broker.bootstrapServers(),
                    "copy",
                    TOPIC,
                    "--partition",
                    "0",
                    "--offset",
                    offset,
                    "--aborted",
                    "--to",
                    TOPIC);
            assertThat(copied)
                    .isEqualTo("graphs-0: 1 of 2 records\n1 records written to topic graphs in one transaction\n");
            assertThat(keys(broker)).containsExactly("before", "behind", "lost");
            assertThat(TopicRun.output(broker.bootstrapServers(), "verify", TOPIC))
                    .contains("\nwhole");
        }
    }

    /** Closes a producer without a word to the broker. */
    private record Closing(KafkaProducer<String, byte[]> producer) implements AutoCloseable {
        @Override
        public void close() {
            producer.close(Duration.ZERO);
        }
    }

    private static KafkaProducer<String, byte[]> producer(BrokerProcess broker, String id) {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrapServers(),
                        "transactional.id",
                        id,
                        "transaction.timeout.ms",
                        900_000),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    private void commit(BrokerProcess broker, String key, int graph) {
        try (KafkaProducer<String, byte[]> producer = producer(broker, key)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(record(key, graph));
            producer.commitTransaction();
        }
    }

    private ProducerRecord<String, byte[]> record(String key, int graph) {
        long timestamp = System.currentTimeMillis() - AGE.toMillis();
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(TOPIC, 0, timestamp, key, encoder.encode(graphs.get(graph)));
        record.headers().add("content-type", "application/x-jelly-rdf".getBytes(StandardCharsets.US_ASCII));
        return record;
    }

    /** Deletes the log of the coordinator, so that it knows no transaction. Partitions keep their open transactions. */
    private static void forgetTransactions(Path kafka) throws IOException {
        try (Stream<Path> entries = Files.walk(kafka)) {
            for (Path entry : entries.filter(path -> path.toString().contains("__transaction_state-"))
                    .sorted(Comparator.reverseOrder())
                    .toList()) {
                Files.delete(entry);
            }
        }
    }

    /** Keys of the records that readers of committed records get. */
    private static List<String> keys(BrokerProcess broker) {
        return keys(TopicRun.output(broker.bootstrapServers(), "cat", TOPIC));
    }

    private static List<String> keys(String printed) {
        return TopicRun.blocks(printed).values().stream()
                .map(block -> block.get(0).replaceFirst(".* key=\"([^\"]*)\".*", "$1"))
                .toList();
    }

    /** Runs {@code kafka-transactions.sh} in a process of its own, as it ends its JVM; returns its output. */
    private static String kafkaTransactions(BrokerProcess broker, String... arguments) throws Exception {
        List<String> command = ShortLivedJvm.command(256);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "org.apache.kafka.tools.TransactionsCommand",
                "--bootstrap-server",
                broker.bootstrapServers()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
