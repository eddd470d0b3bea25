package dev.velella.source.mqtt.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.edge.EdgeRequest;
import dev.velella.edge.FrameList;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.ElementKind;
import dev.velella.source.Logged;
import dev.velella.source.mqtt.MqttSourceType;
import dev.velella.source.options.RdfSourceConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LinkClientTest {
    private static final JellyHeader CAME = new JellyHeader(ElementKind.GRAPH, 1, 1, 5, 2);

    /** What a broker of MQTT 5 answers that is not ready: CONNACK, server unavailable. */
    private static final byte[] UNAVAILABLE = {0x20, 3, 0, (byte) 0x88, 0};

    private static LinkClient client(int port) {
        return new LinkClient(new MqttSettings(new RdfSourceConfig(
                new MqttSourceType(),
                Map.of(
                        "source.type", "mqtt",
                        "topic", "graphs",
                        "mqtt.server.uri", "mqtt://127.0.0.1:" + port,
                        "mqtt.topics", "site/#",
                        "mqtt.client.id", "test",
                        "mqtt.reconnect.backoff.ms", "10"))));
    }

    @Test
    void aBrokerThatLetsNobodyInIsNamedOnceThoughItIsTriedAgain() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        try (Logged log = new Logged();
                ServerSocket broker = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
                LinkClient client = client(broker.getLocalPort())) {
            Thread refusing = new Thread(() -> refuse(broker, attempts), "refusing-broker");
            refusing.setDaemon(true);
            refusing.start();
            while (attempts.get() < 6) {
                assertThat(client.ask("site/1", new EdgeRequest(CAME, 3, true))).isFalse();
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(log.count("Velella cannot ask devices for missing frames"))
                    .isEqualTo(1);
            assertThat(log.text()).contains("SERVER_UNAVAILABLE").doesNotContain("null");
        }
    }

    private static void refuse(ServerSocket broker, AtomicInteger attempts) {
        try {
            while (true) {
                try (Socket socket = broker.accept()) {
                    if (socket.getInputStream().read() == 0x10) { // CONNECT
                        socket.getOutputStream().write(UNAVAILABLE);
                        socket.getOutputStream().flush();
                        while (socket.getInputStream().read() >= 0) {
                            // the client closes first
                        }
                        attempts.incrementAndGet();
                    }
                }
            }
        } catch (IOException e) {
            // the test is over
        }
    }

    @Test
    void whatIsNoAnswerIsNamedOnceUntilOneComes() {
        Mqtt5Publish strange = Mqtt5Publish.builder().topic("any").build();
        Mqtt5Publish right = Mqtt5Publish.builder()
                .topic("any")
                .correlationData((CAME + " site/1").getBytes(StandardCharsets.UTF_8))
                .payload(FrameList.join(List.of()))
                .build();
        try (Logged log = new Logged();
                LinkClient client = client(1)) {
            for (int i = 0; i < 3; i++) {
                client.take(strange);
            }
            assertThat(log.count("is no answer of a device: it does not say what it answers"))
                    .isEqualTo(1);
            assertThat(client.answer()).isNull();
            client.take(right);
            assertThat(client.answer()).isEqualTo(new LinkClient.Answer("site/1", CAME, List.of()));
            client.take(strange);
            assertThat(log.count("is no answer of a device")).isEqualTo(2);
            for (int i = 0; i < 100; i++) {
                client.take(right);
                client.take(strange);
            }
            assertThat(log.count("is no answer of a device"))
                    .as("lines a minute")
                    .isEqualTo(10);
        }
    }
}
