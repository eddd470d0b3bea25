package dev.velella.source.mqtt.client;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Publishes messages; each is at the broker when the call returns. */
public final class Device implements AutoCloseable {
    private final Mqtt5BlockingClient client;

    public Device(int port) {
        client = MqttClient.builder()
                .useMqttVersion5()
                .identifier("device-" + UUID.randomUUID())
                .serverHost("127.0.0.1")
                .serverPort(port)
                .buildBlocking();
        client.connect();
    }

    /** A message of Turtle, with its content type. */
    public void turtle(String topic, String document) {
        publish(Mqtt5Publish.builder()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .contentType("text/turtle")
                .payload(document.getBytes(StandardCharsets.UTF_8))
                .build());
    }

    public void publish(Mqtt5Publish message) {
        client.publish(message);
    }

    @Override
    public void close() {
        client.disconnect();
    }
}
