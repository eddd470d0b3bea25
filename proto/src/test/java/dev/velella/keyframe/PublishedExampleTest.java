package dev.velella.keyframe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.frame.EncoderSettings;
import dev.velella.frame.FrameResult;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

/** The worked example of docs/codec.md: what it prints is what is written and read. */
class PublishedExampleTest {
    private static final Pattern RECORD = Pattern.compile("^(g1\\S+)\\R((?:  [0-9a-f ]+\\R)+)", Pattern.MULTILINE);
    private static final EncoderSettings SETTINGS = new EncoderSettings(
            new JellyOptions(PhysicalType.QUADS, TableSizes.SMALL, false, 2),
            JellyPatchOptions.frame(TableSizes.SMALL, false),
            StatementOrder.GIVEN,
            Limits.DEFAULT);

    private record Printed(JellyHeader header, String hex) {}

    private static List<Printed> printed() throws IOException {
        Matcher records = RECORD.matcher(Files.readString(Path.of("..", "docs", "codec.md")));
        List<Printed> printed = new ArrayList<>();
        while (records.find()) {
            printed.add(new Printed(
                    JellyHeader.parse(records.group(1).getBytes(StandardCharsets.US_ASCII)),
                    records.group(2).replaceAll("\\s", "")));
        }
        return printed;
    }

    private static RdfGraph reading(String celsius) {
        ValueFactory values = SimpleValueFactory.getInstance();
        Statement statement = values.createStatement(
                values.createIRI("http://ex.org/station/1"),
                values.createIRI("http://ex.org/v#celsius"),
                values.createLiteral(celsius));
        return RdfGraph.of(List.of(statement));
    }

    private static List<RdfGraph> graphs() {
        return List.of(reading("17"), reading("18"), reading("18"));
    }

    @Test
    void whatIsPrintedIsRead() throws IOException {
        DecoderStreams streams = new DecoderStreams(Limits.DEFAULT, StreamLimits.DEFAULT);
        List<RdfGraph> read = new ArrayList<>();
        for (Printed record : printed()) {
            FrameResult result =
                    streams.decode("t", record.header(), HexFormat.of().parseHex(record.hex()));
            read.add((RdfGraph) ((FrameResult.Decoded) result).element());
        }
        assertThat(read).isEqualTo(graphs());
    }

    @Test
    void whatIsWrittenIsPrintedButForTheIdentityOfTheStream() throws IOException {
        PartitionEncoder encoder = new PartitionEncoder(SETTINGS, new KeyFrameInterval(2, 600_000));
        List<Printed> written = new ArrayList<>();
        List<Printed> printed = printed();
        for (RdfGraph graph : graphs()) {
            StatefulFrame frame = encoder.encode(graph);
            JellyHeader h = frame.header();
            long stream = printed.isEmpty() ? h.stream() : printed.get(0).header().stream();
            written.add(new Printed(
                    new JellyHeader(h.kind(), stream, h.link(), h.seq(), h.dist()),
                    HexFormat.of().formatHex(frame.value())));
        }
        assertThat(written).isEqualTo(printed);
    }
}
