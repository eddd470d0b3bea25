package dev.velella.source.format;

import static dev.velella.source.format.TestFiles.gzip;
import static dev.velella.source.format.TestFiles.readAll;
import static dev.velella.source.format.TestFiles.tar;
import static dev.velella.source.format.TestFiles.utf8;
import static dev.velella.source.format.TestFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.RdfGraph;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import eu.neverblink.jelly.convert.rdf4j.Rdf4jConverterFactory;
import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.ProtoEncoder;
import eu.neverblink.jelly.core.memory.EncoderAllocator;
import eu.neverblink.jelly.core.memory.ReusableRowBuffer;
import eu.neverblink.jelly.core.memory.RowBuffer;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files written by the reference implementation. */
class JellyFileTest {
    private static final int COUNT = 40;
    private static final List<RdfGraph> ELEMENTS = new ArrayList<>();

    /** Bytes of the frames, the state of the stream running across them. */
    private static List<byte[]> frames = List.of();

    @TempDir
    Path folder;

    @BeforeAll
    static void encodeElements() {
        WeatherSimulator simulator = new WeatherSimulator(WeatherOptions.of(5, COUNT));
        for (SimulatedElement e = simulator.next(); e != null; e = simulator.next()) {
            ELEMENTS.add(e.graph());
        }
        frames = encode(ELEMENTS);
    }

    @Test
    void everyFrameIsAnElement() {
        byte[] content = delimited(frames);
        Path plain = write(folder.resolve("a.jelly"), content);
        Path compressed = write(folder.resolve("a.jelly.gz"), gzip(content));
        ElementFile.verify(plain);
        ElementFile.verify(compressed);
        assertThat(readAll(plain)).isEqualTo(ELEMENTS);
        assertThat(readAll(compressed)).isEqualTo(ELEMENTS);
    }

    @Test
    void skippedFramesStillCountForTheStateOfTheStream() throws Exception {
        Path file = write(folder.resolve("a.jelly"), delimited(frames));
        try (ElementReader<RdfGraph> reader = ElementFile.open(file, ElementLimits.DEFAULT)) {
            for (int i = 0; i < 25; i++) {
                assertThat(reader.skip()).isTrue();
            }
            assertThat(reader.next()).isEqualTo(ELEMENTS.get(25));
        }
    }

    @Test
    void archiveMayHoldJellyDocuments() {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("0.jelly", frames.get(0));
        entries.put("1.jelly", delimited(frames.subList(0, 1)));
        assertThat(readAll(write(folder.resolve("a.tar"), tar(entries))))
                .containsExactly(ELEMENTS.get(0), ELEMENTS.get(0));
    }

    @Test
    void documentOfMoreThanOneFrameIsAnError() {
        Path file = write(folder.resolve("a.tar"), tar(Map.of("0.jelly", delimited(frames))));
        assertThatThrownBy(() -> readAll(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessage(file + ": entry 0.jelly: more than one Jelly frame; an element is one frame");
    }

    @Test
    void truncatedFrameIsFoundBeforeAnythingIsEmitted() {
        byte[] whole = delimited(frames);
        Path file = write(folder.resolve("a.jelly"), Arrays.copyOf(whole, whole.length - 10));
        assertThatThrownBy(() -> ElementFile.verify(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessageStartingWith(file + ": frame 39: ")
                .hasMessageContaining("cut");
        byte[] zip = gzip(whole);
        Path compressed = write(folder.resolve("a.jelly.gz"), Arrays.copyOf(zip, zip.length - 1000));
        assertThatThrownBy(() -> ElementFile.verify(compressed))
                .isInstanceOf(InputFormatException.class)
                .hasMessageEndingWith("ends too early; the file is truncated");
    }

    @Test
    void whatIsNotJellyIsAnError() {
        Path text = write(folder.resolve("a.jelly"), utf8("This is not Jelly, this is a long text. ".repeat(10)));
        assertThatThrownBy(() -> ElementFile.verify(text))
                .isInstanceOf(InputFormatException.class)
                .hasMessageStartingWith(text + ": frame 0: ");
        Path empty = write(folder.resolve("b.jelly"), new byte[0]);
        assertThatThrownBy(() -> ElementFile.verify(empty)).hasMessage(empty + ": the file holds no element");
    }

    @Test
    void frameAboveALimitIsAnError() {
        Path file = write(folder.resolve("a.jelly"), delimited(frames));
        assertThatThrownBy(() -> readAll(file, new ElementLimits(115, 1 << 20)))
                .hasMessage(file + ": frame 0: an element has more than 115 statements (limits.element.statements)");
        assertThatThrownBy(() -> readAll(file, new ElementLimits(200, 1000)))
                .isInstanceOf(InputFormatException.class)
                .hasMessageContaining("1000");
    }

    @Test
    void damagedFilesAreReadOrRefusedAndNothingElse() {
        Random random = new Random(3);
        byte[] whole = delimited(frames.subList(0, 3));
        for (int i = 0; i < 800; i++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(i % 2 == 0 ? 400 : whole.length)] = (byte) random.nextInt(256);
            Path file = write(folder.resolve("a.jelly"), damaged);
            try {
                readAll(file);
            } catch (InputFormatException e) {
                assertThat(e.getMessage()).startsWith(file + ": ").doesNotContain("\n");
            }
        }
    }

    private static List<byte[]> encode(List<RdfGraph> elements) {
        ReusableRowBuffer rows = RowBuffer.newReusableForEncoder(256);
        EncoderAllocator allocator = EncoderAllocator.newArenaAllocator(256);
        var options = JellyOptions.BIG_STRICT.clone().setPhysicalType(PhysicalStreamType.QUADS);
        ProtoEncoder<Value> encoder =
                Rdf4jConverterFactory.getInstance().encoder(ProtoEncoder.Params.of(options, false, rows, allocator));
        RdfStreamFrame.Mutable frame = RdfStreamFrame.newInstance();
        frame.setRows(rows);
        List<byte[]> encoded = new ArrayList<>();
        for (RdfGraph element : elements) {
            for (Statement s : element.statements()) {
                encoder.handleQuad(s.getSubject(), s.getPredicate(), s.getObject(), s.getContext());
            }
            frame.resetCachedSize();
            encoded.add(frame.toByteArray());
            rows.clear();
            allocator.releaseAll();
        }
        return encoded;
    }

    private static byte[] delimited(List<byte[]> frames) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            int rest = frame.length;
            for (; rest >= 0x80; rest >>>= 7) {
                out.write((rest & 0x7F) | 0x80);
            }
            out.write(rest);
            out.writeBytes(frame);
        }
        return out.toByteArray();
    }
}
