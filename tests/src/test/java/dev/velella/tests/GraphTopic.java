package dev.velella.tests;

import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Fills a topic of graphs with stateful records: every partition has several writers, whose records are mixed. */
public final class GraphTopic implements AutoCloseable {
    private record Writer(int partition, int number) {}

    private final KafkaProducer<String, byte[]> producer;
    private final String topic;
    private final int partitions;
    private final int writers;
    private final int interval;
    private final Map<Writer, PartitionEncoder> encoders = new HashMap<>();
    private final Map<String, List<RdfGraph>> sent = new HashMap<>();
    private final List<Future<RecordMetadata>> pending = new ArrayList<>();
    private int count;

    /** @param interval records from one key frame of a writer to the next */
    public GraphTopic(String bootstrapServers, String topic, int partitions, int writers, int interval) {
        producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
                new StringSerializer(),
                new ByteArraySerializer());
        this.topic = topic;
        this.partitions = partitions;
        this.writers = writers;
        this.interval = interval;
    }

    /** Sends a graph; all graphs of a key go to one partition, in order, by all of its writers in turn. */
    public void send(String key, RdfGraph graph) {
        int partition = Math.floorMod(key.hashCode(), partitions);
        Writer writer = new Writer(partition, count++ % writers);
        StatefulFrame frame = encoders.computeIfAbsent(
                        writer, w -> new PartitionEncoder(settings(), new KeyFrameInterval(interval, 600_000)))
                .encode(graph);
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, partition, key, frame.value());
        record.headers().add("jelly", frame.header().toBytes());
        pending.add(producer.send(record));
        sent.computeIfAbsent(key, k -> new ArrayList<>()).add(graph);
    }

    private EncoderSettings settings() {
        return new EncoderSettings(
                JellyOptions.TOPIC,
                JellyPatchOptions.frame(TableSizes.BIG, false),
                StatementOrder.GIVEN,
                Limits.DEFAULT);
    }

    /** Everything sent so far, by key; waits until the broker has it, and fails if it has not. */
    public Map<String, List<RdfGraph>> sent() throws Exception {
        producer.flush();
        for (Future<RecordMetadata> each : pending) {
            each.get();
        }
        pending.clear();
        return sent;
    }

    @Override
    public void close() {
        producer.close();
    }
}
