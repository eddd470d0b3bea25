package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.fixture.Certificate;
import dev.velella.kit.access.Tls;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.mqtt.MqttSource;
import dev.velella.source.mqtt.MqttTask;
import dev.velella.source.mqtt.client.Device;
import dev.velella.source.mqtt.client.Mosquitto;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.task.SourceType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections, WebSocket, refusals, shared subscriptions and the look at the broker before a connector is made. */
@Timeout(600)
class MqttSecurityTest {
    private static final String DOCUMENT = "<urn:a> <urn:b> <urn:value:1> .";

    @TempDir
    static Path certificates;

    private static Certificate server;
    private static Certificate elsewhere;
    private static Certificate client;
    private static Certificate stranger;

    private final List<AutoCloseable> open = new ArrayList<>();

    @TempDir
    Path folder;

    @BeforeAll
    static void makeCertificates() {
        server = new Certificate(certificates, "server", "ip:127.0.0.1");
        elsewhere = new Certificate(certificates, "elsewhere", "dns:broker.example");
        client = new Certificate(certificates, "client", "dns:client");
        stranger = new Certificate(certificates, "stranger", "dns:stranger");
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private Mosquitto broker(String... options) {
        return opened(new Mosquitto(folder, options));
    }

    private static String[] tls(Certificate certificate, String... more) {
        List<String> options =
                new ArrayList<>(List.of("certfile " + certificate.certificate(), "keyfile " + certificate.key()));
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }

    private static Map<String, String> trusting(Certificate certificate) {
        return Map.of(
                "mqtt.ssl.truststore.location",
                certificate.trustStore().toString(),
                "mqtt.ssl.truststore.password",
                Certificate.PASSWORD);
    }

    @Test
    void anEncryptedConnectionCarriesMessagesWithAnyKindOfTruststore() throws Exception {
        Mosquitto broker = broker(tls(server));
        check(broker, "mqtts", trusting(server), null);
        check(
                broker,
                "mqtts",
                Map.of(
                        "mqtt.ssl.truststore.location", server.certificate().toString(),
                        "mqtt.ssl.truststore.type", "PEM",
                        "mqtt.version", "3.1.1"),
                null);
    }

    @Test
    void aBrokerThatAsksForACertificateIsShownIt() throws Exception {
        Mosquitto broker = broker(tls(server, "cafile " + client.certificate(), "require_certificate true"));
        Map<String, String> options = new HashMap<>(trusting(server));
        options.put("mqtt.ssl.keystore.location", client.keyStore().toString());
        options.put("mqtt.ssl.keystore.password", Certificate.PASSWORD);
        check(broker, "mqtts", options, client);
    }

    @Test
    void aBrokerThatDoesNotKnowTheClientsCertificateFailsTheTask() throws Exception {
        Mosquitto broker = broker(tls(server, "cafile " + client.certificate(), "require_certificate true"));
        Map<String, String> options = new HashMap<>(trusting(server));
        refused(broker, options);
        options.put("mqtt.ssl.keystore.location", stranger.keyStore().toString());
        options.put("mqtt.ssl.keystore.password", Certificate.PASSWORD);
        refused(broker, options);
    }

    @Test
    void aBrokerWithAnUnknownCertificateFailsTheTask() throws Exception {
        Mosquitto broker = broker(tls(server));
        refused(broker, trusting(stranger));
        refused(broker, Map.of());
    }

    @Test
    void aCertificateOfAnotherHostFailsTheTaskUnlessThatIsAllowed() throws Exception {
        Mosquitto broker = broker(tls(elsewhere));
        refused(broker, trusting(elsewhere));
        Map<String, String> options = new HashMap<>(trusting(elsewhere));
        options.put("mqtt.ssl.verify.hostname", "false");
        check(broker, "mqtts", options, null);
    }

    @Test
    void webSocketCarriesMessages() throws Exception {
        check(broker("protocol websockets"), "ws", Map.of(), null);
    }

    @Test
    void encryptedWebSocketCarriesMessages() throws Exception {
        check(broker(tls(server, "protocol websockets")), "wss", trusting(server), null);
    }

    @Test
    void tasksOfASharedSubscriptionGetEachMessageOnceTogether() throws Exception {
        Mosquitto broker = broker();
        Map<String, String> options = options(broker, "mqtt");
        options.put("mqtt.topics", "site/#,other");
        options.put("mqtt.shared.group", "velella");
        List<MqttTask> tasks = new ArrayList<>();
        SourceType type = MqttSource.TYPE;
        for (Map<String, String> own : type.taskConfigs(new RdfSourceConfig(type, options), 3)) {
            tasks.add(begin(own));
        }
        assertThat(tasks).hasSize(3);
        for (MqttTask task : tasks) {
            awaitConnected(task);
        }
        Device device = opened(new Device(broker.port()));
        for (int i = 0; i < 300; i++) {
            device.turtle("site/" + i % 7, "<urn:a> <urn:b> <urn:value:" + i + "> .");
        }
        Set<String> found = new TreeSet<>();
        int count = 0;
        int[] shares = new int[3];
        while (count < 300) {
            for (int i = 0; i < 3; i++) {
                List<SourceRecord> batch = tasks.get(i).poll();
                for (SourceRecord record : batch == null ? List.<SourceRecord>of() : batch) {
                    found.add(value(record));
                    tasks.get(i).commitRecord(record, null);
                    shares[i]++;
                    count++;
                }
            }
        }
        assertThat(found).hasSize(300);
        assertThat(shares).doesNotContain(0);
        for (MqttTask task : tasks) {
            assertThat(task.poll()).isNull();
        }
    }

    @Test
    void theBrokerIsAskedBeforeAConnectorIsMade() throws Exception {
        Path users = folder.resolve("users");
        Files.writeString(users, "");
        Mosquitto closed = broker("password_file " + users);
        Map<String, String> options = options(closed, "mqtt");
        assertThat(problems(options)).singleElement().asString().contains("NOT_AUTHORIZED", "mqtt.password");
        options.put("mqtt.username", "u");
        options.put("mqtt.password", "secret");
        assertThat(problems(options)).singleElement().asString().doesNotContain("secret");
        closed.stop();
        assertThat(problems(options)).singleElement().asString().contains("mqtt.server.uri");

        Path other = Files.createDirectory(folder.resolve("open"));
        Mosquitto broker = opened(new Mosquitto(other));
        assertThat(problems(options(broker, "mqtt"))).isEmpty();
        assertThat(Files.readString(other.resolve("mosquitto.log"))).contains("as t-probe");
    }

    private static List<String> problems(Map<String, String> options) {
        return new RdfSourceConnector()
                .validate(options).configValues().stream()
                        .map(ConfigValue::errorMessages)
                        .flatMap(List::stream)
                        .toList();
    }

    private static Map<String, String> options(Mosquitto broker, String scheme) {
        Map<String, String> options = new HashMap<>();
        options.put("source.type", "mqtt");
        options.put("topic", "graphs");
        options.put("mqtt.server.uri", scheme + "://127.0.0.1:" + broker.port());
        options.put("mqtt.topics", "site/#");
        options.put("mqtt.client.id", "t");
        options.put("mqtt.retry.backoff.ms", "20");
        options.put("payload.content.type", "text/turtle");
        return options;
    }

    private MqttTask begin(Map<String, String> options) {
        MqttTask task = new MqttTask();
        open.add(task::stop);
        task.initialize(new StoredOffsets());
        task.start(options);
        return task;
    }

    private static void awaitConnected(MqttTask task) throws InterruptedException {
        while (task.counts().connected() == 0) {
            task.poll(); // throws what is in the way
        }
    }

    private static String value(SourceRecord record) {
        return ((RdfGraph) RdfStructs.toElement(record.value()))
                .statements()
                .get(0)
                .getObject()
                .stringValue();
    }

    /** A message from a client to a task, both over the same kind of connection. */
    private void check(Mosquitto broker, String scheme, Map<String, String> more, Certificate own) throws Exception {
        Map<String, String> options = options(broker, scheme);
        options.putAll(more);
        MqttTask task = begin(options);
        awaitConnected(task);
        publish(broker, scheme, own);
        List<SourceRecord> batch = task.poll();
        while (batch == null) {
            batch = task.poll();
        }
        assertThat(batch).singleElement().extracting(MqttSecurityTest::value).isEqualTo("urn:value:1");
        task.commitRecord(batch.get(0), null);
        task.stop();
    }

    private static void publish(Mosquitto broker, String scheme, Certificate own) {
        var builder =
                MqttClient.builder().useMqttVersion5().serverHost("127.0.0.1").serverPort(broker.port());
        if (scheme.startsWith("ws")) {
            builder = builder.webSocketWithDefaultConfig();
        }
        if (scheme.endsWith("s") && scheme.length() > 2) {
            builder = builder.sslConfig(MqttClientSslConfig.builder()
                    .trustManagerFactory(trustAll())
                    .hostnameVerifier((host, session) -> true)
                    .keyManagerFactory(
                            own == null
                                    ? null
                                    : new Tls(null, file(own.keyStore(), Certificate.PASSWORD, "PKCS12")).keys())
                    .build());
        }
        Mqtt5BlockingClient device = builder.buildBlocking();
        device.connect();
        device.publishWith()
                .topic("site/1")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(DOCUMENT.getBytes(StandardCharsets.UTF_8))
                .send();
        device.disconnect();
    }

    private static Tls.StoreFile file(Path file, String password, String type) {
        return new Tls.StoreFile(file.toString(), password, null, type);
    }

    /** Both certificates of brokers. */
    private static TrustManagerFactory trustAll() {
        try {
            Path both = certificates.resolve("both.pem");
            Files.writeString(both, Files.readString(server.certificate()) + Files.readString(elsewhere.certificate()));
            return new Tls(file(both, null, "PEM"), null).trust();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The task fails with the reason, soon, without asking the broker over and over. */
    private void refused(Mosquitto broker, Map<String, String> more) throws Exception {
        Map<String, String> options = options(broker, "mqtts");
        options.putAll(more);
        int before = attempts();
        MqttTask task = begin(options);
        assertThatThrownBy(() -> awaitConnected(task))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("no trust between client and broker (see mqtt.ssl.*)")
                .hasMessageNotContaining(Certificate.PASSWORD);
        task.stop();
        assertThat(attempts() - before).isLessThanOrEqualTo(1);
    }

    private int attempts() throws IOException {
        return Files.readString(folder.resolve("mosquitto.log")).split("New connection", -1).length - 1;
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        open.add(closeable);
        return closeable;
    }
}
