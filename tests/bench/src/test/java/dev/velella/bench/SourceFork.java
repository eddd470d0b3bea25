package dev.velella.bench;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What one measured JVM does: a session subscribes and leaves, messages are published for it, and then they go from the
 * session to Kafka, so that publishing takes nothing from what is measured. A message is acknowledged to the MQTT broker
 * when Kafka has its record. Prints messages a second, of the second half.
 */
final class SourceFork {
    static final String CLIENT_ID = "bench-0";
    static final int RECEIVE_MAXIMUM = 2_000;
    private static final long PATIENCE_S = 300;

    private SourceFork() {}

    /**
     * @param contender {@code velella} or {@code relay}
     * @param mqttPort of Mosquitto on this machine
     * @param topic of Kafka; exists and has one partition
     */
    record Task(String contender, String bootstrapServers, int mqttPort, String topic, int messages) {
        List<String> arguments() {
            return List.of(contender, bootstrapServers, Integer.toString(mqttPort), topic, Integer.toString(messages));
        }

        static Task of(String[] arguments) {
            return new Task(
                    arguments[0],
                    arguments[1],
                    Integer.parseInt(arguments[2]),
                    arguments[3],
                    Integer.parseInt(arguments[4]));
        }
    }

    /** Takes messages from the session to Kafka until it is closed. */
    interface Way extends AutoCloseable {
        /** Connects, and begins. */
        void start();

        @Override
        void close();
    }

    /** Counts what Kafka has, and knows when half of it and all of it was there. */
    static final class Finish {
        private final long all;
        private final AtomicLong done = new AtomicLong();
        private final CountDownLatch end = new CountDownLatch(1);
        private volatile long half;
        private volatile long last;

        Finish(long all) {
            this.all = all;
        }

        /** One more is in Kafka and acknowledged to the MQTT broker. */
        void one() {
            long now = done.incrementAndGet();
            if (now == all / 2) {
                half = System.nanoTime();
            } else if (now == all) {
                last = System.nanoTime();
                end.countDown();
            }
        }

        /** Messages a second in the second half. */
        double rate() throws InterruptedException {
            if (!end.await(PATIENCE_S, TimeUnit.SECONDS)) {
                throw new BenchmarkException(done + " of " + all + " messages in " + PATIENCE_S + " s");
            }
            return (all - all / 2) * 1e9 / (last - half);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        System.out.println(run(Task.of(arguments)));
        System.out.flush();
        System.exit(0); // the clients' threads
    }

    static double run(Task task) throws InterruptedException {
        subscribe(task.mqttPort());
        publish(task);
        Finish finish = new Finish(task.messages());
        try (Producer<byte[], byte[]> producer = producer(task.bootstrapServers());
                Way way = task.contender().equals("velella")
                        ? new SourceTaskWay(task, producer, finish)
                        : new RelayWay(task, producer, finish)) {
            way.start();
            return finish.rate();
        }
    }

    /** With the settings of a Connect worker, and those of the sample. */
    private static Producer<byte[], byte[]> producer(String bootstrapServers) {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "acks",
                        "all",
                        "max.in.flight.requests.per.connection",
                        "1",
                        "enable.idempotence",
                        "true"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static Mqtt5AsyncClient client(String id, int port) {
        return MqttClient.builder()
                .useMqttVersion5()
                .identifier(id)
                .serverHost("127.0.0.1")
                .serverPort(port)
                .buildAsync();
    }

    private static void subscribe(int port) {
        Mqtt5AsyncClient client = client(CLIENT_ID, port);
        client.connectWith().cleanStart(true).sessionExpiryInterval(3600).send().join();
        client.subscribeWith()
                .topicFilter("site/+/weather")
                .qos(MqttQos.AT_LEAST_ONCE)
                .send()
                .join();
        client.disconnect().join();
    }

    private static void publish(Task task) throws InterruptedException {
        List<String> messages = WeatherMessages.json(Math.min(task.messages(), 10_000));
        Mqtt5AsyncClient client = client("bench-publisher", task.mqttPort());
        client.connect().join();
        Semaphore underWay = new Semaphore(500);
        for (int i = 0; i < task.messages(); i++) {
            underWay.acquire();
            Mqtt5Publish message = Mqtt5Publish.builder()
                    .topic(WeatherMessages.TOPIC)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .contentType(WeatherMessages.CONTENT_TYPE)
                    .payload(messages.get(i % messages.size()).getBytes(StandardCharsets.UTF_8))
                    .build();
            client.publish(message).whenComplete((result, failure) -> underWay.release());
        }
        underWay.acquire(500);
        client.disconnect().join();
    }
}
