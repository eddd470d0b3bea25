package dev.velella.document.jsonld;

import dev.velella.document.budget.DocumentLimitException;
import dev.velella.document.budget.ReadingBudget;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import no.hasmac.jsonld.JsonLdError;
import org.eclipse.rdf4j.rio.RDFHandler;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of NDJSON-LD, a log of RDF Messages in JSON-LD. A line is one JSON object. An object with nothing but a
 * context is no message: its context holds for the lines after it, and a context of their own is read within it. Each
 * message is expanded by itself, so the same label in two messages is two nodes. Not thread-safe.
 */
public final class JsonLdLines {
    private final Set<String> contexts;
    private final ReadingBudget budget;
    private final RDFHandler handler;
    private final BudgetJson json;
    private final @Nullable String base;
    private @Nullable JsonValue context;
    private String contextLine = "{}";

    /**
     * A reader of the lines of one log.
     *
     * @param contexts addresses of contexts, which are loaded if a line names them; nothing else is loaded
     * @param handler takes the statements, and the namespaces of contexts
     * @param base base against which relative IRIs are resolved; without a base they are errors
     */
    public JsonLdLines(Set<String> contexts, ReadingBudget budget, RDFHandler handler, @Nullable String base) {
        this.contexts = contexts;
        this.budget = budget;
        this.handler = handler;
        this.base = base;
        json = new BudgetJson(budget);
    }

    /**
     * Reads the next line.
     *
     * @return whether it is a message; if not, it is a context
     * @throws JsonLdError if the line is no JSON-LD, or a part of it has no meaning
     * @throws JsonException if the line is no JSON object
     * @throws URISyntaxException if the base is no URI
     */
    public boolean read(String line) throws JsonLdError, URISyntaxException {
        if (line.isBlank()) {
            throw new JsonException("a line of NDJSON-LD is not empty; an empty message is {}");
        }
        if (!(json.read(new StringReader(line)) instanceof JsonObject object)) {
            throw new JsonException("a line of NDJSON-LD is one JSON object");
        }
        JsonValue own = object.get("@context");
        if (own != null && object.size() == 1) {
            context = own;
            contextLine = line;
            return false;
        }
        if (!object.isEmpty()) {
            checkLength(line);
            new JsonLdReader(new JsonLdTerms(budget), contexts, budget, handler).read(document(object), base);
        }
        return true;
    }

    private JsonStructure document(JsonObject message) {
        if (context == null) {
            return message;
        }
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("@context", context);
        members.put("@graph", message);
        return json.object(members);
    }

    /** The library expands the whole line before it makes the first statement. */
    private void checkLength(String line) {
        long most = budget.limits().characters();
        if (most < Long.MAX_VALUE && new JsonLdContexts("[" + contextLine + "," + line + "]").mostCharacters() > most) {
            throw new DocumentLimitException(
                    DocumentLimitException.Limit.CHARACTERS,
                    ReadingBudget.tooLong(most) + ", as its context makes them");
        }
    }
}
