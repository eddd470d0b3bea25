package dev.velella.converter;

import static dev.velella.converter.Records.TOPIC;
import static dev.velella.converter.Records.converter;
import static dev.velella.converter.Records.headers;
import static dev.velella.converter.Records.numbered;
import static dev.velella.converter.Records.send;
import static dev.velella.converter.Records.stamped;
import static dev.velella.converter.Records.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.Records.Sent;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.frame.PartitionStamp;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.json.JsonConverterConfig;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.junit.jupiter.api.Test;

/** What a source's records become. */
class StatefulWriterTest {
    private final JellyConverter writer = converter();
    private final JellyConverter reader = converter();

    @Test
    void stampedRecordsContinueEachOtherAndAreReadAgain() {
        int self = 0;
        int stateful = 0;
        for (int i = 0; i < 250; i++) {
            Sent sent = send(writer, i % 2, i / 2, i);
            assertThat(sent.place().seq()).isEqualTo(i / 2);
            assertThat(sent.place().isKeyFrame()).isEqualTo(i / 2 % 100 == 0);
            assertThat(text(sent.headers(), "content-type")).isEqualTo("application/x-jelly-rdf");
            assertThat(RdfStructs.toElement(sent.readBy(reader).value())).isEqualTo(numbered(i));
            stateful += sent.value().length;
            self += writer.fromConnectData(TOPIC, null, RdfStructs.of(numbered(i))).length;
        }
        assertThat(stateful).isLessThan(self / 3);
    }

    @Test
    void graphsAndPatchesOfOnePartitionAreStreamsOfTheirOwn() {
        for (int i = 0; i < 6; i++) {
            Sent sent = i % 2 == 0 ? send(writer, 0, i, i) : send(writer, stamped(0, i), RdfStructs.of(Rdf.patch()));
            assertThat(sent.place().seq()).isEqualTo(i / 2);
            SchemaAndValue back = sent.readBy(reader);
            if (i % 2 == 1) {
                assertThat(text(sent.headers(), "content-type")).isEqualTo("application/x-jelly-rdf-patch");
                assertThat(RdfStructs.toElement(back.value())).isEqualTo(Rdf.patch());
            }
        }
    }

    @Test
    void theStampIsNeverSent() {
        for (JellyConverter any : List.of(writer, converter("jelly.mode", "self-contained"))) {
            assertThat(send(any, stamped(1, 0), RdfStructs.of(numbered(0)))
                            .headers()
                            .toArray())
                    .noneMatch(header -> header.key().equals(PartitionStamp.HEADER));
            Headers tombstone = stamped(1, 1);
            assertThat(any.fromConnectData(TOPIC, tombstone, null, null)).isNull();
            assertThat(tombstone.toArray()).isEmpty();
            Headers wrong = stamped(1, 1);
            assertThatThrownBy(() -> any.fromConnectData(TOPIC, wrong, null, "text"))
                    .isInstanceOf(DataException.class);
            assertThat(wrong.toArray()).isEmpty();
        }
    }

    @Test
    void whatASourceSaysUnderOurNamesIsReplaced() {
        Headers forged = headers(
                "jelly",
                "g1AAAAAAAAAAAA0.0",
                "Content-Type",
                "text/plain",
                "CONTENT-TYPE",
                "x/y",
                "jelly",
                "?",
                "other",
                "stays");
        Sent alone = send(writer, forged, RdfStructs.of(numbered(0)));
        assertThat(alone.isStateful()).isFalse();
        assertThat(alone.headers().toArray())
                .extracting(header -> header.key())
                .containsExactly("other", "content-type");
        Headers again = headers("jelly", "g1AAAAAAAAAAAA0.0", "velella.partition", "p0.0");
        Sent stateful = send(writer, again, RdfStructs.of(numbered(0)));
        assertThat(stateful.headers().toArray())
                .extracting(header -> header.key())
                .containsExactly("content-type", "jelly");
        assertThat(stateful.place().streamName()).isNotEqualTo("AAAAAAAA");
        Headers tombstone = headers("jelly", "g1AAAAAAAAAAAA0.0");
        assertThat(writer.fromConnectData(TOPIC, tombstone, null, null)).isNull();
        assertThat(tombstone.toArray()).isEmpty();
    }

    @Test
    void aRecordConvertedAgainWithItsNumberHasTheSameBytesAndTheStreamGoesOn() {
        send(writer, 0, 0, 0);
        Sent first = send(writer, 0, 1, 1);
        Sent again = send(writer, 0, 1, 1);
        assertThat(again.value()).isSameAs(first.value());
        assertThat(again.place()).isEqualTo(first.place());
        assertThat(send(writer, 0, 2, 2).place().seq()).isEqualTo(2);
    }

    @Test
    void aRecordConvertedAgainWithTheHeadersThatItHasByNowIsTheSameToo() {
        for (JellyConverter any : List.of(writer, converter("jelly.mode", "stateful"))) {
            send(any, 0, 0, 0);
            Headers kept = stamped(0, 1);
            byte[] first = any.fromConnectData(TOPIC, kept, null, RdfStructs.of(numbered(1)));
            Headers afterFirst = new RecordHeaders(kept.toArray());
            byte[] again = any.fromConnectData(TOPIC, kept, null, RdfStructs.of(numbered(1)));
            assertThat(again).isEqualTo(first);
            assertThat(kept).isEqualTo(afterFirst);
            assertThat(send(any, 0, 2, 2).place().seq()).isEqualTo(2);
        }
    }

    @Test
    void anotherValueUnderTheSameNumberBeginsANewStream() {
        send(writer, 0, 0, 0);
        Sent first = send(writer, 0, 1, 1);
        assertBeginsAfter(first, send(writer, 0, 1, 2));
    }

    @Test
    void aCountOfLossesInTheStampBeginsANewStreamInThatPartition() {
        send(writer, 0, 0, 0);
        Sent other = send(writer, 1, 0, 0);
        Sent last = send(writer, 0, 1, 1);
        assertBeginsAfter(last, send(writer, headers("velella.partition", "p0.2.1"), RdfStructs.of(numbered(2))));
        assertThat(send(writer, 1, 1, 1).place().stream()).isEqualTo(other.place().stream());
    }

    @Test
    void aLostRecordReportedByTheCompanionBeginsANewStreamInThatPartition() {
        Sent lost = send(writer, 0, 0, 0);
        Sent fine = send(writer, 1, 0, 0);
        JellyLossReporter<?> reporter = new JellyLossReporter<>();
        reporter.onAcknowledgement(null, null, fine.headers());
        reporter.onAcknowledgement(null, new RuntimeException("too large"), lost.headers());
        assertBeginsAfter(lost, send(writer, 0, 1, 1));
        assertThat(send(writer, 1, 1, 1).place().seq()).isEqualTo(1);
    }

    @Test
    void whatCannotBeWrittenBeginsANewStreamAndTombstonesDoNot() {
        Sent first = send(writer, 0, 0, 0);
        assertThat(writer.fromConnectData(TOPIC, stamped(0, 1), null, null)).isNull();
        Sent second = send(writer, 0, 2, 2);
        assertThat(second.place().stream()).isEqualTo(first.place().stream());
        assertThat(second.place().seq()).isEqualTo(1);
        Object quoting = RdfStructs.of(RdfGraph.of(List.of(Rdf.quoting())));
        assertThatThrownBy(() -> writer.fromConnectData(TOPIC, stamped(0, 3), null, quoting))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic graphs");
        assertBeginsAfter(second, send(writer, 0, 4, 4));
    }

    @Test
    void callsWithoutHeadersAreSelfContainedAndLeaveTheStreamAlone() {
        send(writer, 0, 0, 0);
        byte[] alone = writer.fromConnectData(TOPIC, null, RdfStructs.of(numbered(1)));
        assertThat(RdfStructs.toElement(reader.toConnectData(TOPIC, alone).value()))
                .isEqualTo(numbered(1));
        assertThat(alone).isEqualTo(converter().fromConnectData(TOPIC, null, RdfStructs.of(numbered(1))));
        assertThat(send(writer, 0, 1, 1).place().seq()).isEqualTo(1);
    }

    @Test
    void aNewConverterAndAForgottenPartitionBeginNewStreams() {
        JellyConverter one = converter("limits.streams", "1");
        Sent first = send(one, 0, 0, 0);
        send(one, 1, 0, 0);
        assertBeginsAfter(first, send(one, 0, 1, 1));
        assertBeginsAfter(first, send(converter(), 0, 1, 1));
    }

    @Test
    void topicsHaveStreamsOfTheirOwn() {
        Headers a = stamped(0, 0);
        Headers b = stamped(0, 0);
        writer.fromConnectData("a", a, null, RdfStructs.of(numbered(0)));
        writer.fromConnectData("b", b, null, RdfStructs.of(numbered(0)));
        assertThat(text(a, "jelly")).isNotEqualTo(text(b, "jelly"));
    }

    @Test
    void keyFramesComeAsOftenAsTheOptionSays() {
        JellyConverter often = converter("jelly.key.frame.interval.records", "3");
        List<Long> distances = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            distances.add(send(often, 0, i, i).place().dist());
        }
        assertThat(distances).containsExactly(0L, 1L, 2L, 0L, 1L, 2L, 0L);
    }

    @Test
    void statefulModeRefusesARecordWithoutStampAndSaysWhatToDo() {
        JellyConverter strict = converter("jelly.mode", "stateful");
        assertThatThrownBy(() -> send(strict, headers(), RdfStructs.of(numbered(0))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic graphs")
                .hasMessageContaining("jelly.mode")
                .hasMessageContaining("velella.partition")
                .hasMessageContaining("topic.partitions");
        assertThat(send(strict, 0, 0, 0).isStateful()).isTrue();
    }

    @Test
    void aStampOfAnotherFormIsAnErrorUnlessNobodyNeedsIt() {
        for (String form : List.of("3.1", "p3", "p-1.0", "p1.1x", "")) {
            assertThatThrownBy(() -> send(writer, headers("velella.partition", form), RdfStructs.of(numbered(0))))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("topic graphs")
                    .hasMessageContaining("velella.partition");
            Sent alone = send(
                    converter("jelly.mode", "self-contained"),
                    headers("velella.partition", form),
                    RdfStructs.of(numbered(0)));
            assertThat(alone.isStateful()).isFalse();
        }
    }

    @Test
    void automaticModeSaysOncePerTopicWhyRecordsAreSelfContained() {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            for (int i = 0; i < 3; i++) {
                assertThat(send(writer, headers(), RdfStructs.of(numbered(i))).isStateful())
                        .isFalse();
                writer.fromConnectData("other", headers(), null, RdfStructs.of(numbered(i)));
            }
            send(converter("jelly.mode", "self-contained"), headers(), RdfStructs.of(numbered(0)));
            send(writer, 0, 0, 0);
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("self-contained")))
                .hasSize(2)
                .allSatisfy(line ->
                        assertThat(line).contains("velella.partition", "topic.partitions", "kafka.bootstrap.servers"))
                .anySatisfy(line -> assertThat(line).contains("topic graphs"))
                .anySatisfy(line -> assertThat(line).contains("topic other"));
    }

    @Test
    void headerConvertersOfKafkaCarryStampsAndPlacesUnharmed() throws Exception {
        try (SimpleHeaderConverter simple = new SimpleHeaderConverter();
                JsonConverter json = new JsonConverter()) {
            simple.configure(Map.of());
            json.configure(Map.of("schemas.enable", "false", JsonConverterConfig.TYPE_CONFIG, "header"));
            Random random = new Random(7);
            for (HeaderConverter converter : List.of(simple, json)) {
                for (int i = 0; i < 2000; i++) {
                    PartitionStamp stamp =
                            new PartitionStamp(random.nextInt(2000), random.nextInt(100_000_000), random.nextInt(3));
                    byte[] there = converter.fromConnectHeader(
                            TOPIC, PartitionStamp.HEADER, Schema.STRING_SCHEMA, stamp.format());
                    assertThat(PartitionStamp.parse(there)).isEqualTo(stamp);
                    long seq = 1 + random.nextInt(100_000_000);
                    JellyHeader place = new JellyHeader(
                            dev.velella.rdf.ElementKind.PATCH,
                            random.nextLong() >>> 16,
                            random.nextInt(1 << 24),
                            seq,
                            random.nextInt((int) Math.min(seq, 1000)));
                    byte[] sent = converter.fromConnectHeader(
                            TOPIC, JellyHeader.NAME, Schema.STRING_SCHEMA, place.toString());
                    SchemaAndValue read = converter.toConnectHeader(TOPIC, JellyHeader.NAME, sent);
                    assertThat(read.value()).isEqualTo(place.toString());
                    assertThat(JellyHeader.parse(sent)).isEqualTo(place);
                }
            }
            SchemaAndValue plain =
                    simple.toConnectHeader(TOPIC, "jelly", "g1Zk3_Q1aXoT0w4f.1".getBytes(StandardCharsets.US_ASCII));
            assertThat(plain.value()).isEqualTo("g1Zk3_Q1aXoT0w4f.1");
        }
    }

    @Test
    void aStampInQuotationMarksIsUnderstood() {
        Sent sent = send(writer, headers("velella.partition", "\"p3.0\""), RdfStructs.of(numbered(0)));
        assertThat(sent.isStateful()).isTrue();
        assertThat(sent.headers().toArray()).hasSize(2);
    }

    private static void assertBeginsAfter(Sent before, Sent sent) {
        assertThat(sent.place().stream()).isNotEqualTo(before.place().stream());
        assertThat(sent.place().seq()).isZero();
        assertThat(sent.place().isKeyFrame()).isTrue();
    }
}
