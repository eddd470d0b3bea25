package dev.velella.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import dev.velella.source.http.TestServer;
import dev.velella.source.http.TestServer.Response;
import dev.velella.source.mqtt.client.Device;
import dev.velella.source.mqtt.client.Mosquitto;
import dev.velella.source.options.SharedOptions;
import dev.velella.source.task.SourceType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code on.error} and {@code dead.letter.max.per.minute} do, for every type of source: three bad elements of one
 * sender, and a good one. A type that reads elements that build on each other does not offer the options.
 */
@Timeout(300)
class OnErrorTest {
    private static final String TURTLE = "text/turtle";
    private static final String GOOD = "<urn:a> <urn:b> <urn:c> .";
    private static final int BAD = 3;

    private final List<AutoCloseable> open = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    /**
     * What to do, and the topics of the records that come of it.
     *
     * @param ends whether the task ends before any record
     */
    private record Case(Map<String, String> options, List<String> topics, boolean ends) {
        @Override
        public String toString() {
            return options + " -> " + (ends ? "the end" : topics);
        }
    }

    private static List<Case> cases() {
        return List.of(
                new Case(Map.of(), List.of(), true),
                new Case(Map.of("on.error", "skip"), List.of("graphs"), false),
                new Case(letters("0"), List.of("dead", "dead", "dead", "graphs"), false),
                new Case(letters("2"), List.of("dead", "dead", "graphs"), false));
    }

    private static Map<String, String> letters(String perMinute) {
        return Map.of("on.error", "dead-letter", "dead.letter.topic", "dead", "dead.letter.max.per.minute", perMinute);
    }

    static Stream<Arguments> typesAndCases() {
        return SourceTypes.all().stream().filter(OnErrorTest::offersIt).flatMap(type -> cases().stream()
                .map(test -> Arguments.of(type.name(), test)));
    }

    static Stream<String> otherTypes() {
        return SourceTypes.all().stream().filter(type -> !offersIt(type)).map(SourceType::name);
    }

    private static boolean offersIt(SourceType type) {
        return type.shared().contains(SharedOptions.ERRORS);
    }

    @ParameterizedTest
    @MethodSource("typesAndCases")
    void theOptionsDecideAboutWhatIsRefused(String type, Case test) throws Exception {
        Map<String, String> options = new HashMap<>(Map.of("source.type", type, "topic", "graphs"));
        options.putAll(test.options);
        RdfSourceTask task = sending(type, options);
        if (test.ends) {
            assertThatThrownBy(() -> take(task, 1))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("set on.error=skip or dead-letter");
            assertThatThrownBy(task::poll).as("the next poll").isInstanceOf(ConnectException.class);
        } else {
            assertThat(take(task, test.topics.size()))
                    .extracting(SourceRecord::topic)
                    .isEqualTo(test.topics);
        }
    }

    @ParameterizedTest
    @MethodSource("otherTypes")
    void optionsThatATypeDoesNotHaveAreRefused(String type) {
        Map<String, String> options = new HashMap<>(letters("1"));
        options.put("source.type", type);
        options.put("topic", "graphs");
        assertThat(new RdfSourceConnector().validate(options).configValues())
                .filteredOn(value -> letters("1").containsKey(value.name()))
                .hasSize(3)
                .allSatisfy(value -> assertThat(value.errorMessages())
                        .as(value.name())
                        .singleElement()
                        .asString()
                        .contains("has no effect here"));
    }

    /** A task to which three bad elements and a good one are sent. */
    private RdfSourceTask sending(String type, Map<String, String> options) throws Exception {
        return switch (type) {
            case "mqtt" -> mqtt(options);
            case "http" -> http(options);
            case "wikibase" -> wikibase(options);
            default -> throw new AssertionError("no sender for " + type);
        };
    }

    private RdfSourceTask mqtt(Map<String, String> options) throws Exception {
        Mosquitto broker = opened(new Mosquitto(folder));
        Device device = opened(new Device(broker.port()));
        device.publish(Mqtt5Publish.builder()
                .topic("site/hello")
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(true)
                .contentType(TURTLE)
                .payload(GOOD.getBytes(StandardCharsets.UTF_8))
                .build());
        options.putAll(Map.of(
                "mqtt.server.uri",
                broker.uri(),
                "mqtt.topics",
                "site/#",
                "mqtt.client.id",
                "test",
                "key.source",
                "topic"));
        RdfSourceTask task = started(options);
        take(task, 1); // so it has subscribed
        for (int i = 0; i < BAD; i++) {
            device.turtle("site/a", "nonsense");
        }
        device.turtle("site/a", GOOD);
        return task;
    }

    private RdfSourceTask http(Map<String, String> options) {
        AtomicInteger requests = new AtomicInteger();
        TestServer server = opened(
                new TestServer(request -> Response.ok((requests.incrementAndGet() <= BAD ? "nonsense" + requests : GOOD)
                                .getBytes(StandardCharsets.UTF_8))
                        .with("Content-Type", TURTLE)));
        options.put("http.url", "http://127.0.0.1:" + server.port() + "/document");
        options.put("http.poll.interval.ms", "1");
        return started(options);
    }

    private RdfSourceTask wikibase(Map<String, String> options) {
        String good = "{\"$schema\":\"/mediawiki/wikibase/entity/rdf_change/2.0.0\",\"dt\":\"2020-06-10T18:56:15Z\","
                + "\"entity_id\":\"Q1\",\"rev_id\":1,\"operation\":\"delete\",\"sequence\":0,\"sequence_length\":1}";
        String body = IntStream.rangeClosed(0, BAD)
                .mapToObj(i -> "id: " + i + "\ndata: " + (i < BAD ? "{}" : good) + "\n\n")
                .collect(Collectors.joining());
        TestServer server = opened(new TestServer(request -> request.headers().containsKey("last-event-id")
                ? Response.status(204)
                : Response.ok(body.getBytes(StandardCharsets.UTF_8)).with("Content-Type", "text/event-stream")));
        options.put("wikibase.url", "http://127.0.0.1:" + server.port() + "/stream");
        return started(options);
    }

    private RdfSourceTask started(Map<String, String> options) {
        RdfSourceTask task = new RdfSourceTask();
        open.add(task::stop);
        task.initialize(new StoredOffsets());
        task.start(options);
        return task;
    }

    private static List<SourceRecord> take(RdfSourceTask task, int count) throws InterruptedException {
        List<SourceRecord> read = new ArrayList<>();
        while (read.size() < count) {
            List<SourceRecord> batch = task.poll();
            if (batch != null) {
                read.addAll(batch);
            }
        }
        return read;
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        open.add(closeable);
        return closeable;
    }
}
