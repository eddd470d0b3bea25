package dev.velella.tests.chaos;

import dev.velella.dictionary.Dictionary;
import dev.velella.tests.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * The two topics of one run, of graphs and of patches, which all writers share, and the topic of their dictionaries. The broker
 * puts its time on every record, so that it is known which of two records of different topics came first.
 */
final class ChaosTopics implements AutoCloseable {
    static final int PARTITIONS = 3;

    /** Above every batch of usual records, below the records that the broker is to refuse. */
    private static final String MOST_BYTES = "60000";

    private static final String TIMESTAMPS = "message.timestamp.type";
    private static final String APPENDED = "LogAppendTime";

    private final Admin admin;
    private final String name;
    private final List<TopicPartition> partitions = new ArrayList<>();

    /** @param name what the topics' names begin with */
    ChaosTopics(String bootstrapServers, String name) throws Exception {
        this.name = name;
        admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
        List<NewTopic> topics = new ArrayList<>();
        for (String topic : names()) {
            topics.add(new NewTopic(topic, PARTITIONS, (short) 1)
                    .configs(Map.of("max.message.bytes", MOST_BYTES, TIMESTAMPS, APPENDED)));
            for (int partition = 0; partition < PARTITIONS; partition++) {
                partitions.add(new TopicPartition(topic, partition));
            }
        }
        topics.add(new NewTopic(dictionaries(), 1, (short) 1)
                .configs(Map.of("cleanup.policy", "compact", TIMESTAMPS, APPENDED)));
        Topics.create(admin, topics);
    }

    String graphs() {
        return name + "-graphs";
    }

    String patches() {
        return name + "-patches";
    }

    String dictionaries() {
        return name + "-dictionaries";
    }

    /** The topics of graphs and of patches. */
    List<String> names() {
        return List.of(graphs(), patches());
    }

    List<TopicPartition> partitions() {
        return partitions;
    }

    /** When each dictionary came to the broker, by its name. */
    Map<Long, Long> dictionaryTimes(String bootstrapServers) {
        Map<Long, Long> times = new HashMap<>();
        for (ConsumerRecord<String, byte[]> record : Topics.committed(bootstrapServers, dictionaries(), 1)) {
            times.merge(Dictionary.of(record.value()).name(), record.timestamp(), Math::min);
        }
        return times;
    }

    /** Sum of the ends of all partitions. */
    long written() throws Exception {
        return ends(IsolationLevel.READ_UNCOMMITTED).values().stream()
                .mapToLong(ListOffsetsResultInfo::offset)
                .sum();
    }

    /** Whether no transaction is open. */
    boolean areSettled() throws Exception {
        Map<TopicPartition, ListOffsetsResultInfo> stable = ends(IsolationLevel.READ_COMMITTED);
        Map<TopicPartition, ListOffsetsResultInfo> all = ends(IsolationLevel.READ_UNCOMMITTED);
        return partitions.stream()
                .allMatch(place -> stable.get(place).offset() == all.get(place).offset());
    }

    private Map<TopicPartition, ListOffsetsResultInfo> ends(IsolationLevel isolation) throws Exception {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(place -> wanted.put(place, OffsetSpec.latest()));
        return admin.listOffsets(wanted, new ListOffsetsOptions(isolation))
                .all()
                .get();
    }

    @Override
    public void close() {
        admin.close();
    }
}
