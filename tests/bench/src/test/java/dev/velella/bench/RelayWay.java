package dev.velella.bench;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.reactivex.disposables.Disposable;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The least that takes messages to Kafka under the same rule: the same client, the payload as it is, acknowledged when the
 * producer says that Kafka has it. As in Connect, one thread receives and another sends.
 */
final class RelayWay implements SourceFork.Way {
    private final BlockingQueue<Mqtt5Publish> received = new LinkedBlockingQueue<>();
    private final Mqtt5AsyncClient client;
    private final Disposable messages;
    private final Thread thread;

    RelayWay(SourceFork.Task task, Producer<byte[], byte[]> producer, SourceFork.Finish finish) {
        Mqtt5Client built = MqttClient.builder()
                .useMqttVersion5()
                .identifier(SourceFork.CLIENT_ID)
                .serverHost("127.0.0.1")
                .serverPort(task.mqttPort())
                .build();
        messages = built.toRx().publishes(MqttGlobalPublishFilter.ALL, true).subscribe(received::add);
        client = built.toAsync();
        thread = new Thread(() -> relay(task.topic(), producer, finish), "relay");
        thread.setDaemon(true);
    }

    @Override
    public void start() {
        thread.start();
        client.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(3600)
                .restrictions()
                .receiveMaximum(SourceFork.RECEIVE_MAXIMUM)
                .applyRestrictions()
                .send()
                .join();
    }

    private void relay(String topic, Producer<byte[], byte[]> producer, SourceFork.Finish finish) {
        try {
            while (true) {
                Mqtt5Publish message = received.take();
                byte[] key = message.getTopic().toString().getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>(topic, key, message.getPayloadAsBytes()), (metadata, exception) -> {
                    if (exception == null) {
                        message.acknowledge();
                        finish.one();
                    }
                });
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        messages.dispose();
        client.disconnect().join();
    }
}
