package dev.velella.source;

import dev.velella.converter.RdfStructs;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.JellyOptions;
import dev.velella.jelly.JellyPatchEncoder;
import dev.velella.jelly.JellyPatchOptions;
import dev.velella.jelly.Limits;
import dev.velella.jelly.MalformedJellyException;
import dev.velella.jelly.PhysicalType;
import dev.velella.jelly.TableSizes;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.payload.PayloadException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * How large a record may be: what the producer refuses ends the task, so it is found out before. The size is that of a
 * self-contained record, uncompressed, as the producer counts it. Immutable.
 */
final class RecordSize {
    /** Header of a dead letter whose payload was cut: how many bytes it had. */
    static final String PAYLOAD_BYTES_HEADER = "error.payload.bytes";

    private static final String MAX_REQUEST_SIZE = "producer.override.max.request.size";

    /** Kafka's default. */
    private static final int DEFAULT_LIMIT = 1 << 20;

    /** More than what Kafka adds to a record, and what the converter writes into headers. */
    private static final int OVERHEAD = 512;

    /** More than a row has beside the text of a term. */
    private static final int ROW_BYTES = 64;

    private final long limit;

    /**
     * @param options all options of the connector
     */
    RecordSize(Map<String, String> options) {
        limit = limit(options.get(MAX_REQUEST_SIZE));
    }

    /** What is no number is Kafka's to refuse. */
    private static long limit(@Nullable String value) {
        try {
            return value == null ? DEFAULT_LIMIT : Long.parseLong(value.strip());
        } catch (NumberFormatException e) {
            return DEFAULT_LIMIT;
        }
    }

    /**
     * Checks a record that is to be sent.
     *
     * @param value graph or patch
     * @throws PayloadException if the producer would refuse it
     */
    void check(String key, Struct value, ConnectHeaders headers) {
        long room = limit - OVERHEAD - bytes(key) - bytes(headers);
        if (mostBytes(value, room) <= room) {
            return;
        }
        long size = bytes(value);
        if (size > room) {
            throw new PayloadException(
                    Reason.TOO_LARGE,
                    "as a record it would have some " + (size + limit - room) + " bytes, more than the producer sends: "
                            + limit + " (" + MAX_REQUEST_SIZE
                            + "). To send it, raise that, and max.message.bytes of the"
                            + " topic or message.max.bytes of the brokers as well");
        }
    }

    /** No less than the encoded value has, unless that is more than there is room for; costs far less than to encode it. */
    private static long mostBytes(Struct value, long room) {
        long bytes = 0;
        if (!RdfStructs.isGraph(value)) {
            for (PatchOperation operation : RdfStructs.toPatch(value).operations()) {
                bytes += mostBytes(operation);
            }
            return bytes;
        }
        RdfGraph graph = RdfStructs.toGraph(value);
        for (Map.Entry<String, String> namespace : graph.namespaces().entrySet()) {
            bytes += mostBytes(namespace.getKey() + namespace.getValue());
        }
        for (Statement statement : graph.statements()) {
            bytes += mostBytes(statement);
            if (bytes > room) {
                break;
            }
        }
        return bytes;
    }

    private static long mostBytes(PatchOperation operation) {
        if (operation instanceof PatchOperation.Add add) {
            return mostBytes(add.statement());
        } else if (operation instanceof PatchOperation.Delete delete) {
            return mostBytes(delete.statement());
        }
        return mostBytes(operation.toString());
    }

    private static long mostBytes(Statement statement) {
        return mostBytes(statement.getSubject())
                + mostBytes(statement.getPredicate())
                + mostBytes(statement.getObject())
                + mostBytes(statement.getContext());
    }

    private static long mostBytes(@Nullable Value term) {
        if (term == null) {
            return 0;
        } else if (term instanceof Literal literal) {
            return mostBytes(literal.getLabel())
                    + literal.getLanguage()
                            .map(RecordSize::mostBytes)
                            .orElseGet(() -> mostBytes(literal.getDatatype().stringValue()));
        }
        return mostBytes(term instanceof Triple ? term.toString() : term.stringValue());
    }

    /** A char has three bytes at most. */
    private static long mostBytes(String text) {
        return ROW_BYTES + 3L * text.length();
    }

    private static long bytes(Struct value) {
        try {
            return RdfStructs.isGraph(value)
                    ? new JellyGraphEncoder(
                                    new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2), Limits.DEFAULT)
                            .encode(RdfStructs.toGraph(value))
                            .length
                    : new JellyPatchEncoder(JellyPatchOptions.TOPIC, Limits.DEFAULT)
                            .encode(RdfStructs.toPatch(value))
                            .length;
        } catch (MalformedJellyException e) {
            throw new PayloadException(Reason.TOO_LARGE, "it cannot be written as a record: " + e.getMessage(), e);
        }
    }

    /**
     * The payload of a dead letter, cut where it would be too large; then a header says how large it was.
     */
    byte[] fitting(String key, byte[] payload, ConnectHeaders headers) {
        long room = limit - OVERHEAD - bytes(key) - bytes(headers);
        if (payload.length <= room) {
            return payload;
        }
        headers.addString(PAYLOAD_BYTES_HEADER, Integer.toString(payload.length));
        return Arrays.copyOf(payload, (int) Math.max(0, room));
    }

    private static long bytes(ConnectHeaders headers) {
        long bytes = 0;
        for (Header header : headers) {
            bytes += 10 + bytes(header.key()) + bytes(String.valueOf(header.value()));
        }
        return bytes;
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
