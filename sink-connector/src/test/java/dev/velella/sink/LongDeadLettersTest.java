package dev.velella.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.JellyConverter;
import dev.velella.converter.RawValue;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.store.Stream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.storage.StringConverter;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a stranger writes into a record, its dead letter can be sent, and says what was wrong. */
class LongDeadLettersTest {
    private static final TopicPartition P0 = new TopicPartition(Records.TOPIC, 0);
    private static final int LIMIT = 100_000;

    /** More than a letter holds, with lines of its own. */
    private static final String HOSTILE = "evil \u0001\n2026-01-01 ERROR all is lost ".repeat(4_000);

    @TempDir
    Path directory;

    private final RecordingContext context = new RecordingContext();
    private RdfSinkTask task;
    private MemoryTarget target;
    private long offset;

    private void start(Map<String, String> more) {
        Map<String, String> props = new HashMap<>(Map.of(
                "consumer.override.isolation.level", "read_committed",
                "name", "sink",
                "target.dir", directory.toString(),
                "errors.tolerance", "all",
                "errors.deadletterqueue.context.headers.enable", "true",
                "producer.override.max.request.size", Integer.toString(LIMIT),
                "on.graph", "add"));
        props.putAll(more);
        context.hasQueue = true;
        task = new RdfSinkTask(() -> 0, config -> {
            target = MemoryTarget.open(directory, "sink", Duration.ZERO);
            return target;
        });
        task.initialize(context);
        task.start(props);
        task.open(List.of(P0));
    }

    @AfterEach
    void stop() {
        if (task != null) {
            task.stop();
        }
    }

    private SinkRecord record(Object key, Schema schema, Object value, String... headers) {
        SinkRecord record = Records.of(0, offset++, key, schema, value, null);
        for (int i = 0; i < headers.length; i += 2) {
            record.headers().addString(headers[i], headers[i + 1]);
        }
        return record;
    }

    private static RdfPatch reserved(String graph) {
        Statement statement = Stream.statement("s", 1, graph);
        return RdfPatch.change(List.of(), List.of(statement));
    }

    private SinkRecord patch(Object key, RdfPatch patch, String position) {
        return Records.of(0, offset++, key, patch, position);
    }

    /** One record for each place where a stranger can write what is repeated or copied. */
    private List<SinkRecord> hostile() {
        byte[] bytes = HOSTILE.getBytes(StandardCharsets.UTF_8);
        List<SinkRecord> records = new ArrayList<>(List.of(
                record("raw", RawValue.SCHEMA, RawValue.unreadable("undecodable", HOSTILE, bytes)),
                record("type", Schema.STRING_SCHEMA, HOSTILE, "content-type", HOSTILE),
                record("turtle", Schema.STRING_SCHEMA, "<n:><n:>(. " + HOSTILE, "content-type", "text/turtle"),
                record(
                        "trig",
                        Schema.BYTES_SCHEMA,
                        ("<n:><n:>(. " + HOSTILE).getBytes(StandardCharsets.UTF_8),
                        "content-type",
                        "application/trig"),
                patch(HOSTILE, reserved("urn:velella:system"), null),
                patch("graph", reserved("urn:velella:" + "x".repeat(2 * LIMIT)), null),
                patch("position", new RdfPatch(List.of()), HOSTILE)));
        SinkRecord manyHeaders = patch("headers", reserved("urn:velella:system"), null);
        for (int i = 0; i < 2_000; i++) {
            manyHeaders.headers().addString("h" + i, "x".repeat(100));
        }
        manyHeaders.headers().addString("long", HOSTILE);
        records.add(manyHeaders);
        return records;
    }

    /** Size of a letter as the worker sends it, with the headers that it adds, counted by Kafka. */
    private static int size(RecordingContext.Letter letter) {
        SinkRecord record = letter.record();
        RecordHeaders headers = new RecordHeaders();
        for (Header header : record.headers()) {
            headers.add(header.key(), header.value().toString().getBytes(StandardCharsets.UTF_8));
        }
        StringWriter trace = new StringWriter();
        letter.why().printStackTrace(new PrintWriter(trace));
        headers.add(
                "__connect.errors.exception.message", letter.why().getMessage().getBytes(StandardCharsets.UTF_8));
        headers.add("__connect.errors.exception.stacktrace", trace.toString().getBytes(StandardCharsets.UTF_8));
        try (JellyConverter jelly = new JellyConverter();
                StringConverter text = new StringConverter()) {
            jelly.configure(Map.of(), false);
            text.configure(Map.of(), true);
            byte[] key = text.fromConnectData(record.topic(), record.keySchema(), record.key());
            byte[] value = record.value() instanceof byte[] bytes
                    ? bytes
                    : record.value() instanceof String document
                            ? document.getBytes(StandardCharsets.UTF_8)
                            : jelly.fromConnectData(record.topic(), record.valueSchema(), record.value());
            return AbstractRecords.estimateSizeInBytesUpperBound(
                    RecordBatch.CURRENT_MAGIC_VALUE, Compression.NONE.type(), key, value, headers.toArray());
        }
    }

    @Test
    void everyLetterFitsAndSaysWhatWasWrongOnOneShortLine() {
        start(Map.of());
        Stream good = new Stream("good", 2);
        List<SinkRecord> records = new ArrayList<>(hostile());
        records.add(Records.next(0, offset++, good));
        task.put(records);

        assertThat(context.letters)
                .extracting(letter -> letter.header("reason"))
                .containsExactly(
                        "undecodable",
                        "content-type",
                        "undecodable",
                        "undecodable",
                        "forbidden-graph",
                        "forbidden-graph",
                        "header",
                        "forbidden-graph");
        for (RecordingContext.Letter letter : context.letters) {
            assertThat(size(letter)).as(letter.header("stream")).isLessThanOrEqualTo(LIMIT);
            assertThat(letter.header("exception.message"))
                    .hasSizeLessThanOrEqualTo(1_000)
                    .doesNotContain("\n");
            assertThat(letter.why().getMessage())
                    .hasSizeLessThanOrEqualTo(1_300)
                    .doesNotContain("\n");
        }
        assertThat(target.statements(Stream.iri("urn:velella:stream:good")))
                .as("what comes after them is applied")
                .containsExactlyInAnyOrderElementsOf(good.state());
    }

    @Test
    void whatIsCutIsTheBeginAndItsLengthIsKnown() {
        start(Map.of());
        List<SinkRecord> records = hostile();
        task.put(records);
        RecordingContext.Letter raw = context.letters.get(0);
        assertThat(raw.header("value")).isEqualTo("cut");
        assertThat(raw.header("value.bytes")).isEqualTo(Integer.toString(HOSTILE.length()));
        byte[] begin = RawValue.bytes(raw.record().value());
        assertThat(begin).hasSizeGreaterThan(LIMIT / 4);
        assertThat(HOSTILE).startsWith(new String(begin, StandardCharsets.UTF_8));
        RecordingContext.Letter key = context.letters.get(4);
        assertThat(HOSTILE).startsWith((String) key.record().key());
        assertThat(key.header("key.bytes")).isEqualTo(Integer.toString(HOSTILE.length()));
        assertThat(key.header("value")).as("what fits is whole").isEqualTo("self-contained");
        RecordingContext.Letter headers = context.letters.get(7);
        assertThat(headers.record().headers().lastWithName("h0").value()).isEqualTo("x".repeat(100));
        assertThat(headers.record().headers().lastWithName("long")).isNull();
        assertThat(Integer.parseInt(headers.header("headers.left.out"))).isBetween(1_000, 2_000);
    }

    @Test
    void aTaskThatMustNotPutAsideFailsWithOneShortLine() {
        start(Map.of("errors.tolerance", "none"));
        SinkRecord bad = patch(HOSTILE, reserved("urn:velella:" + "x".repeat(LIMIT)), null);
        assertThatThrownBy(() -> task.put(List.of(bad)))
                .isInstanceOfSatisfying(DataException.class, e -> assertThat(e.getMessage())
                        .hasSizeLessThanOrEqualTo(1_500)
                        .doesNotContain("\n")
                        .startsWith("patches-0@0, key 'evil"));
    }
}
