package dev.velella.bench.naive;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;

/** First part of the hand-made pipeline: JSON of MQTT becomes N-Quads in Kafka. The client acknowledges a message when it has been handed over. */
final class NaiveBridge {
    private final ObjectMapper json = new ObjectMapper();
    private final KafkaProducer<String, String> producer;
    private final String topic;

    NaiveBridge(NaiveClients clients, String topic) {
        this.producer = clients.producer();
        this.topic = topic;
    }

    void run(int mqttPort) {
        Mqtt5AsyncClient client = MqttClient.builder()
                .useMqttVersion5()
                .identifier("bridge-" + topic)
                .serverHost("127.0.0.1")
                .serverPort(mqttPort)
                .automaticReconnectWithDefaultConfig()
                .buildAsync();
        client.publishes(MqttGlobalPublishFilter.ALL, this::pass);
        client.connectWith()
                .cleanStart(false)
                .sessionExpiryInterval(86_400)
                .send()
                .join();
        client.subscribeWith()
                .topicFilter("site/+/weather")
                .qos(MqttQos.AT_LEAST_ONCE)
                .send()
                .join();
    }

    private void pass(Mqtt5Publish message) {
        try {
            StringWriter quads = new StringWriter();
            Rio.write(NaiveModel.of(json.readTree(message.getPayloadAsBytes())), quads, RDFFormat.NQUADS);
            String station = message.getTopic().getLevels().get(1);
            producer.send(new ProducerRecord<>(topic, station, quads.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
