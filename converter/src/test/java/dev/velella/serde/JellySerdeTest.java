package dev.velella.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.velella.frame.FrameResult.Reason;
import dev.velella.frame.PartitionStamp;
import dev.velella.frame.PartitionStamps;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyPatchDecoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.record.MissingStateException;
import dev.velella.record.Readings;
import dev.velella.record.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class JellySerdeTest {
    private static final String TOPIC = "weather";

    private final JellyGraphSerializer graphs = new JellyGraphSerializer();
    private final JellyPatchSerializer patches = new JellyPatchSerializer();
    private final JellyGraphDeserializer readGraphs = new JellyGraphDeserializer();
    private final JellyPatchDeserializer readPatches = new JellyPatchDeserializer();
    private final PartitionStamps stamps = new PartitionStamps();

    private record Sent(Headers headers, byte[] value) {
        JellyHeader place() {
            return JellyHeader.parse(headers.lastHeader(JellyHeader.NAME).value());
        }
    }

    private Sent send(int partition, RdfGraph graph) {
        Headers headers = Readings.stamped(stamps.next(TOPIC, partition));
        return new Sent(headers, graphs.serialize(TOPIC, headers, graph));
    }

    private Sent send(int partition, RdfPatch patch) {
        Headers headers = Readings.stamped(stamps.next(TOPIC, partition));
        return new Sent(headers, patches.serialize(TOPIC, headers, patch));
    }

    @Property(tries = 100)
    void recordsOfSeveralPartitionsAreReadAsTheyWereWrittenWithAndWithoutStamps(
            @ForAll @Size(max = 60) List<@IntRange(min = -1, max = 3) Integer> partitions,
            @ForAll @IntRange(min = 1, max = 9) int interval) {
        JellyGraphSerde graphSerde = new JellyGraphSerde();
        graphSerde.configure(Map.of("jelly.key.frame.interval.records", interval), false);
        JellyPatchSerde patchSerde = new JellyPatchSerde();
        patchSerde.configure(Map.of("jelly.key.frame.interval.records", interval), false);
        PartitionStamps placed = new PartitionStamps();
        int number = 0;
        for (int partition : partitions) {
            Headers ofGraph = new RecordHeaders();
            Headers ofPatch = new RecordHeaders();
            if (partition >= 0) {
                ofGraph.add(PartitionStamp.HEADER, placed.next("g", partition).toBytes());
                ofPatch.add(PartitionStamp.HEADER, placed.next("p", partition).toBytes());
            }
            RdfGraph graph = Readings.graph(number);
            byte[] value = graphSerde.serializer().serialize("g", ofGraph, graph);
            assertThat(graphSerde.deserializer().deserialize("g", ofGraph, value))
                    .isEqualTo(graph);
            RdfPatch patch = Readings.patch(number++);
            value = patchSerde.serializer().serialize("p", ofPatch, patch);
            assertThat(patchSerde.deserializer().deserialize("p", ofPatch, ByteBuffer.wrap(value)))
                    .isEqualTo(patch);
            assertThat(ofGraph.lastHeader(JellyHeader.NAME) != null).isEqualTo(partition >= 0);
        }
    }

    @Test
    void withoutAStampARecordIsSelfContainedAndSaysItsType() {
        Headers headers = new RecordHeaders();
        byte[] value = graphs.serialize(TOPIC, headers, Readings.graph(1));
        assertThat(Readings.text(headers, "content-type")).isEqualTo("application/x-jelly-rdf");
        assertThat(headers.toArray()).hasSize(1);
        assertThat(new JellyGraphDecoder(SimpleValueFactory.getInstance(), Limits.DEFAULT).decode(value))
                .isEqualTo(Readings.graph(1));

        headers = new RecordHeaders();
        value = patches.serialize(TOPIC, headers, Readings.patch(1));
        assertThat(Readings.text(headers, "content-type")).isEqualTo("application/x-jelly-rdf-patch");
        assertThat(new JellyPatchDecoder(SimpleValueFactory.getInstance(), Limits.DEFAULT).decode(value))
                .isEqualTo(Readings.patch(1));
    }

    /** Also one that was read before, with another type. */
    @Test
    void aRecordSaysItsTypeByTheNameOfRdfMessagesIfTheOptionSaysSo() {
        graphs.configure(Map.of("rdf.message.header", "true"), false);
        Headers headers = new RecordHeaders().add("RDF-Message-Content-Type", "text/turtle".getBytes());
        graphs.serialize(TOPIC, headers, Readings.graph(1));
        assertThat(Readings.text(headers, "RDF-Message-Content-Type")).isEqualTo("application/x-jelly-rdf");
        assertThat(headers.headers("RDF-Message-Content-Type")).hasSize(1);
        assertThat(Readings.text(send(0, Readings.graph(1)).headers(), "RDF-Message-Content-Type"))
                .isEqualTo("application/x-velella-rdf");
        graphs.serialize(TOPIC, headers, null);
        assertThat(headers.lastHeader("RDF-Message-Content-Type")).isNull();
        graphs.configure(Map.of(), false);
        headers.add("RDF-Message-Content-Type", "text/turtle".getBytes());
        graphs.serialize(TOPIC, headers, Readings.graph(1));
        assertThat(headers.lastHeader("RDF-Message-Content-Type")).isNull();
    }

    @Test
    void withAStampRecordsContinueEachOtherAndTheStampIsNotSent() {
        Sent first = send(2, Readings.graph(1));
        Sent second = send(2, Readings.graph(1));
        assertThat(second.headers().lastHeader(PartitionStamp.HEADER)).isNull();
        assertThat(Readings.text(second.headers(), "content-type")).isEqualTo("application/x-jelly-rdf");
        assertThat(second.place().stream()).isEqualTo(first.place().stream());
        assertThat(second.place().seq()).isEqualTo(1);
        assertThat(second.value().length).isLessThan(first.value().length / 3);
    }

    @Test
    void callsWithoutHeadersAreSelfContainedInEveryModeAndLeaveStreamsAlone() {
        graphs.configure(Map.of("jelly.mode", "stateful"), false);
        Sent first = send(0, Readings.graph(0));
        byte[] stored = graphs.serialize(TOPIC, Readings.graph(1));
        Sent second = send(0, Readings.graph(2));
        assertThat(second.place().seq()).isEqualTo(1);
        assertThat(readGraphs.deserialize(TOPIC, first.headers(), first.value()))
                .isEqualTo(Readings.graph(0));
        assertThat(readGraphs.deserialize(TOPIC, stored)).isEqualTo(Readings.graph(1));
        assertThat(readGraphs.deserialize(TOPIC, second.headers(), second.value()))
                .isEqualTo(Readings.graph(2));
    }

    @Test
    void modeSelfContainedTakesTheStampAwayAndDoesNotUseIt() {
        graphs.configure(Map.of("jelly.mode", "self-contained"), false);
        Sent sent = send(0, Readings.graph(1));
        assertThat(sent.headers().toArray()).hasSize(1);
        assertThat(readGraphs.deserialize(TOPIC, sent.value())).isEqualTo(Readings.graph(1));
    }

    @Test
    void modeStatefulRefusesARecordWithoutAStamp() {
        graphs.configure(Map.of("jelly.mode", "stateful"), false);
        assertThatThrownBy(() -> graphs.serialize(TOPIC, new RecordHeaders(), Readings.graph(1)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(TOPIC)
                .hasMessageContaining("velella.partition");
    }

    @Test
    void aWrongStampIsAnErrorThatShowsIt() {
        Headers headers = new RecordHeaders().add(PartitionStamp.HEADER, "three".getBytes());
        assertThatThrownBy(() -> graphs.serialize(TOPIC, headers, Readings.graph(1)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("three");
    }

    @Test
    void headersOfARecordThatWasReadBeforeAreReplaced() {
        Sent read = send(0, Readings.patch(1));
        byte[] value = graphs.serialize(TOPIC, read.headers(), Readings.graph(1));
        assertThat(Readings.text(read.headers(), "jelly")).isNull();
        assertThat(readGraphs.deserialize(TOPIC, read.headers(), value)).isEqualTo(Readings.graph(1));
    }

    @Test
    void aRecordThatWasSentIsNotSentAgainWithAStaleHeader() {
        Sent stateful = send(0, Readings.graph(1));
        ((RecordHeaders) stateful.headers()).setReadOnly();
        assertThatThrownBy(() -> graphs.serialize(TOPIC, stateful.headers(), Readings.graph(1)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("sent before");

        RecordHeaders selfContained = new RecordHeaders();
        byte[] first = graphs.serialize(TOPIC, selfContained, Readings.graph(1));
        selfContained.setReadOnly();
        assertThat(graphs.serialize(TOPIC, selfContained, Readings.graph(1))).isEqualTo(first);
    }

    @Test
    void nullIsATombstoneThatBelongsToNoStream() {
        send(0, Readings.graph(1));
        Headers headers = Readings.stamped(stamps.next(TOPIC, 0));
        assertThat(graphs.serialize(TOPIC, headers, null)).isNull();
        assertThat(headers.toArray()).isEmpty();
        assertThat(graphs.serialize(TOPIC, null)).isNull();
        assertThat(readGraphs.deserialize(TOPIC, (byte[]) null)).isNull();
        assertThat(readGraphs.deserialize(TOPIC, headers, (byte[]) null)).isNull();
        assertThat(send(0, Readings.graph(2)).place().seq()).isEqualTo(1);
    }

    @Test
    void aRecordWithoutItsStateIsAnErrorThatSaysWhatToDo() {
        send(0, Readings.patch(0));
        Sent second = send(0, Readings.patch(1));
        MissingStateException missing = catchThrowableOfType(
                MissingStateException.class, () -> readPatches.deserialize(TOPIC, second.headers(), second.value()));
        assertThat(missing.reason()).isEqualTo(Reason.NO_STATE);
        assertThat(missing.header()).isEqualTo(second.place().toString());
        assertThat(missing)
                .hasMessageContaining(TOPIC)
                .hasMessageContaining(second.place().streamName())
                .hasMessageContaining("LookBack");
    }

    @Test
    void afterAMissingRecordReadingGoesOnAtTheNextKeyFrame() {
        patches.configure(Map.of("jelly.key.frame.interval.records", 4), false);
        List<Sent> sent = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            sent.add(send(0, Readings.patch(i)));
        }
        List<Integer> read = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            if (i == 1) {
                continue; // lost
            }
            try {
                assertThat(readPatches.deserialize(
                                TOPIC, sent.get(i).headers(), sent.get(i).value()))
                        .isEqualTo(Readings.patch(i));
                read.add(i);
            } catch (MissingStateException e) {
                assertThat(e.reason()).isEqualTo(Reason.GAP);
            }
        }
        assertThat(read).containsExactly(0, 4, 5, 6, 7);
    }

    @Test
    void aPatchWhereAGraphIsExpectedIsAnErrorAndTheOtherWayRound() {
        Sent patch = send(0, Readings.patch(0));
        Sent graph = send(0, Readings.graph(0));
        assertThatThrownBy(() -> readGraphs.deserialize(TOPIC, patch.headers(), patch.value()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("holds a patch where a graph is expected");
        assertThatThrownBy(() -> readPatches.deserialize(TOPIC, graph.headers(), graph.value()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("holds a graph where a patch is expected");
        assertThatThrownBy(() -> readPatches.deserialize(TOPIC, graphs.serialize(TOPIC, Readings.graph(0))))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("holds a graph where a patch is expected");
    }

    @Test
    void whatIsNotJellyIsAnErrorWithItsCause() {
        byte[] text = "<s> <p> <o> .".getBytes();
        assertThatThrownBy(() -> readGraphs.deserialize(TOPIC, text))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(TOPIC)
                .hasCauseInstanceOf(MalformedJellyException.class);
        Headers turtle = new RecordHeaders().add("content-type", "text/turtle".getBytes());
        assertThatThrownBy(() -> readGraphs.deserialize(TOPIC, turtle, text))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("text/turtle")
                .hasCauseInstanceOf(UnreadableRecordException.class);
    }

    @Test
    void whatOptionsCannotCarryIsAnErrorAndTheNextRecordBeginsAStream() {
        graphs.configure(Map.of("limits.frame.bytes", 400), false);
        Sent first = send(0, Readings.graph(0));
        List<Statement> many = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            many.addAll(Readings.graph(i).statements());
        }
        assertThatThrownBy(() -> send(0, RdfGraph.of(many)))
                .isInstanceOf(SerializationException.class)
                .hasCauseInstanceOf(MalformedJellyException.class);
        assertThat(send(0, Readings.graph(1)).place().stream()).isNotEqualTo(first.place().stream());
    }

    @Test
    void keysAreRefused() {
        assertThatThrownBy(() -> graphs.configure(Map.of(), true)).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> readPatches.configure(Map.of(), true)).isInstanceOf(ConfigException.class);
        try (JellyGraphSerde serde = new JellyGraphSerde()) {
            assertThatThrownBy(() -> serde.configure(Map.of(), true))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("keys");
        }
    }
}
