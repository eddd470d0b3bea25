package dev.velella.source.options;

import dev.velella.converter.JellyConverter;
import dev.velella.converter.JellyConverterConfig;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.keyframe.EncodedFrame;
import dev.velella.keyframe.EncoderSettings;
import dev.velella.keyframe.KeyFrameInterval;
import dev.velella.keyframe.SelfContainedEncoder;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.source.payload.PayloadException;
import dev.velella.source.payload.RefusalHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.jspecify.annotations.Nullable;

/**
 * Whether a record can be written, and how large it may be: what the converter or the producer refuses ends the task, so it
 * is found out before. The size is that of a self-contained record, uncompressed, as the producer counts it. Immutable.
 *
 * <p>The options of the converter are known where the connector names it, as the samples do. Else quoted triples are taken
 * for allowed, and the limits for those of default.
 */
public final class RecordSize {
    /** What is left of the text of a header that would not let a dead letter be sent. */
    private static final int HEADER_CHARACTERS = 200;

    private static final String MAX_REQUEST_SIZE = "producer.override.max.request.size";
    private static final String VALUE_CONVERTER = "value.converter";

    /** What is written where the converter is not known. */
    private static final EncoderSettings UNKNOWN = EncoderSettings.ofTopic(
            TableSizes.BIG, true, StatementOrder.GIVEN, Limits.DEFAULT, KeyFrameInterval.DEFAULT);

    /** Kafka's default. */
    private static final int DEFAULT_LIMIT = 1 << 20;

    /** More than what Kafka adds to a record, and what the converter writes into headers. */
    private static final int OVERHEAD = 512;

    /** More than a row has beside the text of a term. */
    private static final int ROW_BYTES = 64;

    /** An entry of a table that was full before has its number, which one of a self-contained record need not have. */
    private static final int NUMBER_BYTES = 4;

    /** Most entries that a statement and the terms in it can add to the tables; those of quoted triples are few. */
    private static final int ENTRIES = 8;

    /** More than any room, and small enough to be added up. */
    private static final long UNCERTAIN = 1L << 40;

    private final long limit;
    private final EncoderSettings settings;

    /** Whether every graph can be written that has neither quoted triples nor surrogates, and is below the limits. */
    private final boolean takesPlainGraphs;

    /**
     * @param options all options of the connector
     */
    RecordSize(Map<String, String> options) {
        limit = limit(options.get(MAX_REQUEST_SIZE));
        settings = settings(options);
        takesPlainGraphs = settings.graphs().physicalType() == PhysicalType.QUADS
                && settings.graphs().sizes().datatypes() > 0;
    }

    /**
     * What is wrong with the converter's options is the converter's to say; what it cannot write is the worker's to leave out
     * where the worker is told to.
     */
    private static EncoderSettings settings(Map<String, String> options) {
        String converter = options.get(VALUE_CONVERTER);
        boolean dropped =
                "all".equals(options.get("errors.tolerance")) && !options.containsKey(ErrorOptions.ON_ERROR.name());
        if (dropped || converter == null || !converter.strip().endsWith(JellyConverter.class.getSimpleName())) {
            return UNKNOWN;
        }
        Map<String, String> own = new HashMap<>();
        String prefix = VALUE_CONVERTER + ".";
        options.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                own.put(name.substring(prefix.length()), value);
            }
        });
        try {
            return new JellyConverterConfig(own).encoderSettings();
        } catch (ConfigException e) {
            return UNKNOWN;
        }
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
     * @throws PayloadException if the converter or the producer would refuse it
     */
    public void check(String key, Struct value, ConnectHeaders headers) {
        long room = limit - OVERHEAD - bytes(key) - bytes(headers);
        Limits limits = settings.limits();
        long sure = Math.min(
                Math.min(room, limits.maxFrameBytes()),
                Math.min(limits.maxStringBytes(), ROW_BYTES / 4L * limits.maxRows()));
        if (takesPlainGraphs && mostBytes(value, sure) <= sure) {
            return;
        }
        long size = bytes(value);
        if (size > room) {
            throw new PayloadException(
                    RefusalReason.TOO_LARGE,
                    "as a record it would have some " + (size + limit - room) + " bytes, more than the producer sends: "
                            + limit + " (" + MAX_REQUEST_SIZE
                            + "). To send it, raise that, and max.message.bytes of the"
                            + " topic or message.max.bytes of the brokers as well");
        }
    }

    /**
     * No less than the encoded value has, unless that is more than there is room for; costs far less than to encode it. More
     * than the room where it is not certain that it can be encoded.
     */
    private static long mostBytes(Struct value, long room) {
        long bytes = 0;
        StreamElement element = RdfStructs.toElement(value);
        if (element instanceof RdfPatch patch) {
            for (PatchOperation operation : patch.operations()) {
                bytes += mostBytes(operation);
                if (bytes > room) {
                    break;
                }
            }
            return bytes;
        }
        RdfGraph graph = (RdfGraph) element;
        for (Map.Entry<String, String> namespace : graph.namespaces().entrySet()) {
            bytes += mostBytes(namespace.getKey()) + mostBytes(namespace.getValue());
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
                            .map(RecordSize::mostBytesOfLanguage)
                            .orElseGet(() -> mostBytesOfDatatype(literal));
        }
        return term instanceof Triple ? UNCERTAIN : mostBytes(term.stringValue());
    }

    private static long mostBytesOfLanguage(String language) {
        return language.isEmpty() ? UNCERTAIN : mostBytes(language);
    }

    private static long mostBytesOfDatatype(Literal literal) {
        return literal.getCoreDatatype() == CoreDatatype.RDF.LANGSTRING
                ? UNCERTAIN
                : mostBytes(literal.getDatatype().stringValue());
    }

    /** A char has three bytes at most; half a surrogate pair has none. */
    private static long mostBytes(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return UNCERTAIN;
            }
        }
        return ROW_BYTES + 3L * text.length();
    }

    private long bytes(Struct value) {
        try {
            StreamElement element = RdfStructs.toElement(value);
            EncodedFrame frame = new SelfContainedEncoder(settings).encode(element);
            if (frame.kind() == ElementKind.PATCH) {
                return frame.value().length;
            }
            long entries = Math.min(
                    (long) ENTRIES * element.rowCount(),
                    settings.graphs().sizes().names()
                            + settings.graphs().sizes().prefixes()
                            + settings.graphs().sizes().datatypes());
            return frame.value().length + NUMBER_BYTES * entries;
        } catch (MalformedJellyException e) {
            throw new PayloadException(
                    RefusalReason.UNWRITABLE,
                    "it cannot be written as a record: " + e.reason()
                            + (e.reason().contains("RDF-star") ? " (value.converter.jelly.rdf.star)" : ""),
                    e);
        }
    }

    /**
     * The payload of a dead letter, cut where it would be too large; then a header says how large it was. Headers are cut
     * before, each to {@link #HEADER_CHARACTERS}, where they alone leave no room.
     */
    public byte[] fitting(String key, byte[] payload, ConnectHeaders headers) {
        if (bytes(headers) > limit / 4) {
            headers.apply(
                    header -> header.with(header.schema(), cut(String.valueOf(header.value()), HEADER_CHARACTERS)));
        }
        long room = limit - OVERHEAD - bytes(key) - bytes(headers);
        if (payload.length <= room) {
            return payload;
        }
        RefusalHeaders.addCut(headers, payload.length);
        return Arrays.copyOf(payload, (int) Math.max(0, room));
    }

    /** The key of a dead letter: nothing is found by it where the producer takes next to nothing. */
    public String fittingKey(String key) {
        return bytes(key) <= limit / 4 ? key : cut(key, HEADER_CHARACTERS);
    }

    private static String cut(String text, int characters) {
        return text.length() <= characters ? text : text.substring(0, characters) + "…";
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
