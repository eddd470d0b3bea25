package dev.velella.tests;

import dev.velella.kit.cluster.NewTopics;
import dev.velella.letter.LetterHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Makes and reads topics. */
public final class Topics {
    private Topics() {}

    /** Makes topics and waits until they can be written to, see {@link NewTopics}. */
    public static void create(Admin admin, List<NewTopic> topics) throws Exception {
        admin.createTopics(topics).all().get();
        for (NewTopic topic : topics) {
            NewTopics.awaitLeaders(admin, topic.name(), topic.numPartitions(), Await.LEAST);
        }
    }

    /** As {@link #create(Admin, List)}, for one topic with the broker's settings. */
    public static void create(Admin admin, String topic, int partitions) throws Exception {
        create(admin, List.of(new NewTopic(topic, partitions, (short) 1)));
    }

    /** Every committed record of a topic, partition by partition in order. */
    public static List<ConsumerRecord<String, byte[]>> committed(
            String bootstrapServers, String topic, int partitions) {
        return read(bootstrapServers, topic, partitions, "read_committed");
    }

    /**
     * The first dead letter of each record, from a topic of one partition. If the worker has written a dead letter at once,
     * the sink hands it over again, so that a record may have two.
     */
    public static List<ConsumerRecord<String, byte[]>> deadLetters(String bootstrapServers, String topic) {
        Set<String> places = new HashSet<>();
        return committed(bootstrapServers, topic, 1).stream()
                .filter(letter -> places.add(text(letter, LetterHeaders.TOPIC) + "-"
                        + text(letter, LetterHeaders.PARTITION) + "@" + text(letter, LetterHeaders.OFFSET)))
                .toList();
    }

    private static String text(ConsumerRecord<?, ?> record, String header) {
        return new String(record.headers().lastHeader(header).value(), StandardCharsets.UTF_8);
    }

    /** Every record of a topic, those of aborted transactions included, partition by partition in order. */
    static List<ConsumerRecord<String, byte[]>> uncommitted(String bootstrapServers, String topic, int partitions) {
        return read(bootstrapServers, topic, partitions, "read_uncommitted");
    }

    private static List<ConsumerRecord<String, byte[]>> read(
            String bootstrapServers, String topic, int partitions, String isolation) {
        // A consumer that is closed waits for its last fetch, which waits for more at the end of the topic.
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                isolation,
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                100);
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> assigned = IntStream.range(0, partitions)
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .toList();
            consumer.assign(assigned);
            consumer.seekToBeginning(assigned);
            Map<TopicPartition, Long> ends = consumer.endOffsets(assigned);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }
}
