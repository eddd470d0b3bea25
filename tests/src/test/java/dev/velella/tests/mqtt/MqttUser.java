package dev.velella.tests.mqtt;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishBuilder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A device with a connection and a login of its own, over TLS. */
final class MqttUser implements AutoCloseable {
    private final String name;
    private final Mqtt5AsyncClient client;

    MqttUser(MosquittoProcess broker, String name) throws Exception {
        this.name = name;
        client = MqttClient.builder()
                .useMqttVersion5()
                .identifier(name)
                .serverHost("localhost")
                .serverPort(broker.port())
                .sslConfig()
                .trustManagerFactory(broker.trust())
                .applySslConfig()
                .simpleAuth()
                .username(name)
                .password(name.getBytes(StandardCharsets.UTF_8))
                .applySimpleAuth()
                .automaticReconnectWithDefaultConfig()
                .buildAsync();
        client.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(3600)
                .send()
                .join();
    }

    /** Its own topic, where none is given. Completes when the broker has it. */
    CompletableFuture<?> publish(
            @Nullable String topic,
            @Nullable String contentType,
            byte[] payload,
            UnaryOperator<Mqtt5PublishBuilder.Complete> more) {
        Mqtt5PublishBuilder.Complete message = Mqtt5Publish.builder()
                .topic(topic == null ? "devices/" + name + "/reading" : topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(payload);
        if (contentType != null) {
            message = message.contentType(contentType);
        }
        return client.publish(more.apply(message).build());
    }

    @Override
    public void close() {
        client.disconnect().join();
    }
}
