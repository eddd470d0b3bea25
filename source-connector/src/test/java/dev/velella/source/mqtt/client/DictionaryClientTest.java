package dev.velella.source.mqtt.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.source.Logged;
import dev.velella.source.mqtt.MqttSource;
import dev.velella.source.mqtt.link.DictionaryName;
import dev.velella.source.options.RdfSourceConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DictionaryClientTest {
    /** What a broker of MQTT 5 answers that is not ready: CONNACK, server unavailable. */
    private static final byte[] UNAVAILABLE = {0x20, 3, 0, (byte) 0x88, 0};

    private static DictionaryClient client(int port) {
        return new DictionaryClient(new MqttSettings(new RdfSourceConfig(
                MqttSource.TYPE,
                Map.of(
                        "source.type", "mqtt",
                        "topic", "graphs",
                        "mqtt.server.uri", "mqtt://127.0.0.1:" + port,
                        "mqtt.topics", "site/#",
                        "mqtt.client.id", "test",
                        "mqtt.retry.backoff.ms", "10"))));
    }

    @Test
    void aBrokerThatLetsNobodyInIsNamedOnceThoughItIsTriedAgain() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        try (Logged log = new Logged();
                ServerSocket broker = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
                DictionaryClient client = client(broker.getLocalPort())) {
            Thread refusing = new Thread(() -> refuse(broker, attempts), "refusing-broker");
            refusing.setDaemon(true);
            refusing.start();
            while (attempts.get() < 6) {
                client.want(Set.of(new DictionaryName("site/1", 3)));
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(log.count("Velella cannot fetch the dictionaries of devices"))
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
}
