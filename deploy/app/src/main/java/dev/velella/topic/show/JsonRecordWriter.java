package dev.velella.topic.show;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.velella.convert.TextLines;
import dev.velella.dictionary.Dictionary;
import dev.velella.frame.FrameResult;
import dev.velella.keyframe.JellyHeader;
import dev.velella.kit.options.Spelling;
import dev.velella.log.Reading;
import dev.velella.log.Span;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StreamElement;
import dev.velella.record.VelellaHeader;
import dev.velella.topic.Finding;
import dev.velella.topic.Shown;
import dev.velella.topic.StreamTally;
import java.io.IOException;
import java.io.Writer;
import java.util.HexFormat;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Writes every record as one JSON object in one line. The documentation of the command describes its fields. */
public final class JsonRecordWriter implements RecordWriter {
    private final JsonGenerator json;
    private final int mostBytes;

    /**
     * @param out output; the caller closes it
     * @param mostBytes most bytes that are shown of a value that cannot be decoded
     */
    public JsonRecordWriter(Writer out, int mostBytes) throws IOException {
        this.mostBytes = mostBytes;
        json = new JsonFactory().createGenerator(out);
        json.setPrettyPrinter(new MinimalPrettyPrinter(""));
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }

    /** Writes nothing, because every object names its partition. */
    @Override
    public void span(Span span) {}

    @Override
    public boolean write(Reading reading) throws IOException {
        String problem = reading.problem();
        FrameResult.@Nullable Decoded decoded = null;
        if (reading.outcome() instanceof Reading.Data data) {
            problem = DecodedText.problem(data.decoded().element());
            decoded = problem == null ? data.decoded() : null;
        }
        json.writeStartObject();
        place(reading);
        stream(reading);
        headers(reading);
        if (problem != null) {
            json.writeStringField("error", problem);
            value(reading.record().value());
        }
        if (decoded == null) {
            json.writeStringField("kind", problem == null ? "tombstone" : "undecoded");
        } else {
            data(decoded);
        }
        json.writeEndObject();
        json.writeRaw('\n');
        return problem == null;
    }

    private void place(Reading reading) throws IOException {
        json.writeStringField("topic", reading.record().topic());
        json.writeNumberField("partition", reading.record().partition());
        json.writeNumberField("offset", reading.record().offset());
        json.writeNumberField("timestamp", reading.record().timestamp());
        bytes("key", reading.record().key());
        json.writeNumberField("valueBytes", reading.valueBytes());
        json.writeNumberField("headerBytes", reading.headerBytes());
    }

    private void stream(Reading reading) throws IOException {
        JellyHeader header = StreamTally.header(reading);
        if (header != null) {
            json.writeStringField("stream", header.streamName());
            json.writeNumberField("seq", header.seq());
            json.writeNumberField("dist", header.dist());
        }
        VelellaHeader second = reading.velella();
        if (second != null && second.dictionary() != null) {
            json.writeStringField(
                    "dictionary", Dictionary.text(second.dictionary().name()));
        }
        if (second != null && second.place() != null) {
            json.writeStringField("writer", second.place().name());
            json.writeNumberField("seq", second.place().sequence());
        }
        if (second != null && second.eventTime() != null) {
            json.writeNumberField("eventTime", second.eventTime());
        }
        String patch = reading.patchHeader();
        if (patch != null) {
            json.writeStringField("patch", patch);
        }
    }

    /** All headers, in their order. */
    private void headers(Reading reading) throws IOException {
        json.writeArrayFieldStart("headers");
        for (Header header : reading.record().headers()) {
            json.writeStartObject();
            json.writeStringField("name", header.key());
            bytes("value", header.value());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes the value of a record that cannot be decoded; of a long value, the first bytes. */
    private void value(byte @Nullable [] value) throws IOException {
        if (value != null && value.length > mostBytes) {
            json.writeStringField("valueHex", HexFormat.of().formatHex(value, 0, mostBytes));
        } else if (value != null) {
            bytes("value", value);
        }
    }

    /** Writes bytes as text if they are UTF-8, else in hexadecimal under another name. */
    private void bytes(String name, byte @Nullable [] bytes) throws IOException {
        String text = bytes == null ? null : Shown.utf8(bytes);
        if (bytes != null && text == null) {
            json.writeStringField(name + "Hex", HexFormat.of().formatHex(bytes));
        } else {
            json.writeStringField(name, text);
        }
    }

    private void data(FrameResult.Decoded decoded) throws IOException {
        json.writeStringField("continuity", Spelling.of(decoded.continuity().kind()));
        StreamElement element = decoded.element();
        json.writeStringField("kind", Spelling.of(element.kind()));
        if (element instanceof RdfGraph graph) {
            json.writeObjectFieldStart("namespaces");
            for (Map.Entry<String, String> namespace : graph.namespaces().entrySet()) {
                json.writeStringField(namespace.getKey(), namespace.getValue());
            }
            json.writeEndObject();
        }
        json.writeArrayFieldStart("lines");
        TextLines.of(element, line -> json.writeString(line.toString()));
        json.writeEndArray();
    }

    @Override
    public void note(Finding finding) throws IOException {
        json.writeStartObject();
        json.writeNumberField("partition", finding.partition());
        json.writeNumberField("offset", finding.offset());
        json.writeStringField("kind", "note");
        json.writeStringField("error", finding.message());
        json.writeEndObject();
        json.writeRaw('\n');
    }

    @Override
    public void flush() throws IOException {
        json.flush();
    }
}
