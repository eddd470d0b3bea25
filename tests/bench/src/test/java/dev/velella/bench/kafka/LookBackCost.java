package dev.velella.bench.kafka;

import dev.velella.bench.measure.Comparison;
import dev.velella.bench.record.JellyRecords;
import dev.velella.jelly.format.Limits;
import dev.velella.keyframe.StreamLimits;
import dev.velella.record.LookBack;
import dev.velella.record.RecordDecoder;
import dev.velella.record.partition.LookBackLimits;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** How long a reader that knows nothing takes for the record that is furthest from its key frame. */
final class LookBackCost {
    private static final int WARM_UPS = 20;
    private static final int MEASURED = 21;

    private final Map<String, Object> client;
    private final TopicPartition partition;
    private final int interval;
    private final int records;

    /**
     * @param topic holds one stream from offset 0 on
     * @param interval records from one key frame to the next
     * @param records in the topic
     */
    LookBackCost(String bootstrapServers, String topic, int interval, int records) {
        client = Map.of("bootstrap.servers", bootstrapServers, "auto.offset.reset", "earliest");
        partition = new TopicPartition(topic, 0);
        this.interval = interval;
        this.records = records;
    }

    /** The median time in ms from the record to its content; empty where the stream is shorter than the interval. */
    OptionalDouble median() {
        if (records < interval) {
            return OptionalDouble.empty();
        }
        double[] millis = new double[MEASURED];
        Map<String, Object> own = new HashMap<>(client);
        own.put(
                "fetch.max.wait.ms",
                10); // one that is under way at the end of the topic holds up what comes after a seek
        LookBackLimits unlimited = new LookBackLimits(100_000, 256L << 20, 30_000, Integer.MAX_VALUE);
        try (LookBack lookBack = new LookBack(client, unlimited);
                Consumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, lookBack);
            consumer.assign(List.of(partition));
            for (int i = -WARM_UPS; i < MEASURED; i++) {
                int keyFrame = Math.floorMod(i, records / interval) * interval;
                ConsumerRecord<byte[], byte[]> record = read(consumer, keyFrame + interval - 1L);
                decoder.reset();
                long start = System.nanoTime();
                JellyRecords.content(decoder.decode(record));
                if (i >= 0) {
                    millis[i] = (System.nanoTime() - start) / 1e6;
                }
            }
        }
        return OptionalDouble.of(Comparison.median(Arrays.copyOf(millis, MEASURED)));
    }

    private ConsumerRecord<byte[], byte[]> read(Consumer<byte[], byte[]> consumer, long offset) {
        consumer.seek(partition, offset);
        while (true) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                return record;
            }
        }
    }
}
