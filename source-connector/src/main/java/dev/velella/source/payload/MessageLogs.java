package dev.velella.source.payload;

import dev.velella.document.MessageReader;
import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DeclaredCharset;
import dev.velella.document.format.DocumentFormat;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.Payload;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.format.ElementLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Logs of RDF Messages among payloads: which payload is one, and its messages. Media type or text announce a log. Immutable.
 *
 * @param limits of each message
 * @param contexts addresses of JSON-LD contexts that may be loaded
 * @param base base of logs; null for the address where a log was found, if there is one
 * @param allowed media types that are accepted; empty for all
 */
public record MessageLogs(
        ReadingLimits limits, Set<String> contexts, @Nullable BaseTemplate base, Set<String> allowed) {
    /** Media type of NDJSON-LD, as RDF4J has it; the draft of RDF Messages names none yet. */
    static final String ND_JSON_LD = "application/x-ld+ndjson";

    private static final Pattern VERSION =
            Pattern.compile(";\\s*version\\s*=\\s*\"?1\\.(1|2|2-basic)-messages\"?\\s*(;|$)", Pattern.CASE_INSENSITIVE);

    /**
     * The format of a log; null if the payload is none, or is refused before it is read.
     *
     * @param contentType media type with its parameters; null if nobody says it
     */
    public @Nullable DocumentFormat format(@Nullable String contentType, byte[] bytes) {
        if (contentType == null || bytes.length == 0 || DeclaredCharset.contradiction(contentType, bytes) != null) {
            return null;
        }
        String type = PayloadReader.type(contentType);
        if (!allowed.isEmpty() && !allowed.contains(type)) {
            return null;
        } else if (type.equals(ND_JSON_LD)) {
            return DocumentFormat.JSON_LD;
        }
        DocumentFormat format = DocumentFormat.ofMediaType(type)
                .filter(each -> each.hasMessages() && each != DocumentFormat.JSON_LD)
                .orElse(null);
        return format != null && (VERSION.matcher(contentType).find() || announces(bytes)) ? format : null;
    }

    private static boolean announces(byte[] bytes) {
        try {
            return MessageReader.announcesMessages(new ByteArrayInputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The messages of a log.
     *
     * @param topic topic or path, for the base that the options give
     * @param address base if the options give none; null if there is none
     */
    public Reader reader(DocumentFormat format, byte[] bytes, String topic, @Nullable String address) {
        return new Reader(format, bytes, base == null ? address : base.of(topic));
    }

    /** The one message of a payload of NDJSON-LD. */
    RdfGraph one(Payload payload) {
        Reader reader = reader(DocumentFormat.JSON_LD, payload.bytes(), payload.topic(), payload.base());
        RdfGraph message = reader.next();
        if (message == null || reader.next() != null) {
            throw new PayloadException(
                    RefusalReason.UNDECODABLE, "not " + ND_JSON_LD + " with one message: a payload is one graph");
        }
        return message;
    }

    /** Reads a log in memory, message by message. */
    public final class Reader {
        private final MessageReader messages;
        private final DocumentFormat format;

        private Reader(DocumentFormat format, byte[] bytes, @Nullable String base) {
            this.format = format;
            try {
                messages = new MessageReader(format, new ByteArrayInputStream(bytes), base, limits, contexts);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /**
         * The next message; null at the end.
         *
         * @throws PayloadException if it cannot be read, or is above a limit
         */
        public @Nullable RdfGraph next() {
            try {
                return messages.next();
            } catch (DocumentLimitException e) {
                throw new PayloadException(
                        RefusalReason.TOO_LARGE, e.getMessage() + ElementLimits.option(e.limit()), e);
            } catch (MalformedDocumentException e) {
                String type = format == DocumentFormat.JSON_LD ? ND_JSON_LD : format.mediaType();
                throw new PayloadException(RefusalReason.UNDECODABLE, "not " + type + ": " + e.getMessage(), e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
