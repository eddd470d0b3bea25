package dev.velella.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryUnavailableException;
import dev.velella.frame.DictionaryPlace;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.FrameResult;
import dev.velella.frame.FrameResult.Continuity;
import dev.velella.frame.LossReports;
import dev.velella.frame.PartitionStamp;
import dev.velella.frame.SelfContainedEncoder;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.PartitionEncoder;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class DictionaryRecordsTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final EncoderSettings SETTINGS =
            EncoderSettings.ofTopic(TableSizes.BIG, false, StatementOrder.GIVEN, Limits.DEFAULT);

    /** The dictionaries that were stored, by name. */
    private final Map<Long, Dictionary> stored = new HashMap<>();

    private final RecordEncoder encoder = new RecordEncoder(SETTINGS, 10, dictionary -> {
        stored.put(dictionary.name(), dictionary);
        return true;
    });
    private final RecordDecoder decoder = new RecordDecoder(Limits.DEFAULT, StreamLimits.DEFAULT, null, stored::get);

    private static Statement statement(int number) {
        return VALUES.createStatement(
                VALUES.createIRI("http://example.org/s" + number % 3),
                VALUES.createIRI("http://example.org/value"),
                VALUES.createLiteral(number));
    }

    private static RdfGraph graph(int number) {
        return RdfGraph.of(List.of(statement(number)));
    }

    private FrameResult.Decoded decode(Headers headers, byte[] value) {
        return (FrameResult.Decoded) decoder.decode("t", headers, value);
    }

    private static Headers headers(EncodedFrame frame, Long eventTime, PatchPosition position) {
        Headers headers = new RecordHeaders();
        RecordEncoder.addHeaders(headers, frame, eventTime, position);
        return headers;
    }

    @Test
    void oneHeaderSaysAll() {
        StreamElement patch = RdfPatch.change(List.of(statement(1)), List.of(statement(2)));
        EncodedFrame frame = encoder.encode("t", new PartitionStamp(3, 7, 0), patch);
        PatchPosition position = new PatchPosition(17, 0x1234, false);
        Headers headers = headers(frame, 1_700_000_000_000L, position);
        assertThat(headers.toArray()).hasSize(1);
        assertThat(decode(headers, frame.value()).element()).isEqualTo(patch);
        assertThat(RecordHeaderReader.patch(headers)).isEqualTo(position.format());
        assertThat(RecordHeaderReader.eventTime(headers)).hasValue(1_700_000_000_000L);
        assertThat(RecordHeaderReader.mediaType(headers)).isEqualTo(RecordHeaderNames.JELLY_PATCH);
        assertThat(RecordDecoder.kindOf(headers, frame.value())).isEqualTo(ElementKind.PATCH);
        VelellaHeader header = RecordHeaderReader.velella(headers);
        assertThat(header.place().sequence()).isZero();
        assertThat(stored).containsKey(header.dictionary().name());
    }

    /** A reader of Jelly that takes the type for its own must be able to read the record. */
    @Test
    void theMessageTypeSaysWhetherAnyReaderOfJellyCanReadTheRecord() {
        StreamElement patch = RdfPatch.change(List.of(statement(1)), List.of(statement(2)));
        EncodedFrame onDictionary = encoder.encode("t", null, graph(1));
        assertThat(onDictionary.place().dictionary()).isNotNull();
        RecordEncoder withoutDictionary = new RecordEncoder(SETTINGS, 1, dictionary -> false);
        EncodedFrame alone = withoutDictionary.encode("t", null, graph(1));
        assertThat(alone.place().dictionary()).isNull();
        SelfContainedEncoder plain = new SelfContainedEncoder(SETTINGS);
        EncodedFrame keyFrame = new PartitionEncoder(SETTINGS, new KeyFrameInterval(10, 1_000)).encode(graph(1));

        assertThat(messageType(onDictionary)).isEqualTo("application/x-velella-rdf");
        assertThat(messageType(encoder.encode("t", null, patch))).isEqualTo("application/x-velella-rdf-patch");
        assertThat(messageType(keyFrame)).isEqualTo("application/x-velella-rdf");
        assertThat(messageType(alone)).isEqualTo("application/x-jelly-rdf");
        assertThat(messageType(withoutDictionary.encode("t", null, patch))).isEqualTo("application/x-jelly-rdf-patch");
        assertThat(messageType(plain.encode(graph(1)))).isEqualTo("application/x-jelly-rdf");
    }

    private static String messageType(EncodedFrame frame) {
        Headers headers = new RecordHeaders();
        RecordEncoder.addHeaders(headers, frame, null, null, true);
        return new String(headers.lastHeader("RDF-Message-Content-Type").value(), StandardCharsets.US_ASCII);
    }

    /** Readers go by the header of the record protocol. */
    @Test
    void theMessageTypeChangesNothingForReaders() {
        EncodedFrame frame = encoder.encode("t", null, graph(1));
        Headers headers = new RecordHeaders();
        RecordEncoder.addHeaders(headers, frame, null, null, true);
        assertThat(decode(headers, frame.value()).element()).isEqualTo(graph(1));
        headers.remove("RDF-Message-Content-Type");
        headers.add("RDF-Message-Content-Type", "text/turtle".getBytes(StandardCharsets.US_ASCII));
        assertThat(decode(headers, frame.value()).element()).isEqualTo(graph(1));
        assertThat(RecordHeaderReader.mediaType(headers)).isEqualTo("application/x-jelly-rdf");
    }

    @Test
    void aTimeThatDoesNotFitHasATextHeader() {
        Headers headers = headers(encoder.encode("t", null, graph(1)), -5L, null);
        assertThat(headers.toArray()).hasSize(2);
        assertThat(RecordHeaderReader.eventTime(headers)).hasValue(-5);
    }

    /** A record that is handed over again keeps its number; a loss that is reported begins another writer. */
    @Test
    void recordsAreCountedAsTheirStampsSay() {
        Set<Integer> writers = new HashSet<>();
        PartitionStamp[] stamps = {
            new PartitionStamp(0, 5, 0),
            new PartitionStamp(0, 6, 0),
            new PartitionStamp(0, 6, 0),
            new PartitionStamp(0, 9, 0),
            new PartitionStamp(0, 10, 1)
        };
        long[] sequences = {0, 1, 1, 2, 0};
        for (int i = 0; i < stamps.length; i++) {
            EncodedFrame frame = encoder.encode("t", stamps[i], graph(i == 2 ? 1 : i));
            assertThat(frame.place().sequence()).as("record %d", i).isEqualTo(sequences[i]);
            writers.add(frame.place().writer());
        }
        assertThat(writers).hasSize(2);
        EncodedFrame last = encoder.encode("t", new PartitionStamp(0, 11, 1), graph(6));
        LossReports.shared().report(DictionaryPlace.lossReport(last.place().writer()));
        EncodedFrame next = encoder.encode("t", new PartitionStamp(0, 12, 1), graph(7));
        assertThat(next.place().writer()).isNotEqualTo(last.place().writer());
        assertThat(next.place().sequence()).isZero();
    }

    /** The number of a writer is random, and its records are counted in each topic by themselves. */
    @Test
    void oneWriterInTwoTopicsIsCountedInEach() {
        EncodedFrame frame = encoder.encode("t", null, graph(1));
        Dictionary dictionary = frame.place().dictionary();
        long[] steps = {0, 1, 3};
        for (long sequence : steps) {
            for (String topic : List.of("t", "u")) {
                VelellaHeader header = new VelellaHeader(
                        ElementKind.GRAPH,
                        new VelellaHeader.Base(dictionary.name(), 0),
                        new VelellaHeader.Place(7, sequence),
                        null,
                        null);
                Headers headers = new RecordHeaders().add(VelellaHeader.NAME, header.toBytes());
                Continuity continuity =
                        ((FrameResult.Decoded) decoder.decode(topic, headers, frame.value())).continuity();
                assertThat(continuity.kind())
                        .as("record %d of %s", sequence, topic)
                        .isEqualTo(
                                switch ((int) sequence) {
                                    case 0 -> Continuity.Kind.FIRST;
                                    case 1 -> Continuity.Kind.NEXT;
                                    default -> Continuity.Kind.AFTER_LOSS;
                                });
                assertThat(continuity.lost()).isEqualTo(sequence == 3 ? 1 : 0);
            }
        }
    }

    @Test
    void repeatsAndReturnsAreToldApart() {
        Dictionary dictionary = encoder.encode("t", null, graph(1)).place().dictionary();
        assertThat(continuity(dictionary, 5, 1)).isEqualTo(Continuity.Kind.FIRST);
        assertThat(continuity(dictionary, 5, 1)).isEqualTo(Continuity.Kind.DUPLICATE);
        assertThat(continuity(dictionary, 5, 2)).as("other contents").isEqualTo(Continuity.Kind.REWOUND);
        assertThat(continuity(dictionary, 4, 3)).isEqualTo(Continuity.Kind.REWOUND);
        assertThat(continuity(dictionary, 5, 4)).isEqualTo(Continuity.Kind.NEXT);
        decoder.reset();
        assertThat(continuity(dictionary, 9, 5)).as("nothing is known").isEqualTo(Continuity.Kind.FIRST);
    }

    private Continuity.Kind continuity(Dictionary dictionary, long sequence, int number) {
        EncodedFrame frame = encoder.encode("t", null, graph(number));
        VelellaHeader header = new VelellaHeader(
                ElementKind.GRAPH,
                new VelellaHeader.Base(dictionary.name(), 0),
                new VelellaHeader.Place(7, sequence),
                null,
                null);
        return decode(new RecordHeaders().add(VelellaHeader.NAME, header.toBytes()), frame.value())
                .continuity()
                .kind();
    }

    @Test
    void aTopicMayHoldGraphsAndPatches() {
        StreamElement patch = RdfPatch.change(List.of(statement(1)), List.of(statement(2)));
        for (StreamElement element : List.of(graph(1), patch, graph(2), patch)) {
            EncodedFrame frame = encoder.encode("t", null, element);
            assertThat(decode(headers(frame, null, null), frame.value()).element())
                    .isEqualTo(element);
        }
        assertThat(stored).hasSize(2);
    }

    @Test
    void aDictionaryWithNothingBehindItIsAnEmptyGraph() {
        Dictionary dictionary = encoder.encode("t", null, graph(1)).place().dictionary();
        assertThat(decode(carried(dictionary.name(), dictionary.size()), dictionary.frame())
                        .element())
                .isEqualTo(RdfGraph.of(List.of()));
    }

    /** What is missing may come, so it is never taken for a record that is bad. */
    @Test
    void aMissingDictionaryIsNoBadRecord() {
        EncodedFrame frame = encoder.encode("t", null, graph(1));
        stored.clear();
        assertThatThrownBy(() -> decode(headers(frame, null, null), frame.value()))
                .isInstanceOf(DictionaryUnavailableException.class)
                .isNotInstanceOf(UnreadableRecordException.class);
    }

    @Test
    void theDictionaryMayStandInFront() {
        EncodedFrame frame = encoder.encode("t", null, graph(1));
        Dictionary dictionary = frame.place().dictionary();
        byte[] whole = new byte[dictionary.size() + frame.value().length];
        System.arraycopy(dictionary.frame(), 0, whole, 0, dictionary.size());
        System.arraycopy(frame.value(), 0, whole, dictionary.size(), frame.value().length);
        stored.clear();
        assertThat(decode(carried(dictionary.name(), dictionary.size()), whole).element())
                .isEqualTo(graph(1));
        assertThatThrownBy(() -> decode(carried(dictionary.name() ^ 1, dictionary.size()), whole))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("names dictionary");
        assertThatThrownBy(() -> decode(carried(dictionary.name(), whole.length + 1), whole))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("has only " + whole.length);
    }

    private static Headers carried(long name, int length) {
        return new RecordHeaders()
                .add(
                        "velella",
                        new VelellaHeader(ElementKind.GRAPH, new VelellaHeader.Base(name, length), null, null, null)
                                .toBytes());
    }

    @Test
    void whatCannotBeReadIsSaidAndChangesNothing() {
        EncodedFrame frame = encoder.encode("t", null, graph(1));
        Headers right = headers(frame, null, null);
        Dictionary dictionary = frame.place().dictionary();
        stored.clear();
        assertThatThrownBy(() -> decode(right, frame.value()))
                .isInstanceOf(MissingDictionaryException.class)
                .hasMessageContaining(Dictionary.text(dictionary.name()));
        stored.put(dictionary.name(), dictionary);
        assertThat(decode(right, frame.value()).element()).isEqualTo(graph(1));
        assertThatThrownBy(() -> decode(right, new byte[] {10, 7, 1})).isInstanceOf(MalformedJellyException.class);
        Headers twice = new RecordHeaders(right).add(right.lastHeader("velella"));
        assertThatThrownBy(() -> decode(twice, frame.value()))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("several headers");
        Headers malformed = new RecordHeaders().add("velella", "text".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> decode(malformed, frame.value()))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("malformed");
        Headers asPatch = new RecordHeaders()
                .add(
                        "velella",
                        new VelellaHeader(
                                        ElementKind.PATCH,
                                        new VelellaHeader.Base(dictionary.name(), 0),
                                        null,
                                        null,
                                        null)
                                .toBytes());
        assertThatThrownBy(() -> decode(asPatch, frame.value()))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("is for");
        assertThat(decode(right, frame.value()).element()).isEqualTo(graph(1));
    }

    /** The text headers are there for readers of version 1 behind the converter. */
    @Test
    void theHeaderIsRepeatedAsTextOnce() {
        VelellaHeader header = new VelellaHeader(ElementKind.PATCH, null, null, 12L, new PatchPosition(3, 5, false));
        Headers headers = new RecordHeaders().add("event-time", "7".getBytes(StandardCharsets.US_ASCII));
        header.addText(headers);
        header.addText(headers);
        assertThat(headers.toArray()).hasSize(3);
        assertThat(new String(headers.lastHeader("patch").value(), StandardCharsets.US_ASCII))
                .isEqualTo("3.h0000000000000005");
        assertThat(new String(headers.lastHeader("event-time").value(), StandardCharsets.US_ASCII))
                .isEqualTo("7");
    }
}
