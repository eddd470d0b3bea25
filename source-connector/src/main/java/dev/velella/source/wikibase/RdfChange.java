package dev.velella.source.wikibase;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.JsonText;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.ErrorText;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One chunk of a change: an event of the schema {@code mediawiki/wikibase/entity/rdf_change/2.0.0}. Immutable.
 *
 * @param entity id of the entity
 * @param revision its revision
 * @param time time of the change in ms since 1970
 * @param operation what has happened
 * @param sequence number of the chunk, from 0
 * @param chunks number of chunks of the change
 * @param request what has caused the change; all its chunks have the same; empty if the event does not tell
 * @param origin where the event comes from
 * @param data RDF documents of the chunk
 */
record RdfChange(
        String entity,
        long revision,
        long time,
        Operation operation,
        long sequence,
        long chunks,
        String request,
        Origin origin,
        Map<Part, Document> data) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SCHEMA = "/mediawiki/wikibase/entity/rdf_change/2.";

    /** What has happened to an entity. */
    enum Operation {
        /** The entity was created or restored: the data are all its statements. */
        IMPORT,
        /** The entity was edited: the data are the difference. */
        DIFF,
        /** The entity was deleted. */
        DELETE,
        /** What was told before cannot be trusted: the data are all statements of the entity. */
        RECONCILE
    }

    /** The fields with RDF data. */
    enum Part {
        ADDED("rdf_added_data"),
        DELETED("rdf_deleted_data"),
        LINKED_SHARED("rdf_linked_shared_data"),
        UNLINKED_SHARED("rdf_unlinked_shared_data");

        private final String field;

        Part(String field) {
            this.field = field;
        }
    }

    /** A document. */
    record Document(String mediaType, String text) {}

    /** Domain of the entity, and topic of the event; empty if the event does not tell. */
    record Origin(String domain, String topic) {}

    /**
     * Reads the data of an event.
     *
     * @throws PayloadException if they are not of the schema
     */
    static RdfChange read(byte[] event) {
        JsonNode json;
        try {
            json = JSON.readTree(event);
        } catch (JsonProcessingException e) {
            throw wrong(
                    "it is not JSON: line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ": " + JsonText.plain(e.getOriginalMessage()),
                    e);
        } catch (IOException e) {
            throw wrong("it is not JSON: " + e.getMessage(), e);
        }
        if (json == null || !json.isObject()) {
            throw wrong("it is not a JSON object", null);
        } else if (!text(json, "$schema").startsWith(SCHEMA)) {
            throw wrong("its $schema is " + ErrorText.name(text(json, "$schema")) + ", not " + SCHEMA + "0.0", null);
        }
        JsonNode meta = json.path("meta");
        RdfChange change = new RdfChange(
                text(json, "entity_id"),
                number(json, "rev_id"),
                time(text(json, "dt")),
                operation(text(json, "operation")),
                number(json, "sequence"),
                number(json, "sequence_length"),
                meta.path("request_id").asText(""),
                new Origin(meta.path("domain").asText(""), meta.path("topic").asText("")),
                data(json));
        if (change.sequence >= change.chunks) {
            throw wrong("its sequence " + change.sequence + " is not below its sequence_length " + change.chunks, null);
        }
        return change;
    }

    private static Map<Part, Document> data(JsonNode json) {
        Map<Part, Document> data = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            JsonNode field = json.path(part.field);
            if (field.isObject()) {
                data.put(part, new Document(text(field, "mime_type"), text(field, "data")));
            }
        }
        return data;
    }

    /** Whether another event is a chunk of the same change. */
    boolean isOfSameChange(RdfChange other) {
        return entity.equals(other.entity)
                && revision == other.revision
                && time == other.time
                && operation == other.operation
                && chunks == other.chunks
                && request.equals(other.request)
                && origin.equals(other.origin);
    }

    private static Operation operation(String text) {
        for (Operation operation : Operation.values()) {
            if (operation.name().toLowerCase(Locale.ROOT).equals(text)) {
                return operation;
            }
        }
        throw wrong("its operation is " + ErrorText.name(text) + ", none of import, diff, delete and reconcile", null);
    }

    private static long time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw wrong("its dt is no time: " + ErrorText.name(text), e);
        }
    }

    private static String text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (value.isTextual() && (!value.textValue().isEmpty() || field.equals("data"))) {
            return value.textValue();
        }
        throw wrong("it has no " + field, null);
    }

    private static long number(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0) {
            return value.longValue();
        }
        throw wrong("its " + field + " is not a number from 0 on", null);
    }

    private static PayloadException wrong(String why, @Nullable Throwable cause) {
        return new PayloadException(RefusalReason.UNDECODABLE, "the event is not a change of an entity: " + why, cause);
    }
}
