package dev.velella.converter;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.frame.PartitionStamp;
import dev.velella.keyframe.JellyHeader;
import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** Records as a source hands them over and as they are sent. */
final class Records {
    static final String TOPIC = "graphs";

    private Records() {}

    static JellyConverter converter(String... options) {
        Map<String, String> config = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            config.put(options[i], options[i + 1]);
        }
        JellyConverter converter = new JellyConverter();
        converter.configure(config, false);
        return converter;
    }

    /** A graph that differs from the others by its number only. */
    static RdfGraph numbered(int number) {
        SimpleValueFactory values = SimpleValueFactory.getInstance();
        return RdfGraph.of(List.of(
                values.createStatement(Rdf.iri("s"), Rdf.iri("p"), values.createLiteral(number)),
                values.createStatement(Rdf.iri("s"), Rdf.iri("p" + number % 3), Rdf.iri("o"))));
    }

    static Headers headers(String... namesAndValues) {
        Headers headers = new RecordHeaders();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(namesAndValues[i], namesAndValues[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        return headers;
    }

    static Headers stamped(int partition, long ordinal) {
        return headers(PartitionStamp.HEADER, new PartitionStamp(partition, ordinal, 0).format());
    }

    /** A record that was sent. */
    @SuppressWarnings("ArrayRecordComponent")
    record Sent(Headers headers, byte[] value) {
        JellyHeader place() {
            Header header = headers.lastHeader("jelly");
            if (header == null) {
                throw new AssertionError("self-contained");
            }
            return JellyHeader.parse(header.value());
        }

        boolean isStateful() {
            return headers.lastHeader("jelly") != null;
        }

        /** As it comes to a consumer: headers of its own. */
        SchemaAndValue readBy(JellyConverter reader) {
            return reader.toConnectData(TOPIC, new RecordHeaders(headers.toArray()), value);
        }
    }

    static Sent send(JellyConverter writer, Headers headers, Object value) {
        byte[] sent = writer.fromConnectData(TOPIC, headers, null, value);
        return new Sent(headers, sent);
    }

    static Sent send(JellyConverter writer, int partition, long ordinal, int number) {
        return send(writer, stamped(partition, ordinal), RdfStructs.of(numbered(number)));
    }

    static @Nullable String text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
