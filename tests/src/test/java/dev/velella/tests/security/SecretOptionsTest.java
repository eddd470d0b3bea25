package dev.velella.tests.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import dev.velella.converter.JellyConverterConfig;
import dev.velella.diff.app.DiffApp;
import dev.velella.diff.options.DiffConfig;
import dev.velella.fixture.InstalledProgram;
import dev.velella.quickstart.part.Ports;
import dev.velella.serde.JellySerdeConfig;
import dev.velella.sink.RdfSinkConnector;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.source.RdfSourceConnector;
import dev.velella.source.RdfSourceTask;
import dev.velella.tests.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every option of type PASSWORD of every part holds a marker, the servers refuse the login and repeat it, and the marker is in no
 * log line, message, answer or metric. The options are those of the definitions, so a new one is tried too.
 */
@Timeout(600)
class SecretOptionsTest {
    private static final String MARKER = "marker";
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final LogLines log = new LogLines();

    /** What was told in other ways than the log. */
    private final StringBuffer told = new StringBuffer();

    private HttpServer web;

    @TempDir
    private Path scratch;

    @BeforeEach
    void start() throws IOException {
        log.start();
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            String sent = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            String login = sent.substring(sent.indexOf(' ') + 1);
            String decoded = sent.startsWith("Basic ")
                    ? new String(Base64.getDecoder().decode(login), StandardCharsets.UTF_8)
                    : login;
            byte[] answer = (sent + " is refused (" + decoded + ")").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Location", "http://elsewhere.example/?" + login);
            exchange.sendResponseHeaders(
                    exchange.getRequestURI().getPath().startsWith("/moved") ? 302 : 401, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        web.start();
    }

    @AfterEach
    void stop() {
        web.stop(0);
        log.close();
    }

    /** Options of type PASSWORD, each with a value of its own. */
    private static Map<String, String> markers(String prefix, ConfigDef... definitions) {
        Map<String, String> markers = new TreeMap<>();
        for (ConfigDef definition : definitions) {
            definition.configKeys().values().stream()
                    .filter(key -> key.type == Type.PASSWORD)
                    .forEach(key -> markers.put(prefix + key.name, MARKER + "-" + key.name));
        }
        return markers;
    }

    /** Those of Kafka's clients, with a login that is well-formed. */
    private static Map<String, String> clientMarkers(String prefix) {
        Map<String, String> markers =
                markers(prefix, AdminClientConfig.configDef(), ConsumerConfig.configDef(), ProducerConfig.configDef());
        markers.put(
                prefix + "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\"" + MARKER
                        + "-jaas\";");
        markers.keySet()
                .removeIf(option -> option.contains("ssl.keystore.") || option.contains("truststore.certificates"));
        return markers;
    }

    private String url(String path) {
        return "http://localhost:" + web.getAddress().getPort() + path;
    }

    private Map<String, String> sourceOptions(String type) throws Exception {
        Map<String, String> options = markers("", new RdfSourceConnector().config());
        assertThat(options).containsKeys("mqtt.password", "http.password", "http.bearer.token");
        options.putAll(clientMarkers("kafka."));
        options.putAll(Map.of(
                "name", "source",
                "connector.class", RdfSourceConnector.class.getName(),
                "source.type", type,
                "topic", "graphs",
                "key.source", "constant",
                "key.constant", "k",
                "http.url", url("/d.ttl?key=" + MARKER + "-query"),
                "mqtt.server.uri", "mqtt://localhost:1",
                "mqtt.topics", "a/#",
                "mqtt.username", "u"));
        options.putAll(Map.of(
                "mqtt.client.id", "secrets",
                "kafka.bootstrap.servers", "localhost:" + Ports.free(),
                "kafka.security.protocol", "SASL_PLAINTEXT",
                "kafka.sasl.mechanism", "PLAIN"));
        return options;
    }

    /** All but the URLs themselves, which the answer to a validation gives back as they were given. */
    private void tell(Config config) {
        config.configValues()
                .forEach(value -> told.append(String.format(
                        "%s=%s %s%n",
                        value.name(),
                        value.name().matches(".*\\.ur[il]") ? "" : value.value(),
                        value.errorMessages())));
    }

    /** Side by side: a cluster that does not answer is waited for. */
    private void tellAll(Function<Map<String, String>, Config> validation, List<Map<String, String>> options)
            throws Exception {
        ExecutorService executor = Executors.newCachedThreadPool();
        try {
            for (Future<?> told : executor.invokeAll(options.stream()
                    .map(each -> Executors.callable(() -> tell(validation.apply(each))))
                    .toList())) {
                told.get();
            }
        } finally {
            executor.shutdown();
        }
    }

    private void assertNoMarker() throws Exception {
        String metrics = metrics();
        for (String place : List.of(told.toString(), metrics, log.text())) {
            assertThat(place).doesNotContain(MARKER).doesNotContain(base64(MARKER));
        }
        assertThat(told).isNotEmpty();
    }

    /** Of what begins with a text, what surely stands in its Base64. */
    private static String base64(String begin) {
        String encoded = Base64.getEncoder().encodeToString(("u:" + begin).getBytes(StandardCharsets.UTF_8));
        return encoded.substring(0, encoded.length() - 4);
    }

    private static String metrics() throws JMException {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        StringBuilder text = new StringBuilder();
        for (ObjectName name : beans.queryNames(null, null)) {
            if (name.getDomain().startsWith("java.") || name.getDomain().equals("JMImplementation")) {
                continue; // the JVM's own, the command of this test among them
            }
            text.append(name).append('\n');
            for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
                try {
                    text.append(beans.getAttribute(name, attribute.getName())).append('\n');
                } catch (JMException | RuntimeException e) {
                    text.append(e).append('\n');
                }
            }
        }
        return text.toString();
    }

    @Test
    void theSourceShowsNoneOfItsSecrets() throws Exception {
        Path keys = scratch.resolve("keys.p12");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (OutputStream out = Files.newOutputStream(keys)) {
            store.store(out, "another".toCharArray());
        }
        List<Map<String, String>> validated = new ArrayList<>();
        for (String login : List.of("http.username", "http.bearer.token")) {
            Map<String, String> options = sourceOptions("http");
            if (login.equals("http.username")) {
                options.put("http.username", "u");
                options.remove("http.bearer.token");
            } else {
                options.remove("http.password");
            }
            validated.add(new HashMap<>(options));
            options.keySet().removeIf(option -> option.startsWith("kafka."));
            for (String path : List.of("/d.ttl", "/moved")) {
                options.put("http.url", url(path + "?key=" + MARKER + "-query"));
                runHttpTask(options);
            }
        }
        Map<String, String> options = sourceOptions("mqtt");
        options.put("mqtt.server.uri", "mqtts://u:" + MARKER + "@localhost:1");
        options.put("mqtt.ssl.truststore.location", keys.toString());
        options.put("mqtt.ssl.keystore.location", keys.toString());
        options.put("http.ssl.truststore.location", keys.toString());
        validated.add(new HashMap<>(options));
        options.put("source.type", "http");
        options.put("http.url", "http://u:" + MARKER + "@localhost/ with a space");
        validated.add(new HashMap<>(options));
        options.put("http.url", url("/"));
        options.put("http.bearer.token", MARKER + "-with-line-break\n");
        validated.add(options);
        tellAll(each -> new RdfSourceConnector().validate(each), validated);
        assertNoMarker();
    }

    private void runHttpTask(Map<String, String> options) {
        RdfSourceTask task = new RdfSourceTask();
        task.initialize(new NoOffsets());
        Throwable thrown = catchThrowable(() -> {
            task.start(options);
            Await.until("the task ends", PATIENCE, () -> {
                task.poll();
                return false;
            });
        });
        task.stop();
        assertThat(thrown).isInstanceOf(ConnectException.class);
        told.append(LogLines.trace(thrown));
    }

    @Test
    void aMosquittoThatRefusesTheLoginOfTheSourceIsToldWithoutIt() throws Exception {
        Path program = InstalledProgram.require("mosquitto");
        int port = Ports.free();
        Path users = Files.writeString(scratch.resolve("users"), "");
        Path config = Files.writeString(
                scratch.resolve("mosquitto.conf"),
                "user root\nlistener " + port + " 127.0.0.1\nallow_anonymous false\npassword_file " + users + "\n");
        Process mosquitto = new ProcessBuilder(program.toString(), "-c", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Map<String, String> options = sourceOptions("mqtt");
            options.entrySet()
                    .removeIf(option -> option.getKey().startsWith("kafka.")
                            || (option.getValue().contains(MARKER)
                                    && !option.getKey().startsWith("mqtt."))); // no effect
            options.put("mqtt.server.uri", "mqtt://127.0.0.1:" + port);
            Await.until("mosquitto refuses the login", PATIENCE, () -> {
                told.setLength(0);
                tell(new RdfSourceConnector().validate(options));
                return told.toString().contains("the broker refuses the connection");
            });
            assertNoMarker();
        } finally {
            mosquitto.destroyForcibly().onExit().join();
        }
    }

    @Test
    void theSinkAndTheConverterShowNoneOfTheirSecrets() throws Exception {
        Map<String, String> secrets = markers("", RdfSinkConfig.definition());
        assertThat(secrets).containsKeys("target.auth.password", "target.auth.token");
        secrets.putAll(clientMarkers("kafka."));
        secrets.putAll(markers("value.converter.", JellyConverterConfig.definition(), JellySerdeConfig.definition()));
        List<Map<String, String>> validated = new ArrayList<>();
        for (String target : List.of("http", "sparql")) {
            for (String auth : List.of("basic", "bearer")) {
                for (String path : List.of("/repositories/test", "/moved/repositories/test")) {
                    Map<String, String> options = new HashMap<>(secrets);
                    options.keySet().removeIf(option -> option.startsWith("sparql.endpoint."));
                    options.putAll(Map.of(
                            "name",
                            "sink",
                            "connector.class",
                            RdfSinkConnector.class.getName(),
                            "topics",
                            "patches",
                            "target",
                            target,
                            "target.url",
                            url(path),
                            "target.auth",
                            auth,
                            "target.auth.user",
                            "u",
                            "kafka.bootstrap.servers",
                            "localhost:" + Ports.free(),
                            "kafka.security.protocol",
                            "SASL_PLAINTEXT",
                            "kafka.sasl.mechanism",
                            "PLAIN"));
                    validated.add(options);
                }
            }
        }
        for (String auth : List.of("basic", "bearer")) {
            Map<String, String> options = new HashMap<>(secrets);
            options.keySet().removeIf(option -> option.startsWith("target."));
            options.put("name", "sink");
            options.put("connector.class", RdfSinkConnector.class.getName());
            options.put("topics", "patches");
            options.put("target", "memory");
            options.put("target.dir", scratch.toString());
            options.put("sparql.endpoint.port", "0");
            options.put("sparql.endpoint.auth", auth);
            validated.add(options);
        }
        tellAll(each -> new RdfSinkConnector().validate(each), validated);
        assertThat(told).contains("HTTP 401").contains("sparql.endpoint.auth.user is needed with");
        assertNoMarker();
    }

    @Test
    void aLoginForKafkaThatIsMalformedIsNotShown() throws Exception {
        for (String login :
                List.of(MARKER, "a.Module " + MARKER + " ;", "a.Module required password=\"x\"" + MARKER + " ;")) {
            Map<String, String> options = sourceOptions("http");
            options.remove("http.bearer.token");
            options.put("http.username", "u");
            options.put("kafka.sasl.jaas.config", login);
            tell(new RdfSourceConnector().validate(options));
        }
        assertThat(told).contains("no client can be made of kafka.*");
        assertNoMarker();
    }

    @Test
    void theDiffAppShowsNoneOfItsSecrets() throws Exception {
        Map<String, String> options = markers("", DiffConfig.definition());
        options.putAll(clientMarkers(""));
        options.putAll(Map.of(
                "bootstrap.servers", "localhost:" + Ports.free(),
                "security.protocol", "SASL_PLAINTEXT",
                "sasl.mechanism", "PLAIN",
                "application.id", "secrets",
                "state.dir", scratch.toString(),
                "velella.input.topic", "graphs",
                "velella.output.topic", "patches",
                "default.api.timeout.ms", "2000",
                "request.timeout.ms", "1000"));
        try (DiffApp app = new DiffApp(new DiffConfig(options))) {
            told.append(LogLines.trace(catchThrowable(app::start)));
        }
        assertThat(log.text()).contains("sasl.jaas.config = [hidden]");
        assertNoMarker();
    }

    /** A worker that has no offsets. */
    private static final class NoOffsets implements SourceTaskContext, OffsetStorageReader {
        @Override
        public Map<String, String> configs() {
            return Map.of();
        }

        @Override
        public OffsetStorageReader offsetStorageReader() {
            return this;
        }

        @Override
        public PluginMetrics pluginMetrics() {
            return null; // as a worker that has none
        }

        @Override
        public <T> Map<String, Object> offset(Map<String, T> partition) {
            return null;
        }

        @Override
        public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
            return Map.of();
        }
    }
}
