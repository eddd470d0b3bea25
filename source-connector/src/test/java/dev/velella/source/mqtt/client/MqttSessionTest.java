package dev.velella.source.mqtt.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.internal.mqtt.MqttClientConnectionConfig;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.source.mqtt.MqttSource;
import dev.velella.source.options.RdfSourceConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class MqttSessionTest {
    @TempDir
    private Path folder;

    private final MqttCounts counts = new MqttCounts();

    /** The client may hand over the first message of a resumed session before it says that the session was resumed. */
    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void aMessageThatKafkaHasIsLeftOutAlsoIfItComesBeforeTheNewsOfTheConnection(String version) throws Exception {
        try (Mosquitto broker = new Mosquitto(folder, "log_type all");
                Device device = new Device(broker.port())) {
            MqttSettings settings = settings(broker, version);
            MqttInbox first = inbox();
            long[] known;
            try (MqttSession session = new MqttSession(settings, first)) {
                session.start();
                awaitConnected();
                device.turtle("site/a", "1");
                device.turtle("site/a", "2");
                known = take(first, 2).stream().mapToLong(Delivery::fingerprint).toArray();
            }
            MqttInbox second = inbox(known);
            try (MqttSession session = new MqttSession(settings, second, Late::new)) {
                session.start();
                awaitConnected();
                device.turtle("site/a", "3");
                assertThat(new String(take(second, 1).get(0).message().payload(), StandardCharsets.UTF_8))
                        .isEqualTo("3");
                assertThat(counts.redelivered()).isEqualTo(2);
            }
        }
    }

    /** The place of our handler depends on the names of the client's handlers, which a new version may change. */
    @Test
    void theClientsConnectionSendsTogetherWhatIsReady() {
        try (Mosquitto broker = new Mosquitto(folder)) {
            MqttSettings settings = settings(broker, "5");
            MqttConnection.Listener nobody = new MqttConnection.Listener() {
                @Override
                public void received(MqttMessage message) {}

                @Override
                public void lost(Throwable cause) {}
            };
            Mqtt5BlockingClient client = ClientTransport.builder(settings, Runnable::run, nobody)
                    .useMqttVersion5()
                    .buildBlocking();
            client.connect();
            MqttClientConnectionConfig connection = (MqttClientConnectionConfig)
                    client.getConfig().getConnectionConfig().orElseThrow();
            List<String> handlers = connection.getChannel().pipeline().names();
            assertThat(handlers).containsSubsequence("send.together", "encoder", "qos.incoming");
            client.disconnect();
        }
    }

    /** A broker or publisher that follows RDF Messages may say it so. */
    @Test
    void theContentTypeIsThatOfMqttOrElseThatOfRdfMessages() {
        assertThat(contentType("text/turtle")).isEqualTo("text/turtle");
        assertThat(contentType("text/turtle", "application/trig")).isEqualTo("text/turtle");
        assertThat(contentType(null, "application/trig")).isEqualTo("application/trig");
        assertThat(contentType(null, "application/trig", "application/trig")).isEqualTo("application/trig");
        assertThat(contentType(null, "application/trig", "text/turtle")).isEqualTo("application/trig, text/turtle");
        assertThat(contentType(null)).isNull();
    }

    private static String contentType(String contentType, String... messageTypes) {
        List<Mqtt5UserProperty> properties = new ArrayList<>();
        properties.add(Mqtt5UserProperty.of("other", "text/plain"));
        for (String type : messageTypes) {
            properties.add(Mqtt5UserProperty.of(
                    properties.size() == 1 ? "RDF-Message-Content-Type" : "rdf-message-content-type", type));
        }
        return Mqtt5Connection.message(Mqtt5Publish.builder()
                        .topic("site/a")
                        .contentType(contentType)
                        .userProperties(Mqtt5UserProperties.of(properties))
                        .build())
                .contentType();
    }

    private MqttInbox inbox(long... known) {
        return new MqttInbox(100, 1 << 20, true, known, counts);
    }

    private void awaitConnected() {
        while (counts.connected() == 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static List<Delivery> take(MqttInbox inbox, int count) throws Exception {
        List<Delivery> taken = new ArrayList<>();
        while (taken.size() < count) {
            taken.addAll(inbox.take(count - taken.size(), Duration.ofSeconds(1)));
        }
        return taken;
    }

    private static MqttSettings settings(Mosquitto broker, String version) {
        return new MqttSettings(new RdfSourceConfig(
                MqttSource.TYPE,
                Map.of(
                        "source.type", "mqtt",
                        "topic", "graphs",
                        "mqtt.server.uri", broker.uri(),
                        "mqtt.topics", "site/#",
                        "mqtt.version", version,
                        "mqtt.client.id", "test")));
    }

    /** A connection whose first message is told before its acceptance. */
    private static final class Late implements MqttConnection, MqttConnection.Listener {
        private final MqttConnection inside;
        private final Listener listener;
        private final CompletableFuture<Void> firstMessage = new CompletableFuture<>();

        Late(MqttSettings settings, Executor executor, Listener listener) {
            this.listener = listener;
            inside = MqttSession.open(settings, executor, this);
        }

        @Override
        public void received(MqttMessage message) {
            listener.received(message);
            firstMessage.complete(null);
        }

        @Override
        public void lost(Throwable cause) {
            listener.lost(cause);
        }

        @Override
        public CompletionStage<Boolean> connect() {
            return inside.connect().thenCombine(firstMessage, (present, message) -> present);
        }

        @Override
        public CompletionStage<List<Integer>> subscribe(List<String> filters) {
            return inside.subscribe(filters);
        }

        @Override
        public void read(boolean on) {
            inside.read(on);
        }

        @Override
        public CompletionStage<Void> disconnect() {
            return inside.disconnect();
        }
    }
}
