package dev.velella.converter;

import static dev.velella.converter.Records.TOPIC;
import static dev.velella.converter.Records.converter;
import static dev.velella.converter.Records.headers;
import static dev.velella.converter.Records.numbered;
import static dev.velella.converter.Records.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.Records.Sent;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.frame.FrameResult.Reason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a sink's records become. */
class StatefulReaderTest {
    private final JellyConverter reader = converter();
    private final JellyConverter enveloping = converter("jelly.on.missing.state", "envelope");
    private final List<Sent> sent = new ArrayList<>();

    @BeforeEach
    void aStreamWithKeyFrames() {
        JellyConverter writer = converter("jelly.key.frame.interval.records", "5");
        for (int i = 0; i < 12; i++) {
            sent.add(send(writer, 0, i, i));
        }
    }

    @Test
    void aRecordWithoutStateIsAnErrorThatSaysWhatToDo() {
        assertThatThrownBy(() -> sent.get(3).readBy(reader))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic graphs")
                .hasMessageContaining(
                        "record 3 of stream " + sent.get(3).place().streamName())
                .hasMessageContaining("consumer.override.interceptor.classes=dev.velella.converter.JellyLookBack")
                .hasMessageContaining("errors.tolerance=all")
                .hasMessageContaining("jelly.on.missing.state=envelope");
        assertRead(5, reader);
        assertRead(6, reader);
    }

    @Test
    void aRecordWithoutStateIsHandedOnInAnEnvelope() {
        SchemaAndValue handed = sent.get(3).readBy(enveloping);
        assertThat(handed.schema()).isSameAs(UndecodedFrame.SCHEMA);
        ((Struct) handed.value()).validate();
        UndecodedFrame undecoded = UndecodedFrame.of(handed.value());
        assertThat(((Struct) handed.value()).getString("reason")).isEqualTo("no_state");
        assertThat(undecoded.message()).contains("record 3 of stream");
        assertThat(undecoded.headers().lastHeader("jelly").value())
                .isEqualTo(sent.get(3).place().toBytes());
        assertThat(undecoded.value()).isEqualTo(sent.get(3).value());
        assertThatThrownBy(
                        () -> enveloping.fromConnectData(TOPIC, new RecordHeaders(), handed.schema(), handed.value()))
                .as("a source")
                .isInstanceOf(DataException.class)
                .hasMessageContaining("dev.velella.UndecodedFrame");
        assertThat(enveloping.fromConnectData(TOPIC, handed.schema(), handed.value()))
                .as("a dead letter")
                .isEqualTo(sent.get(3).value());
    }

    @Test
    void aBrokenFrameIsHandedOnAsItIsWhereThatIsAskedFor() {
        JellyConverter lenient = new JellyConverter();
        lenient.configure(Map.of("jelly.on.unreadable", "envelope"), false);
        byte[] broken = {10, 7, 1, 2};
        SchemaAndValue handed = lenient.toConnectData(TOPIC, new RecordHeaders(), broken);
        assertThat(handed.schema()).isSameAs(RawValue.SCHEMA);
        ((Struct) handed.value()).validate();
        assertThat(RawValue.reason(handed.value())).isEqualTo(RawValue.UNDECODABLE);
        assertThat(RawValue.message(handed.value())).startsWith("not a Jelly frame that can be read: ");
        assertThat(lenient.fromConnectData(TOPIC, handed.schema(), handed.value()))
                .isEqualTo(broken);

        RecordHeaders csv = new RecordHeaders();
        csv.add("Content-Type", "text/csv".getBytes(StandardCharsets.US_ASCII));
        SchemaAndValue unknown = lenient.toConnectData(TOPIC, csv, broken);
        assertThat(RawValue.reason(unknown.value())).isEqualTo(RawValue.HEADER);
        assertThat(RawValue.message(unknown.value())).contains("text/csv").contains("application/n-quads");

        assertThatThrownBy(() -> sent.get(3).readBy(lenient))
                .as("missing state is a matter of the other option")
                .isInstanceOf(DataException.class)
                .hasMessageContaining("jelly.on.missing.state=envelope");
        lenient.close();
    }

    @Test
    void saysWhyStateIsMissing() {
        for (int i = 0; i < 3; i++) {
            assertRead(i, enveloping);
        }
        assertThat(reason(4)).isEqualTo(Reason.GAP);
        assertThat(reason(1)).isEqualTo(Reason.REPLAY);
        assertRead(2, enveloping); // the last one once more
        assertRead(3, enveloping);
        assertRead(10, enveloping);
    }

    @Test
    void afterARewindTheSameInstanceReadsFromTheKeyFrameOn() {
        for (int i = 0; i < 9; i++) {
            assertRead(i, reader);
        }
        for (int i = 5; i < 12; i++) {
            assertRead(i, reader);
        }
    }

    @Test
    void aForgedHeaderIsAnErrorAndShiftsNobodysState() {
        assertRead(0, reader);
        for (String forged : List.of("", "?", "x1Zk3_Q1aXoT0w4f.1", "g2Zk3_Q1aXoT0w4f.1", "g1Zk3_Q1aXoT0w4f.0001")) {
            assertThatThrownBy(() -> reader.toConnectData(
                            TOPIC, headers("jelly", forged), sent.get(1).value()))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("topic graphs")
                    .hasMessageContaining("jelly");
        }
        Headers two = headers(
                "jelly",
                sent.get(1).place().toString(),
                "jelly",
                sent.get(1).place().toString());
        assertThatThrownBy(() -> reader.toConnectData(TOPIC, two, sent.get(1).value()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("several");
        // The next number of the stream, with bytes that are not its writer's.
        String next = sent.get(1).place().toString();
        assertThatThrownBy(() -> reader.toConnectData(TOPIC, headers("jelly", next), new byte[] {1, 2, 3}))
                .isInstanceOf(DataException.class);
        byte[] own = converter().fromConnectData(TOPIC, null, RdfStructs.of(numbered(99)));
        assertThat(reader.toConnectData(TOPIC, headers("jelly", next), own)).isNotNull();
        // It was taken as that one, as nothing tells it from it; the writer's own next one does not link to it.
        assertThatThrownBy(() -> sent.get(2).readBy(reader))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("does not come from the stream's writer");
    }

    @Test
    void streamsOfAnotherTopicHaveNothingToDoWithEachOther() {
        assertRead(0, reader);
        assertThatThrownBy(() -> reader.toConnectData(
                        "other",
                        new RecordHeaders(sent.get(1).headers().toArray()),
                        sent.get(1).value()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic other");
        assertRead(1, reader);
    }

    @Test
    void aHeaderInQuotationMarksIsUnderstood() {
        for (int i = 0; i < 3; i++) {
            Headers quoted =
                    headers("jelly", "\"" + sent.get(i).place() + "\"", "content-type", "\"application/x-jelly-rdf\"");
            assertThat(RdfStructs.toElement(
                            reader.toConnectData(TOPIC, quoted, sent.get(i).value())
                                    .value()))
                    .isEqualTo(numbered(i));
        }
    }

    @Test
    void theJellyHeaderStaysForTheSink() {
        Headers headers = new RecordHeaders(sent.get(0).headers().toArray());
        reader.toConnectData(TOPIC, headers, sent.get(0).value());
        assertThat(headers).isEqualTo(sent.get(0).headers());
    }

    @Test
    void theHeaderOfTheCompanionIsAlwaysTakenAwayAndBelievedOnlyIfItIsKnown() {
        String forged = "AAAAAAAAAAAAAAAA.0.3";
        List<Headers> all = List.of(
                headers("velella.place", forged, "jelly", sent.get(3).place().toString()),
                headers(
                        "velella.place",
                        "nonsense",
                        "velella.place",
                        forged,
                        "jelly",
                        sent.get(3).place().toString()),
                headers("velella.place", forged, "jelly", "?"),
                headers("velella.place", forged, "content-type", "x/y"));
        for (Headers headers : all) {
            assertThatThrownBy(() ->
                            reader.toConnectData(TOPIC, headers, sent.get(3).value()))
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith("topic graphs: ");
            assertThat(headers.lastHeader("velella.place")).isNull();
        }
        Headers tombstone = headers("velella.place", forged);
        assertThat(reader.toConnectData(TOPIC, tombstone, null)).isEqualTo(SchemaAndValue.NULL);
        assertThat(tombstone.toArray()).isEmpty();
    }

    @Test
    void aLookBackThatCannotReachTheBrokerIsSaidWithThePlaceAndWithoutSecrets() {
        JellyLookBack<?> companion = new JellyLookBack<>();
        companion.configure(Map.of("bootstrap.servers", "localhost:1", "sasl.jaas.config", "s3cret"));
        JellyConverter quick = converter("lookback.timeout.ms", "200");
        try {
            Headers placed = JellyLookBackTest.placed(companion, sent.get(3), 2, 57);
            assertThatThrownBy(
                            () -> quick.toConnectData(TOPIC, placed, sent.get(3).value()))
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith("graphs-2@57: record 3 of stream")
                    .hasMessageContaining("Look-back: ")
                    .hasMessageNotContaining("s3cret");
            assertThat(quick.counts().lookBacksOf(dev.velella.record.LookBackOutcome.FAILED))
                    .isEqualTo(1);
        } finally {
            quick.close();
            companion.close();
        }
    }

    @Test
    void aCompanionThatIsClosedIsNotAsked() {
        JellyLookBack<?> companion = new JellyLookBack<>();
        companion.configure(Map.of("bootstrap.servers", "localhost:1"));
        Headers placed = JellyLookBackTest.placed(companion, sent.get(3), 2, 57);
        companion.close();
        assertThatThrownBy(() -> reader.toConnectData(TOPIC, placed, sent.get(3).value()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("It is not known where the record stands");
    }

    private Reason reason(int index) {
        return Reason.valueOf(((Struct) sent.get(index).readBy(enveloping).value())
                .getString("reason")
                .toUpperCase(Locale.ROOT));
    }

    private void assertRead(int index, JellyConverter by) {
        assertThat(RdfStructs.toElement(sent.get(index).readBy(by).value())).isEqualTo(numbered(index));
    }
}
