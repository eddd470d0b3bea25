package dev.velella.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.jelly.JellyInspector;
import dev.velella.jelly.RawRow;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes rows as they come. As text, each frame and each row is a line. As JSON, each object is a line. */
public final class RawReport implements JellyInspector.RawHandler {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Writer out;
    private final boolean json;
    private long frame;

    /** Creates a report that writes UTF-8 to a stream. */
    public RawReport(OutputStream out, boolean json) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        this.json = json;
    }

    @Override
    public void startFrame(long number, int bytes) {
        frame = number;
        if (json) {
            write(object(Map.of("bytes", bytes)));
        } else {
            write("frame " + number + ", " + bytes + " bytes");
        }
    }

    @Override
    public void row(RawRow row) {
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("row", row.index());
            fields.put("byte", row.offset());
            fields.put("length", row.length());
            fields.put("message", row.tree());
            write(object(fields));
        } else {
            write("  row " + row.index() + ", byte " + row.offset() + ": " + row.text());
        }
    }

    @Override
    public void endFrame(Map<String, byte[]> frameMetadata) {
        frameMetadata.forEach((key, value) -> {
            String base64 = Base64.getEncoder().encodeToString(value);
            if (json) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("metadata", key);
                fields.put("value", base64);
                write(object(fields));
            } else {
                write("  metadata " + string(key) + ": " + base64);
            }
        });
    }

    private String object(Map<String, Object> fields) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("frame", frame);
        all.putAll(fields);
        return string(all);
    }

    private static String string(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of text and numbers are JSON", e);
        }
    }

    private void write(String line) {
        try {
            out.append(line).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the report, after all rows were handed over. */
    public void end() throws IOException {
        out.flush();
    }
}
