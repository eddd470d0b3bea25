package dev.velella.source.payload;

import com.fasterxml.jackson.core.JsonParser;
import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;

/**
 * Plain JSON that a JSON-LD context of the options gives its meaning. The payload is one value of JSON; where it brings a
 * context of its own, that is read after the one of the options.
 *
 * @param context value of {@code @context}, as JSON
 * @param documents reads the whole as JSON-LD
 */
record JsonContextPayload(String context, DocumentPayload documents) implements PayloadFormat {
    @Override
    public RdfGraph read(Payload payload) {
        JsonText.read(payload.bytes(), JsonParser::skipChildren); // else a payload could end what stands around it
        String document = "{\"@context\":" + context + ",\"@graph\":["
                + new String(payload.bytes(), StandardCharsets.UTF_8).replace("\uFEFF", "") + "]}";
        return documents.read(
                new Payload(payload.topic(), document.getBytes(StandardCharsets.UTF_8), null, payload.received()));
    }
}
