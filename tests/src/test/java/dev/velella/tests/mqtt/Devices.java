package dev.velella.tests.mqtt;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Devices that count: message number n is of device n modulo their number, and has n in it. The client keeps what the broker
 * has not acknowledged and sends it again, so that every number is published, some maybe twice where the broker was stopped.
 */
final class Devices implements AutoCloseable {
    static final int COUNT = 5;

    private final Mqtt5AsyncClient client;
    private final Semaphore underWay = new Semaphore(200);
    private final AtomicInteger published = new AtomicInteger();
    private int next;

    Devices(int port) {
        client = MqttClient.builder()
                .useMqttVersion5()
                .identifier("devices")
                .serverHost("127.0.0.1")
                .serverPort(port)
                .automaticReconnect()
                .initialDelay(50, java.util.concurrent.TimeUnit.MILLISECONDS)
                .maxDelay(500, java.util.concurrent.TimeUnit.MILLISECONDS)
                .applyAutomaticReconnect()
                .buildAsync();
        client.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(3600)
                .send()
                .join();
    }

    /** Publishes so many more; returns when the broker has them all. */
    void publish(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            int number = next++;
            underWay.acquire();
            client.publish(Mqtt5Publish.builder()
                            .topic("site/d" + number % COUNT + "/reading")
                            .qos(MqttQos.AT_LEAST_ONCE)
                            .contentType("text/turtle")
                            .payload(("<urn:d> <urn:n> " + number + " .").getBytes(StandardCharsets.UTF_8))
                            .build())
                    .whenComplete((done, failure) -> {
                        if (failure == null) {
                            published.incrementAndGet();
                        }
                        underWay.release();
                    });
        }
        underWay.acquire(200);
        underWay.release(200);
        if (published.get() != next) {
            throw new AssertionError(next - published.get() + " messages were not published");
        }
    }

    int published() {
        return next;
    }

    @Override
    public void close() {
        client.disconnect().join();
    }
}
