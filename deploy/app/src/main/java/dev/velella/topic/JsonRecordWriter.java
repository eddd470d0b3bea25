package dev.velella.topic;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.velella.keyframe.FrameResult;
import dev.velella.keyframe.JellyHeader;
import java.io.IOException;
import java.io.Writer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes every record as one JSON object in one line; its fields are described in the documentation of the command. */
public final class JsonRecordWriter implements RecordWriter {
    private final JsonGenerator json;

    /** @param out stays the caller's to close */
    public JsonRecordWriter(Writer out) throws IOException {
        json = new JsonFactory().createGenerator(out);
        json.setPrettyPrinter(new MinimalPrettyPrinter(""));
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }

    /** Nothing: every object says where it is from. */
    @Override
    public void span(Span span) {}

    @Override
    public boolean write(Reading reading) throws IOException {
        String problem = reading.problem();
        FrameResult.@Nullable Decoded decoded = null;
        if (reading.outcome() instanceof Reading.Data data) {
            problem = DecodedText.problem(data.decoded());
            decoded = problem == null ? data.decoded() : null;
        }
        json.writeStartObject();
        place(reading);
        stream(reading);
        if (problem != null) {
            json.writeStringField("error", problem);
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
        byte[] key = reading.record().key();
        String text = key == null ? null : Shown.utf8(key);
        if (key != null && text == null) {
            json.writeStringField("keyHex", HexFormat.of().formatHex(key));
        } else {
            json.writeStringField("key", text);
        }
        json.writeNumberField("valueBytes", reading.valueBytes());
        json.writeNumberField("headerBytes", reading.headerBytes());
    }

    private void stream(Reading reading) throws IOException {
        JellyHeader header = reading.header();
        if (header != null) {
            json.writeStringField("stream", header.streamName());
            json.writeNumberField("seq", header.seq());
            json.writeNumberField("dist", header.dist());
        }
        String patch = reading.patchHeader();
        if (patch != null) {
            json.writeStringField("patch", patch);
        }
    }

    private void data(FrameResult.Decoded decoded) throws IOException {
        String continuity =
                decoded.continuity().kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        json.writeStringField("continuity", continuity);
        if (decoded instanceof FrameResult.Graph graph) {
            json.writeStringField("kind", "graph");
            json.writeObjectFieldStart("namespaces");
            for (Map.Entry<String, String> namespace :
                    graph.graph().namespaces().entrySet()) {
                json.writeStringField(namespace.getKey(), namespace.getValue());
            }
            json.writeEndObject();
        } else {
            json.writeStringField("kind", "patch");
        }
        json.writeArrayFieldStart("lines");
        DecodedText.write(decoded, line -> json.writeString(line.toString()));
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
