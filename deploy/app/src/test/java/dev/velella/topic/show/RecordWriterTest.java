package dev.velella.topic.show;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.keyframe.StatefulFrame;
import dev.velella.log.Reading;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.topic.Log;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.junit.jupiter.api.Test;

class RecordWriterTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private final Log log = new Log();
    private final StringWriter out = new StringWriter();

    private static Statement statement(String subject, String object) {
        return VALUES.createStatement(
                VALUES.createIRI(subject), VALUES.createIRI("http://example.org/p"), VALUES.createLiteral(object));
    }

    @Test
    void aGraphIsACommentAndNQuads() throws Exception {
        RdfGraph graph = new RdfGraph(
                List.of(statement("http://example.org/s", "a\nb # \"c\"\u0085"), Log.statement(2)),
                Map.of("ex", "http://example.org/"));
        StatefulFrame frame = Log.encoder(5).encode(graph);

        boolean written = new TextRecordWriter("t", out, 1000).write(log.at(42).read(frame, "a \"key\"\n", null));

        assertThat(written).isTrue();
        assertThat(out.toString().lines().findFirst()).hasValueSatisfying(heading -> assertThat(heading)
                .isEqualTo("# t-0@42 2023-11-14T22:13:20Z key=\"a \\\"key\\\"\uFFFD\" stream="
                        + frame.header().streamName() + " seq=0 dist=0 value=" + frame.value().length
                        + " headers=" + (5 + frame.header().toString().length()) + " graph first"));
        assertThat(Rio.parse(new StringReader(out.toString()), RDFFormat.NQUADS))
                .hasSameElementsAs(graph.statements());
    }

    @Test
    void patchesAreReadBackOneByOne() throws Exception {
        RdfPatch first = RdfPatch.change(List.of(), List.of(Log.statement(1)));
        RdfPatch second = RdfPatch.change(List.of(Log.statement(1)), List.of(Log.statement(2)));
        TextRecordWriter writer = new TextRecordWriter("t", out, 1000);
        writer.write(log.read(Log.selfContained(first), Optional.empty(), "k", "1.h0123456789abcdef"));
        writer.write(log.read(Log.selfContained(second), Optional.empty(), null, null));

        assertThat(out.toString()).contains(" patch=1.h0123456789abcdef ").contains(" key=null ");
        List<RdfPatch> read = new ArrayList<>();
        List<dev.velella.rdf.PatchOperation> rows = new ArrayList<>();
        try (RdfPatchTextReader reader = new RdfPatchTextReader(
                new ByteArrayInputStream(out.toString().getBytes(StandardCharsets.UTF_8)), VALUES)) {
            dev.velella.rdf.PatchHandler handler = new dev.velella.rdf.PatchHandler() {
                @Override
                public void operation(dev.velella.rdf.PatchOperation operation) {
                    rows.add(operation);
                }

                @Override
                public void endOfPatch() {
                    read.add(new RdfPatch(rows));
                    rows.clear();
                }
            };
            while (reader.read(handler)) {
                // one patch after the other
            }
        }
        assertThat(read).containsExactly(first, second);
    }

    @Test
    void anIriThatWouldPassForLinesOfItsOwnIsNotWritten() throws Exception {
        RdfGraph hostile = RdfGraph.of(List.of(
                Log.statement(1),
                VALUES.createStatement(
                        new AnyIri("urn:a> <urn:b> <urn:c> .\n<urn:d"),
                        VALUES.createIRI("urn:p"),
                        VALUES.createLiteral("x"))));
        Reading reading = log.read(Log.encoder(5).encode(hostile));

        assertThat(new TextRecordWriter("t", out, 1000).write(reading)).isFalse();
        assertThat(out.toString().lines()).hasSizeGreaterThan(2).allMatch(line -> line.startsWith("# "));
        assertThat(out.toString()).contains("cannot be decoded: the data cannot be written as text: not an IRI");

        StringWriter json = new StringWriter();
        JsonRecordWriter writer = new JsonRecordWriter(json, 1000);
        assertThat(writer.write(reading)).isFalse();
        writer.flush();
        JsonNode object = new ObjectMapper().readTree(json.toString());
        assertThat(object.get("kind").asText()).isEqualTo("undecoded");
        assertThat(object.has("lines")).isFalse();
    }

    @Test
    void headersAndReasonsStayInTheirComment() throws Exception {
        Reading reading =
                log.read(new byte[] {1}, Optional.of("g1\n<urn:a> <urn:b> <urn:c> ."), "k\u2028", "1\n<urn:x>");

        assertThat(new TextRecordWriter("t", out, 1000).write(reading)).isFalse();

        assertThat(out.toString().split("\\R")).hasSize(4).allMatch(line -> line.startsWith("# "));
    }

    @Test
    void aDeadLetterIsReadableWithItsHeadersAndItsBytes() throws Exception {
        RecordHeaders headers = new RecordHeaders();
        headers.add("error.reason", "malformed".getBytes(StandardCharsets.UTF_8));
        headers.add("error.message", "line 2:\n<urn:x> \"?\"".getBytes(StandardCharsets.UTF_8));
        headers.add("flag", new byte[] {(byte) 0xfe, 1});
        headers.add("none", null);
        byte[] json = "{\"t\": 1,\n<urn:a> <urn:b> <urn:c> .\r\u2028}".getBytes(StandardCharsets.UTF_8);
        Reading letter = log.read(json, headers);

        assertThat(new TextRecordWriter("t", out, 1000).write(letter)).isFalse();
        List<String> lines = out.toString().lines().toList();
        assertThat(lines.get(1)).startsWith("# cannot be decoded: ");
        assertThat(lines.subList(2, lines.size()))
                .containsExactly(
                        "# header error.reason=\"malformed\"",
                        "# header error.message=\"line 2:\\n<urn:x> \\\"?\\\"\"",
                        "# header flag=0xfe01",
                        "# header none=null",
                        "# value {\"t\": 1,",
                        "# value <urn:a> <urn:b> <urn:c> .",
                        "# value \uFFFD}");

        StringWriter written = new StringWriter();
        JsonRecordWriter writer = new JsonRecordWriter(written, 1000);
        writer.write(letter);
        writer.flush();
        JsonNode object = new ObjectMapper().readTree(written.toString());
        assertThat(object.get("value").asText()).isEqualTo(new String(json, StandardCharsets.UTF_8));
        assertThat(object.get("headers")).hasSize(4);
        assertThat(object.get("headers").get(1).get("name").asText()).isEqualTo("error.message");
        assertThat(object.get("headers").get(2).get("valueHex").asText()).isEqualTo("fe01");
        assertThat(object.get("headers").get(3).get("value").isNull()).isTrue();
    }

    @Test
    void bytesThatAreNoTextAreInHexadecimalAndCutWhereTheyAreMany() throws Exception {
        byte[] bytes = new byte[40];
        bytes[0] = (byte) 0xff;
        bytes[17] = 'A';
        new TextRecordWriter("t", out, 20).write(log.read(bytes, new RecordHeaders()));

        assertThat(out.toString())
                .contains("# value 00000000  ff 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................\n")
                .contains("# value 00000010  00 41 00 00" + " ".repeat(36) + "  .A..\n")
                .endsWith("# value ... and 20 more bytes\n");
    }

    @Test
    void headersOfADecodedRecordStandBeforeItsData() throws Exception {
        RecordHeaders headers = new RecordHeaders();
        headers.add("velella.error.reason", "chain".getBytes(StandardCharsets.UTF_8));
        headers.add("patch", "7.h0123456789abcdef".getBytes(StandardCharsets.UTF_8));
        RdfPatch patch = RdfPatch.change(List.of(), List.of(Log.statement(1)));
        assertThat(new TextRecordWriter("t", out, 1000).write(log.read(Log.selfContained(patch), headers)))
                .isTrue();
        List<String> lines = out.toString().lines().toList();
        assertThat(lines.get(0)).contains(" patch=7.h0123456789abcdef ");
        assertThat(lines.get(1)).isEqualTo("# header velella.error.reason=\"chain\"");
        assertThat(lines.get(2)).doesNotStartWith("#");
    }

    @Test
    void jsonIsOneObjectALine() throws Exception {
        StatefulFrame frame = Log.encoder(5).encode(Log.graph(1));
        JsonRecordWriter writer = new JsonRecordWriter(out, 1000);
        writer.write(log.read(frame, "k", null));
        writer.write(log.read(null, Optional.empty(), "k", null));
        writer.flush();

        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(2);
        JsonNode first = new ObjectMapper().readTree(lines.get(0));
        assertThat(first.get("kind").asText()).isEqualTo("graph");
        assertThat(first.get("offset").asLong()).isZero();
        assertThat(first.get("key").asText()).isEqualTo("k");
        assertThat(first.get("stream").asText()).isEqualTo(frame.header().streamName());
        assertThat(first.get("seq").asLong()).isZero();
        assertThat(first.get("continuity").asText()).isEqualTo("first");
        assertThat(first.get("lines")).hasSize(2);
        assertThat(new ObjectMapper().readTree(lines.get(1)).get("kind").asText())
                .isEqualTo("tombstone");
    }

    /** An IRI that nobody checked, as a decoder makes it from bytes. */
    private record AnyIri(String text) implements org.eclipse.rdf4j.model.IRI {
        private static final long serialVersionUID = 1;

        @Override
        public String getNamespace() {
            return "";
        }

        @Override
        public String getLocalName() {
            return text;
        }

        @Override
        public String stringValue() {
            return text;
        }
    }
}
