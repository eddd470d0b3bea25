package dev.velella.lift;

import com.fasterxml.jackson.core.JsonParser;
import dev.velella.document.DocumentReader;
import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.rdf.RdfGraph;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads plain JSON as JSON-LD, with a context from the options. The payload is one JSON value. If the payload has a
 * context of its own, that context is read after the context of the options.
 *
 * @param context value of {@code @context}, as JSON
 * @param documents reads payload and context together as JSON-LD
 */
public record JsonContextPayload(String context, DocumentPayload documents) implements PayloadFormat {
    /** Limits of a context, which people write by hand. */
    private static final ReadingLimits OF_CONTEXT = ReadingLimits.ofElement(4 << 20, 100_000);

    /**
     * A reader with this context. The context does not count against the limits of a payload.
     *
     * @param contexts addresses of JSON-LD contexts that may be loaded
     * @param options as {@link DocumentPayload} has them
     * @throws IllegalArgumentException if the context is no JSON object
     * @throws PayloadException if the context is no JSON
     */
    public static JsonContextPayload of(
            String context, ReadingLimits limits, Set<String> contexts, @Nullable String options) {
        if (JsonTree.parse(context.getBytes(StandardCharsets.UTF_8), new ReadingBudget(OF_CONTEXT))
                        .kind()
                != JsonTree.Kind.OBJECT) {
            throw new IllegalArgumentException("is no JSON object");
        }
        long bytes = limits.bytes() + 4L * context.length() + 64;
        DocumentReader reader = new DocumentReader(
                DocumentPayload.frameLimits(limits),
                new ReadingLimits(
                        bytes,
                        limits.statements(),
                        limits.characters() + 4 * (bytes - limits.bytes()),
                        limits.depth(),
                        limits.digits(),
                        limits.time(),
                        limits.isPerMebibyte()),
                contexts);
        return new JsonContextPayload(context, new DocumentPayload(DocumentFormat.JSON_LD, reader, false, options));
    }

    @Override
    public RdfGraph read(Payload payload) {
        JsonText.read(payload.bytes(), JsonParser::skipChildren); // or a payload could end the JSON around it
        String document = "{\"@context\":" + context + ",\"@graph\":["
                + new String(payload.bytes(), StandardCharsets.UTF_8).replace("\uFEFF", "") + "]}";
        return documents.read(new Payload(
                payload.topic(), document.getBytes(StandardCharsets.UTF_8), null, payload.received(), payload.base()));
    }
}
