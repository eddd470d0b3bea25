package dev.velella.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicEndsTest {
    private static final TopicPartition P0 = new TopicPartition("patches", 0);
    private static final TopicPartition P1 = new TopicPartition("patches", 1);

    @TempDir
    Path directory;

    @Test
    void thereIsNoEndWhileATransactionMayStillBringRecords() throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(directory, Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                KafkaProducer<String, String> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "diff"),
                        new StringSerializer(),
                        new StringSerializer())) {
            admin.createTopics(List.of(new NewTopic("patches", 2, (short) 1)))
                    .all()
                    .get();
            TopicEnds ends = new TopicEnds(admin, "patches", 2);
            assertThat(ends.decided()).contains(Map.of(P0, 0L, P1, 0L));

            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("patches", 1, "a", "patch"));
            producer.flush();
            assertThat(ends.decided()).as("open").isEmpty();

            producer.commitTransaction();
            assertThat(awaited(ends)).as("a record and the mark of its commit").isEqualTo(Map.of(P0, 0L, P1, 2L));
        }
    }

    private static Map<TopicPartition, Long> awaited(TopicEnds ends) throws Exception {
        while (true) {
            Optional<Map<TopicPartition, Long>> decided = ends.decided();
            if (decided.isPresent()) {
                return decided.get();
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
