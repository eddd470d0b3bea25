package dev.velella.bench.grpc;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.RdfGraph;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Two clients of an MQTT 5 broker, QoS 1. The frames are one stream, as in a call of gRPC. */
final class MqttWay implements GraphWay {
    private static final JellyOptions OPTIONS = new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, false, 2);

    /** Messages that the broker has not acknowledged; fewer than it allows. */
    private static final int UNDER_WAY = 500;

    private final String topic;
    private final Mqtt5AsyncClient publisher;
    private final Mqtt5AsyncClient subscriber;
    private final BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
    private final Semaphore window = new Semaphore(UNDER_WAY);
    private final JellyGraphEncoder encoder = new JellyGraphEncoder(OPTIONS, Limits.DEFAULT);
    private final JellyGraphDecoder decoder = new JellyGraphDecoder(LightValueFactory.getInstance(), Limits.DEFAULT);

    /** The first failure of a message. */
    private volatile @Nullable Throwable failure;

    MqttWay(int port, String topic) {
        this.topic = topic;
        publisher = client(port);
        subscriber = client(port);
        subscriber.publishes(MqttGlobalPublishFilter.ALL, message -> received.add(message.getPayloadAsBytes()));
        subscriber
                .subscribeWith()
                .topicFilter(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .send()
                .join();
    }

    private static Mqtt5AsyncClient client(int port) {
        Mqtt5AsyncClient client = MqttClient.builder()
                .useMqttVersion5()
                .serverHost("127.0.0.1")
                .serverPort(port)
                .buildAsync();
        client.connect().join();
        return client;
    }

    @Override
    public void send(RdfGraph graph) throws InterruptedException {
        window.acquire();
        publisher
                .publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(encoder.encodeNext(graph))
                .send()
                .whenComplete((done, problem) -> {
                    window.release();
                    if (problem != null) {
                        failure = problem;
                    }
                });
    }

    @Override
    public RdfGraph take() throws InterruptedException {
        byte[] frame = received.poll(5, TimeUnit.MINUTES);
        if (failure != null || frame == null) {
            throw new BenchmarkException("a message does not come", failure);
        }
        return decoder.decodeNext(frame);
    }

    @Override
    public void close() {
        publisher.disconnect().join();
        subscriber.disconnect().join();
    }
}
