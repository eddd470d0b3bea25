package dev.velella.tests.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.tests.Await;
import dev.velella.tests.BrokerProcess;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import dev.velella.tests.diff.DiffInstance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Change events of a database of four tables with foreign keys go through the diff app, which is killed on the way, and a sink
 * into a store. In the end the store is what the rows of the database mean: nothing that is gone is left (no orphans), and
 * nothing is missing.
 */
class LiftKillIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);

    /** Different numbers on purpose: a stream must have one partition whatever the table. */
    private static final Map<String, Integer> PARTITIONS =
            Map.of("shop.customers", 2, "shop.products", 1, "shop.orders", 3, "shop.lines", 4);

    private static final int MOST_PARTITIONS = 4;
    private static final String APPLICATION = "lift";

    private final int changes = Integer.getInteger("velella.lift.changes", 3_000);
    private final int kills = Integer.getInteger("velella.lift.kills", 1);

    private static Map<String, String> options(String bootstrapServers) {
        Map<String, String> options = new HashMap<>();
        options.put("bootstrap.servers", bootstrapServers);
        options.put("application.id", APPLICATION);
        options.put("consumer.session.timeout.ms", "4000");
        options.put("consumer.heartbeat.interval.ms", "1000");
        options.put("producer.transaction.timeout.ms", "5000");
        options.put("velella.input.topics", String.join(",", PARTITIONS.keySet()));
        options.put("velella.output.topic", "patches");
        options.put("velella.input.envelope", "debezium");
        options.put("velella.key.template", "{topic}/{key/id}");
        options.put("velella.key.template.shop.lines", "{topic}/{key/order_id}/{key/line}");
        Shop.TEMPLATES.forEach((table, template) -> options.put("velella.template." + table, template));
        return options;
    }

    @Test
    void theStoreIsWhatTheRowsMeanWhateverIsKilled(@TempDir Path scratch) throws Exception {
        Shop shop = new Shop(new Random(20_261_130));
        EmbeddedSink sink = new EmbeddedSink("memory", scratch);
        try (BrokerProcess broker = new BrokerProcess(
                        scratch.resolve("kafka"), "", Map.of("group.min.session.timeout.ms", "1000"), List.of());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            for (Map.Entry<String, Integer> table : PARTITIONS.entrySet()) {
                Topics.create(admin, table.getKey(), table.getValue());
            }
            List<DiffInstance> apps = new ArrayList<>();
            try (WorkerProcess worker = new WorkerProcess(scratch, broker.bootstrapServers());
                    KafkaProducer<String, String> producer = new KafkaProducer<>(
                            Map.of("bootstrap.servers", broker.bootstrapServers(), "linger.ms", 5),
                            new StringSerializer(),
                            new StringSerializer())) {
                for (int i = 0; i < 2; i++) {
                    apps.add(new DiffInstance(scratch.resolve("app" + i), options(broker.bootstrapServers())));
                }
                worker.awaitUp();
                Await.until(
                        "the topic of patches",
                        PATIENCE,
                        () -> admin.listTopics().names().get().contains("patches"));
                worker.rest().create(connector(sink, broker.bootstrapServers()));
                shop.snapshot((topic, key, value) -> producer.send(new ProducerRecord<>(topic, key, value)));
                for (int part = 0; part <= kills; part++) {
                    while (shop.changes() < (long) changes * (part + 1) / (kills + 1)) {
                        shop.change((topic, key, value) -> producer.send(new ProducerRecord<>(topic, key, value)));
                    }
                    producer.flush();
                    if (part < kills) {
                        long begun = behind(admin);
                        // A kill in the middle: some of the part is processed, some is not.
                        Await.until("the app is at work", PATIENCE, () -> {
                            heal(apps);
                            return behind(admin) < Math.max(1, begun / 2);
                        });
                        apps.get(part % apps.size()).kill();
                    }
                }
                Await.until("the app has read all", PATIENCE.multipliedBy(4), () -> {
                    heal(apps);
                    return behind(admin) == 0;
                });
                long end = end(broker.bootstrapServers());
                Await.until("the store has all", PATIENCE.multipliedBy(4), () -> sink.durable() >= end);
            } finally {
                for (DiffInstance app : apps) {
                    app.close();
                }
            }
        }
        Set<Statement> found = sink.statements();
        Set<Statement> expected = shop.statements();
        assertThat(difference(found, expected)).as("orphans").isEmpty();
        assertThat(difference(expected, found)).as("missing").isEmpty();
        System.out.printf(
                "lift: %d changes, %d kills, %d rows, %d statements, orphans 0, missing 0%n",
                shop.changes(), kills, shop.rows(), found.size());
    }

    private static Set<Statement> difference(Set<Statement> one, Set<Statement> other) {
        Set<Statement> difference = new java.util.HashSet<>(one);
        difference.removeAll(other);
        return difference;
    }

    private static void heal(List<DiffInstance> apps) throws Exception {
        for (DiffInstance app : apps) {
            app.heal();
        }
    }

    private static ObjectNode connector(EmbeddedSink sink, String bootstrapServers) throws Exception {
        ObjectNode connector = sink.connector(bootstrapServers);
        ((ObjectNode) connector.path("config")).put("batch.max.records", "500").put("checkpoint.interval.ms", "2000");
        return connector;
    }

    /** How many records the app has not processed yet, of all tables. */
    private static long behind(Admin admin) throws Exception {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        PARTITIONS.forEach((table, partitions) -> {
            for (int i = 0; i < partitions; i++) {
                ends.put(new TopicPartition(table, i), OffsetSpec.latest());
            }
        });
        Map<TopicPartition, OffsetAndMetadata> read = admin.listConsumerGroupOffsets(APPLICATION)
                .partitionsToOffsetAndMetadata()
                .get(30, TimeUnit.SECONDS);
        long behind = 0;
        for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end :
                admin.listOffsets(ends).all().get(30, TimeUnit.SECONDS).entrySet()) {
            OffsetAndMetadata at = read.get(end.getKey());
            behind += end.getValue().offset() - (at == null ? 0 : at.offset());
        }
        return behind;
    }

    /** The sum over all partitions of the offset behind the last patch. */
    private static long end(String bootstrapServers) {
        Map<Integer, Long> ends = new HashMap<>();
        Topics.committed(bootstrapServers, "patches", MOST_PARTITIONS)
                .forEach(record -> ends.merge(record.partition(), record.offset() + 1, Math::max));
        return ends.values().stream().mapToLong(Long::longValue).sum();
    }
}
