package dev.velella.tests.compatibility;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;

/** A record of a topic as one line of JSON: headers are text, the value is base64 or null. */
record StoredRecord(String key, long timestamp, Headers headers, byte[] value) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static StoredRecord of(TestRecord<byte[], byte[]> record) {
        return new StoredRecord(
                new String(record.key(), StandardCharsets.UTF_8),
                record.getRecordTime().toEpochMilli(),
                record.headers(),
                record.value());
    }

    TestRecord<byte[], byte[]> toTestRecord() {
        return new TestRecord<>(
                key.getBytes(StandardCharsets.UTF_8),
                value,
                new RecordHeaders(headers),
                Instant.ofEpochMilli(timestamp));
    }

    /** A header as text. */
    String header(String name) {
        return new String(headers.lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    static List<StoredRecord> read(Path file) throws IOException {
        List<StoredRecord> records = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            JsonNode json = JSON.readTree(line);
            Headers headers = new RecordHeaders();
            json.get("headers")
                    .properties()
                    .forEach(header -> headers.add(
                            header.getKey(), header.getValue().textValue().getBytes(StandardCharsets.UTF_8)));
            records.add(new StoredRecord(
                    json.get("key").textValue(),
                    json.get("timestamp").longValue(),
                    headers,
                    json.get("value").binaryValue()));
        }
        return records;
    }

    static void write(Path file, List<StoredRecord> records) throws IOException {
        List<String> lines = new ArrayList<>();
        for (StoredRecord record : records) {
            ObjectNode json = JSON.createObjectNode();
            json.put("key", record.key()).put("timestamp", record.timestamp());
            ObjectNode headers = json.putObject("headers");
            record.headers()
                    .forEach(header -> headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
            json.put(
                    "value", record.value() == null ? null : Base64.getEncoder().encodeToString(record.value()));
            lines.add(json.toString());
        }
        Files.write(file, lines);
    }
}
