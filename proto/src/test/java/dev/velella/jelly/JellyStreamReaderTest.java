package dev.velella.jelly;

import static dev.velella.jelly.Bytes.entry;
import static dev.velella.jelly.Bytes.iri;
import static dev.velella.jelly.Bytes.message;
import static dev.velella.jelly.Bytes.rdfOptions;
import static dev.velella.jelly.Bytes.spo;
import static dev.velella.jelly.Bytes.triplesFrame;
import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfGraph;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

class JellyStreamReaderTest {
    private static final Limits LIMITS = Limits.DEFAULT;
    private static final Statement SPO =
            VALUES.createStatement(VALUES.createIRI("a:1"), VALUES.createIRI("a:2"), VALUES.createIRI("a:3"));

    private static List<RdfGraph> read(byte[] stream) throws IOException {
        return read(stream, LIMITS);
    }

    private static List<RdfGraph> read(byte[] stream, Limits limits) throws IOException {
        List<RdfGraph> frames = new ArrayList<>();
        try (JellyStreamReader reader = new JellyStreamReader(new ByteArrayInputStream(stream), VALUES, limits)) {
            for (RdfGraph frame = reader.next(); frame != null; frame = reader.next()) {
                frames.add(frame);
            }
        }
        return frames;
    }

    @Test
    void aBareFrameIsOneGraph() throws IOException {
        assertThat(read(triplesFrame().row(2, spo()).array())).containsExactly(RdfGraph.of(List.of(SPO)));
    }

    @Test
    void aDelimitedFrameOfTenBytesIsNotTakenForABareOne() throws IOException {
        // Row of 8 bytes with options of 6: the smallest that a whole frame of 10 bytes can hold.
        Bytes frame = message().row(1, message().number(2, 1).number(9, 8).number(15, 1));
        assertThat(frame.array()).hasSize(10);
        assertThat(read(frame.delimited())).containsExactly(RdfGraph.of(List.of()));
    }

    @Test
    void aBareFrameWhoseFirstRowHasTenBytesIsNotTakenForADelimitedOne() throws IOException {
        Bytes frame = message()
                .row(1, message().number(2, 1).number(9, 8).number(10, 4).number(15, 1));
        assertThat(frame.array()).startsWith(0x0A, 0x0A, 0x0A);
        frame.row(9, entry(0, "a:1"));
        Bytes statement = message().message(1, iri(0, 1)).message(5, iri(0, 1)).message(9, iri(0, 1));
        assertThat(read(frame.row(2, statement).array())).hasSize(1);
    }

    @Test
    void anEmptyStreamHasNoFrames() throws IOException {
        assertThat(read(new byte[0])).isEmpty();
    }

    @Test
    void aStreamMayNotEndWithinAGraph() throws IOException {
        Bytes open = message().row(1, rdfOptions(3, 8, 0, 0)).row(4, message().message(3, message()));
        assertThatThrownBy(() -> read(open.delimited()))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessage("frame 1, byte 0: the stream ends within a graph: the row that ends it is missing");
        assertThatThrownBy(() -> JellyInspector.inspect(new ByteArrayInputStream(open.delimited()), LIMITS))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining("within a graph");
        byte[] ended = message()
                .append(open.delimited())
                .append(message().row(5, message()).delimited())
                .array();
        assertThat(read(ended)).hasSize(2);
    }

    @Test
    void everyEmptyFrameIsAnEmptyGraph() throws IOException {
        RdfGraph empty = RdfGraph.of(List.of());
        assertThat(read(new byte[1])).containsExactly(empty);
        assertThat(read(new byte[2])).containsExactly(empty, empty);
        byte[] stream = message()
                .raw(0, 0)
                .append(triplesFrame().delimited())
                .raw(0)
                .append(message().row(2, spo()).delimited())
                .raw(0)
                .array();
        assertThat(read(stream)).containsExactly(empty, empty, empty, empty, RdfGraph.of(List.of(SPO)), empty);
    }

    @Test
    void aDelimitedStreamThatIsCutAnywhereButBetweenFramesIsRefused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Integer> borders = new ArrayList<>(List.of(0));
        try (JellyStreamWriter writer = new JellyStreamWriter(bytes, JellyOptions.TOPIC, LIMITS)) {
            for (int i = 0; i < 3; i++) {
                writer.write(new RdfGraph(List.of(SPO, SPO), java.util.Map.of("ex", "http://example.org/" + i)));
                borders.add(bytes.size());
            }
        }
        for (int length = 0; length <= bytes.size(); length++) {
            byte[] cut = Arrays.copyOf(bytes.toByteArray(), length);
            if (borders.contains(length)) {
                assertThat(read(cut)).hasSize(borders.indexOf(length));
            } else {
                assertThatThrownBy(() -> read(cut))
                        .as("cut to %d bytes", length)
                        .isInstanceOf(MalformedJellyException.class);
            }
        }
    }

    @Test
    void anErrorNamesItsFrameAndEndsTheStream() throws IOException {
        byte[] stream = message()
                .append(triplesFrame().row(2, spo()).delimited())
                .append(message().row(2, message().message(1, iri(0, 8))).delimited())
                .append(message().row(2, message()).delimited())
                .array();
        try (JellyStreamReader reader = new JellyStreamReader(new ByteArrayInputStream(stream), VALUES, LIMITS)) {
            reader.next();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(reader::next).isInstanceOfSatisfying(MalformedJellyException.class, e -> {
                    assertThat(e.frame()).isEqualTo(1);
                    assertThat(e.row()).isZero();
                });
            }
        }
    }

    @Test
    void aGraphGoesOnInLaterFrames() throws IOException {
        Bytes first = message().row(1, rdfOptions(3, 8, 0, 0));
        for (int i = 1; i <= 4; i++) {
            first.row(9, entry(0, "a:" + i));
        }
        first.row(4, message().message(1, iri(0, 4))).row(2, spo());
        byte[] stream = message()
                .append(first.delimited())
                .append(message().row(2, message()).row(5, message()).delimited())
                .array();
        RdfGraph one = RdfGraph.of(List.of(VALUES.createStatement(
                SPO.getSubject(), SPO.getPredicate(), SPO.getObject(), VALUES.createIRI("a:4"))));
        assertThat(read(stream)).containsExactly(one, one);
        assertThat(read(stream).get(1).statements().get(0).getContext()).isEqualTo(VALUES.createIRI("a:4"));
    }

    @Test
    void aFrameAboveTheLimitIsRefusedBeforeItIsRead() {
        Limits small = new Limits(4096, 1024, 256, 100, 10, 100, 100, 1, Integer.MAX_VALUE);
        byte[] announced = message().raw(0xFF, 0xFF, 0xFF, 0xFF, 0x07).array();
        assertThatThrownBy(() -> read(announced, small)).hasMessageContaining("longer than the limit of 100");
        byte[] tooLong = message().raw(0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01).array();
        assertThatThrownBy(() -> read(tooLong, small)).hasMessageContaining("more than 5 bytes");
        byte[] bare = triplesFrame().append(new byte[100]).array();
        assertThatThrownBy(() -> read(bare, small)).hasMessageContaining("longer than the limit of 100");
    }

    @Test
    void aWriterGoesOnAfterAGraphThatWasRefused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JellyOptions triples = new JellyOptions(PhysicalType.TRIPLES, TableSizes.SMALL, false, 1);
        RdfGraph good = RdfGraph.of(List.of(SPO));
        RdfGraph bad = RdfGraph.of(List.of(VALUES.createStatement(
                SPO.getSubject(), SPO.getPredicate(), SPO.getObject(), VALUES.createIRI("a:4"))));
        try (JellyStreamWriter writer = new JellyStreamWriter(bytes, triples, LIMITS)) {
            writer.write(good);
            assertThatThrownBy(() -> writer.write(bad)).isInstanceOf(MalformedJellyException.class);
            writer.write(good);
        }
        assertThat(read(bytes.toByteArray())).containsExactly(good, good);
    }
}
