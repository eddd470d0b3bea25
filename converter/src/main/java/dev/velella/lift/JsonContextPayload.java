package dev.velella.lift;

import com.fasterxml.jackson.core.JsonParser;
import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;

/**
 * Reads plain JSON as JSON-LD, with a context from the options. The payload is one JSON value. If the payload has a
 * context of its own, that context is read after the context of the options.
 *
 * @param context value of {@code @context}, as JSON
 * @param documents reads payload and context together as JSON-LD
 */
public record JsonContextPayload(String context, DocumentPayload documents) implements PayloadFormat {
    @Override
    public RdfGraph read(Payload payload) {
        JsonText.read(payload.bytes(), JsonParser::skipChildren); // or a payload could end the JSON around it
        String document = "{\"@context\":" + context + ",\"@graph\":["
                + new String(payload.bytes(), StandardCharsets.UTF_8).replace("\uFEFF", "") + "]}";
        return documents.read(new Payload(
                payload.topic(), document.getBytes(StandardCharsets.UTF_8), null, payload.received(), payload.base()));
    }
}
