package dev.velella.source.options;

import dev.velella.converter.JellyConverterConfig;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.frame.EncodedFrame;
import dev.velella.frame.EncoderSettings;
import dev.velella.frame.SelfContainedEncoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.letter.LetterRoom;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.rdf.TermCasts;
import dev.velella.rdf.TermMeasure;
import dev.velella.source.payload.RefusalHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.jspecify.annotations.Nullable;

/**
 * Checks before a record is sent whether it can be written, and whether it is small enough. A record that the converter
 * or the producer refuses would end the task. The size is the size of a self-contained record, uncompressed, as the
 * producer counts it. Immutable.
 *
 * <p>If the connector names JellyConverter as its converter, as the samples do, the options of the converter are known.
 * Otherwise the check assumes that quoted triples are allowed, and the default limits.
 */
public final class RecordSize {
    /** Characters that are kept of the text of a header, if a dead letter would be too large because of its headers. */
    private static final int HEADER_CHARACTERS = 200;

    private static final String PRODUCER = "producer.override.";
    private static final String MAX_REQUEST_SIZE = PRODUCER + LetterRoom.MAX_REQUEST_SIZE;
    private static final String BUFFER_MEMORY = PRODUCER + LetterRoom.BUFFER_MEMORY;
    private static final String VALUE_CONVERTER = "value.converter";

    /** The settings to assume if the converter is not known. */
    private static final EncoderSettings UNKNOWN =
            EncoderSettings.ofTopic(TableSizes.BIG, true, StatementOrder.GIVEN, Limits.DEFAULT);

    /** Upper bound, in bytes, of Kafka's own data in a record and of the headers that the converter writes. */
    private static final int OVERHEAD = 512;

    /** Upper bound, in bytes, of a row without the text of its term. */
    private static final int ROW_BYTES = 64;

    /**
     * Bytes of the number of a table entry. An entry has its number if the table was full before. The same entry of a
     * self-contained record may lack it.
     */
    private static final int NUMBER_BYTES = 4;

    /**
     * Most entries that a statement with its terms can add to the tables. Quoted triples may add more, but there are
     * few of them.
     */
    private static final int ENTRIES = 8;

    /** Characters of the longest IRI of a datatype that RDF4J knows. */
    private static final int LONGEST_CORE_DATATYPE = Stream.<CoreDatatype[]>of(
                    CoreDatatype.XSD.values(), CoreDatatype.RDF.values(), CoreDatatype.GEO.values())
            .flatMap(Arrays::stream)
            .mapToInt(datatype -> datatype.getIri().stringValue().length())
            .max()
            .orElseThrow();

    /** Stands for a size that is not certain: larger than any limit, and small enough to be added up. */
    private static final long UNCERTAIN = 1L << 40;

    private static final TermMeasure MOST_BYTES = (term, isContext) -> mostBytes(term);

    private final long limit;
    private final EncoderSettings settings;

    /** Whether the settings accept every graph without quoted triples and surrogates that is within the limits. */
    private final boolean takesPlainGraphs;

    /**
     * @param options all options of the connector
     */
    RecordSize(Map<String, String> options) {
        limit = LetterRoom.of(options, MAX_REQUEST_SIZE).maxBytes();
        settings = settings(options);
        takesPlainGraphs = settings.graphs().physicalType() == PhysicalType.QUADS
                && settings.graphs().sizes().datatypes() > 0;
    }

    /**
     * The settings of the converter, if the options of the connector tell them. In these cases the result is
     * {@link #UNKNOWN}:
     *
     * <ul>
     *   <li>The options do not name JellyConverter as the converter.
     *   <li>An option of the converter is wrong. The converter itself reports that error.
     *   <li>The worker drops records that the converter cannot write ({@code errors.tolerance=all}), and the options do
     *       not set {@code on.error}. With the real settings, the check would refuse such a record, and the task would
     *       fail instead of going on without the record.
     * </ul>
     */
    private static EncoderSettings settings(Map<String, String> options) {
        boolean dropped =
                "all".equals(options.get("errors.tolerance")) && !options.containsKey(ErrorOptions.ON_ERROR.name());
        if (dropped || !StampOptions.isJelly(options)) {
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

    /**
     * Checks a record before it is sent.
     *
     * @param value graph or patch
     * @throws PayloadException if the converter or the producer would refuse the record
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
                            + " topic or message.max.bytes of the brokers as well; above 32 MiB also " + BUFFER_MEMORY);
        }
    }

    /**
     * An upper bound of the encoded size of a value, in bytes, which costs far less than encoding it. The sum ends as
     * soon as it is above {@code room}. The result is also above {@code room} if it is not certain that the value can
     * be encoded.
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
        if (graph.statements() instanceof FilledStatements filled) {
            return bytes + filled.sum(MOST_BYTES);
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
        } else if (term.isLiteral()) {
            Literal literal = TermCasts.literal(term);
            String language = literal.getLanguage().orElse(null);
            return mostBytes(literal.getLabel())
                    + (language == null ? mostBytesOfDatatype(literal) : mostBytesOfLanguage(language));
        }
        return term.isTriple() ? UNCERTAIN : mostBytes(term.stringValue());
    }

    private static long mostBytesOfLanguage(String language) {
        return language.isEmpty() ? UNCERTAIN : mostBytes(language);
    }

    private static long mostBytesOfDatatype(Literal literal) {
        CoreDatatype core = literal.getCoreDatatype();
        if (core == CoreDatatype.RDF.LANGSTRING) {
            return UNCERTAIN;
        }
        return core == CoreDatatype.NONE
                ? mostBytes(literal.getDatatype().stringValue())
                : ROW_BYTES + 3L * LONGEST_CORE_DATATYPE;
    }

    /**
     * An upper bound of the bytes of a text. A char has at most three bytes. A text with surrogates is uncertain,
     * because half a surrogate pair cannot be encoded.
     */
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
     * The payload of a dead letter, cut to the size that the producer can send. If it is cut, a header with the
     * original size is added. If the headers alone are too large, each header is first cut to
     * {@link #HEADER_CHARACTERS}.
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

    /**
     * The key of a dead letter. It is cut if the producer's limit is very small, and then nobody can find the letter by
     * its key.
     */
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
