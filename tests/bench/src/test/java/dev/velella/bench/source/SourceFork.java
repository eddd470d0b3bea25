package dev.velella.bench.source;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.sun.management.OperatingSystemMXBean;
import dev.velella.converter.JellyConverter;
import dev.velella.source.RdfSourceTask;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/**
 * What one measured JVM does: takes the messages that wait in a session at an MQTT broker to a topic of Kafka, each
 * acknowledged when Kafka has it. Does so for each line of its standard input, and prints {@code nanos cpuNanos} of a
 * message, processor time being that of the whole JVM. The first tenth of the messages is not measured.
 */
final class SourceFork {
    private SourceFork() {}

    /**
     * @param way how they go
     * @param session name of the session, which has subscribed before
     * @param messages that wait in it each time
     */
    record Task(
            SourceWay way,
            String bootstrapServers,
            String topic,
            int port,
            String session,
            SourcePayload payload,
            SourceProducer producer,
            int messages) {
        List<String> arguments() {
            return List.of(
                    way.name(),
                    bootstrapServers,
                    topic,
                    Integer.toString(port),
                    session,
                    payload.name(),
                    producer.name(),
                    Integer.toString(messages));
        }

        static Task of(String[] arguments) {
            return new Task(
                    SourceWay.valueOf(arguments[0]),
                    arguments[1],
                    arguments[2],
                    Integer.parseInt(arguments[3]),
                    arguments[4],
                    SourcePayload.valueOf(arguments[5]),
                    SourceProducer.valueOf(arguments[6]),
                    Integer.parseInt(arguments[7]));
        }
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Task task = Task.of(arguments);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (KafkaProducer<byte[], byte[]> producer = producer(task)) {
            while (commands.readLine() != null) {
                Progress progress = new Progress(task.messages() / 10, task.messages());
                if (task.way() == SourceWay.VELELLA) {
                    source(task, producer, progress);
                } else {
                    plain(task, producer, progress);
                }
                System.out.println(progress.nanosEach() + " " + progress.cpuNanosEach());
            }
        }
        System.exit(0);
    }

    /** What a session has subscribed to. */
    static String topic(String session) {
        return session + "/weather";
    }

    /** As a worker of Connect makes one. */
    private static KafkaProducer<byte[], byte[]> producer(Task task) {
        Map<String, Object> properties = new HashMap<>(task.producer().properties());
        properties.put("bootstrap.servers", task.bootstrapServers());
        properties.put("acks", "all");
        properties.put("max.in.flight.requests.per.connection", "1");
        properties.put("delivery.timeout.ms", Integer.toString(Integer.MAX_VALUE));
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Counts what Kafka has. Called by the producer's thread only, but for the results. */
    private static final class Progress {
        private static final OperatingSystemMXBean PROCESS =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

        private final int warmUp;
        private final int most;
        private final CountDownLatch end = new CountDownLatch(1);
        private int done;
        private long nanos;
        private long cpuNanos;

        Progress(int warmUp, int most) {
            this.warmUp = warmUp;
            this.most = most;
        }

        void one(Exception failure) {
            if (failure != null) {
                failure.printStackTrace();
                System.exit(1);
            }
            done++;
            if (done == warmUp) {
                nanos = -System.nanoTime();
                cpuNanos = -PROCESS.getProcessCpuTime();
            } else if (done == most) {
                nanos += System.nanoTime();
                cpuNanos += PROCESS.getProcessCpuTime();
                end.countDown();
            }
        }

        boolean isDone() {
            return end.getCount() == 0;
        }

        void await() throws InterruptedException {
            end.await();
        }

        double nanosEach() {
            return (double) nanos / (most - warmUp);
        }

        double cpuNanosEach() {
            return (double) cpuNanos / (most - warmUp);
        }
    }

    private static void plain(Task task, KafkaProducer<byte[], byte[]> producer, Progress progress)
            throws InterruptedException {
        Mqtt5AsyncClient client = MqttClient.builder()
                .useMqttVersion5()
                .identifier(task.session())
                .serverHost("127.0.0.1")
                .serverPort(task.port())
                .buildAsync();
        Consumer<Mqtt5Publish> callback = message -> producer.send(
                new ProducerRecord<>(
                        task.topic(),
                        message.getTopic().toString().getBytes(StandardCharsets.UTF_8),
                        message.getPayloadAsBytes()),
                (metadata, failure) -> {
                    message.acknowledge();
                    progress.one(failure);
                });
        if (task.way() == SourceWay.PLAIN_AT_ONCE) {
            client.publishes(MqttGlobalPublishFilter.ALL, callback, Runnable::run, true);
        } else {
            client.publishes(MqttGlobalPublishFilter.ALL, callback, true);
        }
        client.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(3600)
                .send()
                .join();
        progress.await();
        client.disconnect().join();
    }

    private static void source(Task task, KafkaProducer<byte[], byte[]> producer, Progress progress)
            throws InterruptedException {
        Map<String, String> options = new HashMap<>(task.payload().options());
        options.put("source.type", "mqtt");
        options.put("topic", task.topic());
        options.put("kafka.bootstrap.servers", task.bootstrapServers());
        options.put("key.source", "topic");
        options.put("mqtt.server.uri", "mqtt://127.0.0.1:" + task.port());
        options.put("mqtt.client.id", task.session());
        options.put("mqtt.topics", topic(task.session()));
        try (JellyConverter converter = new JellyConverter()) {
            converter.configure(Map.of(), false);
            RdfSourceTask source = new RdfSourceTask();
            source.initialize(new Context(options));
            source.start(options);
            while (!progress.isDone()) {
                List<SourceRecord> batch = source.poll();
                for (SourceRecord record : batch == null ? List.<SourceRecord>of() : batch) {
                    producer.send(kafkaRecord(record, converter), (metadata, failure) -> {
                        source.commitRecord(record, metadata);
                        progress.one(failure);
                    });
                }
            }
            source.stop();
        }
    }

    /** As a worker does, with StringConverter for keys and headers. */
    private static ProducerRecord<byte[], byte[]> kafkaRecord(SourceRecord record, JellyConverter converter) {
        Headers headers = new RecordHeaders();
        for (Header header : record.headers()) {
            headers.add(header.key(), header.value().toString().getBytes(StandardCharsets.UTF_8));
        }
        byte[] value = converter.fromConnectData(record.topic(), headers, record.valueSchema(), record.value());
        byte[] key = record.key().toString().getBytes(StandardCharsets.UTF_8);
        return new ProducerRecord<>(record.topic(), record.kafkaPartition(), record.timestamp(), key, value, headers);
    }

    /** No offsets are stored. */
    private record Context(Map<String, String> configs) implements SourceTaskContext {
        @Override
        public OffsetStorageReader offsetStorageReader() {
            return new OffsetStorageReader() {
                @Override
                public <T> Map<String, Object> offset(Map<String, T> partition) {
                    return null;
                }

                @Override
                public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
                    return Map.of();
                }
            };
        }

        @Override
        public org.apache.kafka.common.metrics.PluginMetrics pluginMetrics() {
            return null;
        }
    }
}
