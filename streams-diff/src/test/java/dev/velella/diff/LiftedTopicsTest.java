package dev.velella.diff;

import static dev.velella.diff.DiffPipe.NOW;
import static dev.velella.diff.DiffPipe.bytes;
import static dev.velella.diff.DiffPipe.headers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.diff.element.RejectedRecordException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.test.TestRecord;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/** Topics that hold no Jelly: records in, patches out. */
class LiftedTopicsTest {
    private static final String READING = "<urn:sensor:{/id}> <urn:p:v> {/v} ; <urn:p:unit> \"{/unit}\" .";
    private static final String[] DEAD_LETTERS = {"velella.on.error", "dead-letter", "velella.dead.letter.topic", "dead"
    };

    private static DiffPipe pipe(String[] first, String... more) {
        return new DiffPipe(Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new));
    }

    private static String text(List<Statement> statements) {
        return statements.stream()
                .map(s -> s.getPredicate().stringValue() + " " + s.getObject().stringValue())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static String change(DiffPipe.Out out) {
        return out.key() + " -[" + text(out.deletes()) + "] +[" + text(out.adds()) + "]";
    }

    private static List<String> changes(DiffPipe pipe) {
        return pipe.readAll().stream().map(LiftedTopicsTest::change).toList();
    }

    @Test
    void whatIsGoneInARecordGoesFromTheGraph() {
        try (DiffPipe pipe = new DiffPipe("velella.template", READING)) {
            pipe.sendText("graphs", "a", "{\"id\":1,\"v\":20.50,\"unit\":\"C\"}", NOW);
            pipe.sendText("graphs", "a", "{\"id\":1,\"v\":20.50,\"unit\":\"C\"}", NOW);
            pipe.sendText("graphs", "a", "{\"id\":1,\"v\":21}", NOW);
            pipe.sendText("graphs", "b", "{\"id\":2,\"unit\":\"F\"}", NOW);
            pipe.sendText("graphs", "a", null, NOW);
            pipe.sendText("graphs", "a", null, NOW);
            assertThat(changes(pipe))
                    .containsExactly(
                            "a -[] +[urn:p:unit C, urn:p:v 20.50]",
                            "a -[urn:p:unit C, urn:p:v 20.50] +[urn:p:v 21]",
                            "b -[] +[urn:p:unit F]",
                            "a -[urn:p:v 21] +[]");
            assertThat(pipe.total("graphs-total")).isEqualTo(4);
            assertThat(pipe.total("duplicates-total")).isEqualTo(1);
        }
    }

    @Test
    void theStreamHasTheKeyThatTheKeyTemplateSays() {
        try (DiffPipe pipe = new DiffPipe(
                "velella.template", READING,
                "velella.key.template", "sensor/{key/id}",
                "velella.snapshot.topic", "snapshots",
                "velella.snapshot.interval.patches", "1",
                "velella.late", "topic",
                "velella.late.topic", "late")) {
            pipe.sendText("graphs", "{\"id\":1}", "{\"id\":1,\"v\":1}", NOW);
            pipe.sendText("graphs", "{ \"id\": 1 }", "{\"id\":1,\"v\":2}", NOW);
            pipe.sendText("graphs", "{\"id\":1}", "{\"id\":1,\"v\":3}", NOW - 1, "h", "x");
            pipe.sendText("graphs", "{\"id\":1}", null, NOW);
            List<DiffPipe.Out> patches = pipe.readAll();
            assertThat(patches).extracting(DiffPipe.Out::key).containsOnly("sensor/1");
            assertThat(patches).extracting(out -> out.position().number()).containsExactly(1L, 2L, 3L);
            assertThat(patches.get(0).adds().get(0).getContext().stringValue())
                    .isEqualTo("urn:velella:stream:sensor%2F1");
            List<TestRecord<byte[], byte[]>> snapshots = pipe.readAll("snapshots");
            assertThat(snapshots).extracting(TestRecord::key).containsOnly(bytes("sensor/1"));
            assertThat(headers(snapshots.get(0))).containsEntry("velella.input.offset", "0");
            // Put aside as it came: more than the template makes of it, and of the same form as a dead letter.
            List<TestRecord<byte[], byte[]>> late = pipe.readAll("late");
            assertThat(late).hasSize(1);
            assertThat(late.get(0).key()).isEqualTo(bytes("{\"id\":1}"));
            assertThat(late.get(0).value()).isEqualTo(bytes("{\"id\":1,\"v\":3}"));
            assertThat(headers(late.get(0)))
                    .containsEntry("h", "x")
                    .containsEntry("velella.late.offset", "2")
                    .doesNotContainKey("content-type");
        }
    }

    @Test
    void aRecordThatCannotBeTakenIsADeadLetterAsItCame() {
        try (DiffPipe pipe = pipe(DEAD_LETTERS, "velella.template", READING, "velella.key.template", "{key/id}")) {
            pipe.sendText("graphs", "{\"id\":1}", "{\"id\":1,\"v\":1}", NOW);
            pipe.sendText(
                    "graphs", "{\"id\":1}", "{\"id\":1,\"v\":{\"x\":2}}", NOW, "content-type", "application/json");
            pipe.sendText("graphs", "{\"id\":1}", "{\"id\":1,", NOW);
            pipe.sendText("graphs", "{\"no\":1}", "{\"id\":1,\"v\":2}", NOW);
            pipe.sendText("graphs", null, "{\"id\":1,\"v\":2}", NOW);
            pipe.sendText("graphs", "{\"id\":1}", "{\"id\":1,\"v\":2}", NOW + 3_600_001);
            pipe.sendText("graphs", "{\"id\":1}", "{\"id\":1,\"v\":2}", NOW);
            List<TestRecord<byte[], byte[]>> letters = pipe.readAll("dead");
            assertThat(letters)
                    .extracting(letter -> headers(letter).get("velella.error.reason"))
                    .containsExactly("undecodable", "undecodable", "key", "key", "future");
            assertThat(letters)
                    .extracting(letter -> headers(letter).get("velella.error.value"))
                    .containsOnly("raw");
            assertThat(headers(letters.get(0)))
                    .containsEntry("velella.error.topic", "graphs")
                    .containsEntry("velella.error.offset", "1")
                    .containsEntry("content-type", "application/json")
                    .hasEntrySatisfying("velella.error.exception.message", text -> assertThat(text)
                            .contains("/v"));
            assertThat(letters.get(0).key()).isEqualTo(bytes("{\"id\":1}"));
            assertThat(letters.get(0).value()).isEqualTo(bytes("{\"id\":1,\"v\":{\"x\":2}}"));
            assertThat(letters.get(4).value()).isEqualTo(bytes("{\"id\":1,\"v\":2}"));
            assertThat(changes(pipe)).containsExactly("1 -[] +[urn:p:v 1]", "1 -[urn:p:v 1] +[urn:p:v 2]");
            assertThat(pipe.total("dead-letters-total")).isEqualTo(5);
        }
    }

    @Test
    void theAppStopsAtABadRecordUnlessToldOtherwise() {
        try (DiffPipe pipe = new DiffPipe("velella.template", READING)) {
            assertThatThrownBy(() -> pipe.sendText("graphs", "a", "no json", NOW))
                    .isInstanceOf(StreamsException.class)
                    .cause()
                    .isInstanceOf(RejectedRecordException.class)
                    .hasMessageStartingWith("graphs-0@0: ");
        }
    }

    @Test
    void topicsWithTemplatesOfTheirOwnGiveStreamsOfTheirOwn() {
        try (DiffPipe pipe = new DiffPipe(
                "velella.input.topics", "customers,orders,notes",
                "velella.template", "<urn:note:{key}> <urn:p:text> \"{/text}\" .",
                "velella.template.customers", "<urn:customer:{/id}> <urn:p:name> \"{/name}\" .",
                "velella.template.orders", "<urn:order:{/id}> <urn:p:by> <urn:customer:{/customer}> .",
                "velella.key.template.orders", "order/{key}",
                "velella.snapshot.topic", "snapshots",
                "velella.snapshot.interval.patches", "1")) {
            pipe.sendText("customers", "1", "{\"id\":1,\"name\":\"Ada\"}", NOW);
            pipe.sendText("orders", "1", "{\"id\":1,\"customer\":1}", NOW);
            pipe.sendText("notes", "1", "{\"text\":\"x\"}", NOW);
            pipe.sendText("customers", "1", null, NOW);
            assertThat(changes(pipe))
                    .containsExactly(
                            "customers/1 -[] +[urn:p:name Ada]",
                            "order/1 -[] +[urn:p:by urn:customer:1]",
                            "notes/1 -[] +[urn:p:text x]",
                            "customers/1 -[urn:p:name Ada] +[]");
            // The offset of which topic would it be?
            assertThat(pipe.readAll("snapshots")).hasSize(4).allSatisfy(snapshot -> assertThat(headers(snapshot))
                    .doesNotContainKey("velella.input.offset"));
        }
    }

    @Test
    void aTopicOfThePatternWithoutTemplateStopsTheAppWithItsName() {
        try (DiffPipe pipe = pipe(
                DEAD_LETTERS,
                "velella.input.topics.pattern",
                "shop[.].*",
                "velella.template.shop.a",
                "<urn:a:{key}> <urn:p:v> \"{/v}\" .")) {
            pipe.sendText("shop.a", "1", "{\"v\":1}", NOW);
            assertThat(changes(pipe)).containsExactly("shop.a/1 -[] +[urn:p:v 1]");
            assertThatThrownBy(() -> pipe.sendText("shop.b", "1", "{\"v\":1}", NOW))
                    .hasRootCauseInstanceOf(ConfigException.class)
                    .rootCause()
                    .hasMessageContaining("the records of the topic shop.b");
        }
    }

    @Test
    void theEventTimeIsThatOfTheRecordUnlessAnOptionFindsIt() {
        long time = Instant.parse("2023-11-14T22:13:00Z").toEpochMilli();
        try (DiffPipe pipe = new DiffPipe("velella.template", READING, "velella.event.time", "{/t}")) {
            pipe.sendText("graphs", "a", "{\"id\":1,\"v\":1,\"t\":\"2023-11-14T22:13:00Z\"}", NOW);
            pipe.sendText("graphs", "a", "{\"id\":1,\"v\":2,\"t\":\"2023-11-14T22:12:59Z\"}", NOW);
            List<DiffPipe.Out> patches = pipe.readAll();
            assertThat(patches).hasSize(1);
            assertThat(patches.get(0).headers()).containsEntry("event-time", Long.toString(time));
            assertThat(patches.get(0).timestamp()).isEqualTo(NOW);
            assertThat(pipe.total("late-total")).isEqualTo(1);
        }
        try (DiffPipe pipe = new DiffPipe("velella.template", READING)) {
            pipe.sendText("graphs", "a", "{\"id\":1,\"v\":1}", NOW);
            assertThat(pipe.read().headers()).doesNotContainKey("event-time");
            pipe.sendText("graphs", "a", "{\"id\":1,\"v\":2}", NOW, "event-time", Long.toString(NOW + 5));
            assertThat(pipe.read().headers()).containsEntry("event-time", Long.toString(NOW + 5));
        }
    }

    @Test
    void changeEventsOfDebeziumLeaveNothingBehind() {
        String[] options = {
            "velella.template", "<urn:c:{/id}> <urn:p:name> \"{/name}\" .",
            "velella.key.template", "customer/{key/id}",
            "velella.input.envelope", "debezium"
        };
        String row = "{\"before\":null,\"after\":{\"id\":%d,\"name\":\"%s\"},\"source\":{\"ts_ms\":%d},\"op\":\"%s\"}";
        String deleted = "{\"before\":{\"id\":%d},\"after\":null,\"source\":{\"ts_ms\":%d},\"op\":\"d\"}";
        try (DiffPipe pipe = pipe(DEAD_LETTERS, options)) {
            pipe.sendText("graphs", "{\"id\":1}", row.formatted(1, "Ada", NOW - 5, "r"), NOW);
            pipe.sendText(
                    "graphs", "{\"id\":1}", row.formatted(1, "Eva", NOW - 9, "u"), NOW); // earlier than the snapshot
            // The primary key changes: delete, tombstone, create.
            pipe.sendText("graphs", "{\"id\":1}", deleted.formatted(1, NOW), NOW);
            pipe.sendText("graphs", "{\"id\":1}", null, NOW);
            pipe.sendText("graphs", "{\"id\":7}", row.formatted(7, "Eva", NOW, "c"), NOW);
            pipe.sendText("graphs", "{\"id\":8}", "{\"op\":\"t\",\"before\":null,\"after\":null,\"source\":{}}", NOW);
            List<DiffPipe.Out> patches = pipe.readAll();
            assertThat(patches)
                    .extracting(LiftedTopicsTest::change)
                    .containsExactly(
                            "customer/1 -[] +[urn:p:name Ada]",
                            "customer/1 -[urn:p:name Ada] +[urn:p:name Eva]",
                            "customer/1 -[urn:p:name Eva] +[]",
                            "customer/7 -[] +[urn:p:name Eva]");
            assertThat(patches.get(0).headers()).containsEntry("event-time", Long.toString(NOW - 5));
            assertThat(pipe.readAll("dead")).hasSize(1);
        }
    }

    /** A list of one topic has the keys that it has with another topic, so that one can be added. */
    @Test
    void aListOfOneTopicHasTheTopicInItsKeys() {
        try (DiffPipe pipe = new DiffPipe("velella.input.topics", "a", "velella.content.type", "text/turtle")) {
            pipe.sendText("a", "1", "<urn:s> <urn:p> 1 .", NOW);
            assertThat(changes(pipe)).containsExactly("a/1 -[] +[urn:p 1]");
        }
    }
}
