package dev.velella.tests.diff;

import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Fills a topic with {@link Readings}, all stations in turn, as stateful records. */
final class ReadingsTopic implements AutoCloseable {
    private final KafkaProducer<String, byte[]> producer;
    private final String topic;
    private final int stations;
    private final PartitionEncoder[] encoders;
    private final Map<String, Long> numbers = new HashMap<>();
    private long sent;

    ReadingsTopic(String bootstrapServers, String topic, int partitions, int stations) {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new ByteArraySerializer());
        this.topic = topic;
        this.stations = stations;
        encoders = new PartitionEncoder[partitions];
        for (int i = 0; i < partitions; i++) {
            encoders[i] = new PartitionEncoder(
                    new EncoderSettings(
                            JellyOptions.TOPIC,
                            JellyPatchOptions.frame(TableSizes.BIG, false),
                            StatementOrder.GIVEN,
                            Limits.DEFAULT),
                    new KeyFrameInterval(50, 600_000));
        }
    }

    /** Sends until there are so many, and waits until the broker has them. */
    void send(long until) throws InterruptedException, ExecutionException {
        Future<RecordMetadata> last = null;
        while (sent < until) {
            last = sendNext();
        }
        producer.flush();
        if (last != null) {
            last.get();
        }
    }

    private @Nullable Future<RecordMetadata> sendNext() {
        int station = (int) (sent++ % stations);
        String key = Readings.key(station);
        long number = numbers.merge(key, 1L, Long::sum);
        int partition = station % encoders.length;
        StatefulFrame frame = encoders[partition].encode(Readings.graph(key, number));
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, partition, key, frame.value());
        record.headers().add("jelly", frame.header().toBytes());
        return producer.send(record);
    }

    /** Number of graphs sent. */
    long sent() {
        return sent;
    }

    /** Number of the last graph of a key. */
    long number(String key) {
        return numbers.getOrDefault(key, 0L);
    }

    @Override
    public void close() {
        producer.close();
    }
}
