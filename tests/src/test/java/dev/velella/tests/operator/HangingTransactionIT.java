package dev.velella.tests.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.cli.VelellaRun;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.HangingTransactions;
import dev.velella.tests.Topics;
import dev.velella.tests.Weather;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
    private static final Pattern KEY = Pattern.compile("^# graphs-0@\\d+ .* key=\"([^\"]*)\" .*", Pattern.MULTILINE);

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

            HangingTransactions transactions = new HangingTransactions(broker.bootstrapServers());
            assertThat(transactions.abort()).as("those found are only suspects").isEmpty();
            List<String> aborted = transactions.abort();
            assertThat(aborted).hasSize(1);
            Matcher start = Pattern.compile("startOffset=(\\d+)").matcher(aborted.get(0));
            assertThat(start.find()).as(aborted.get(0)).isTrue();
            assertThat(keys(broker)).containsExactly("before", "behind");

            String offset = start.group(1);
            String uncommitted = velella(broker, "cat", "--offset", offset, "--isolation-level", "read_uncommitted");
            assertThat(keys(uncommitted)).containsExactly("lost", "behind");
            String copied = velella(broker, "copy", "--partition", "0", "--offset", offset, "--aborted", "--to", TOPIC);
            assertThat(copied)
                    .isEqualTo("graphs-0: 1 of 2 records\n1 records written to topic graphs in one transaction\n");
            assertThat(keys(broker)).containsExactly("before", "behind", "lost");
            assertThat(velella(broker, "verify")).contains("\nwhole");
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
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(TOPIC, 0, key, encoder.encode(graphs.get(graph)));
        record.headers().add("content-type", "application/x-jelly-rdf".getBytes(StandardCharsets.US_ASCII));
        return record;
    }

    /** The coordinator finds no transaction in its topic afterwards; the partitions still have what is open in them. */
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
        return keys(velella(broker, "cat"));
    }

    private static List<String> keys(String printed) {
        List<String> keys = new ArrayList<>();
        Matcher heading = KEY.matcher(printed);
        while (heading.find()) {
            keys.add(heading.group(1));
        }
        return keys;
    }

    private static String velella(BrokerProcess broker, String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "topic",
                command,
                "--bootstrap-server",
                broker.bootstrapServers(),
                "--topic",
                TOPIC,
                "--timeout-ms",
                "120000"));
        arguments.addAll(List.of(more));
        VelellaRun run = VelellaRun.of(arguments.toArray(String[]::new));
        assertThat(run.status()).as(run.out() + run.err()).isZero();
        return run.out();
    }
}
