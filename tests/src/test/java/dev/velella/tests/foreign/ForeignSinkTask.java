package dev.velella.tests.foreign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.jspecify.annotations.Nullable;

/** Reads the fields of every record, or its text, as any sink does, and writes them as JSON to a file where there is one. */
public final class ForeignSinkTask extends SinkTask {
    private final JsonConverter json = new JsonConverter();
    private @Nullable Path file;

    @Override
    public String version() {
        return "1";
    }

    @Override
    public void start(Map<String, String> config) {
        json.configure(Map.of("schemas.enable", "false", "converter.type", "value"));
        String name = config.get("file");
        file = name == null ? null : Path.of(name);
    }

    @Override
    public void put(Collection<SinkRecord> records) {
        StringBuilder lines = new StringBuilder();
        for (SinkRecord record : records) {
            if (isEmpty(record.value()) || record.headers().lastWithName("velella.place") != null) {
                throw new DataException("not as it should be: " + record);
            }
            byte[] text = json.fromConnectData(record.topic(), record.valueSchema(), record.value());
            lines.append(record.kafkaPartition())
                    .append('@')
                    .append(record.kafkaOffset())
                    .append(' ')
                    .append(new String(text, StandardCharsets.UTF_8))
                    .append('\n');
        }
        append(lines);
    }

    private static boolean isEmpty(Object value) {
        if (value instanceof Struct struct) {
            String rows = struct.schema().field("statements") == null ? "operations" : "statements";
            return struct.getArray(rows).isEmpty();
        }
        return ((String) value).isEmpty();
    }

    private void append(StringBuilder lines) {
        if (file == null || lines.isEmpty()) {
            return; // a put without records makes no file
        }
        try {
            Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {}
}
