package dev.velella.document.parse;

import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.jsonld.JsonLdLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.net.URISyntaxException;
import java.util.Set;
import no.hasmac.jsonld.JsonLdError;
import org.eclipse.rdf4j.rio.RDFHandler;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.jspecify.annotations.Nullable;

/** Reads a log of NDJSON-LD, a line in each step. */
final class JsonLinesParser implements StepParser {
    private final Set<String> contexts;
    private final ReadingBudget budget;
    private final RDFHandler handler;
    private BufferedReader reader = new BufferedReader(Reader.nullReader());
    private JsonLdLines lines;
    private Messages messages;
    private long line;
    private long characters;

    JsonLinesParser(Set<String> contexts, ReadingBudget budget, RDFHandler handler) {
        this.contexts = contexts;
        this.budget = budget;
        this.handler = handler;
        lines = new JsonLdLines(contexts, budget, handler, null);
        messages = new Messages(null, false);
    }

    @Override
    public void begin(Reader in, @Nullable String base) {
        reader = new BufferedReader(in);
        lines = new JsonLdLines(contexts, budget, handler, base);
        handler.startRDF();
        messages = new Messages(handler, true);
    }

    @Override
    public boolean step() throws IOException {
        String next = reader.readLine();
        if (next == null) {
            messages.end();
            handler.endRDF();
            return false;
        }
        line++;
        characters += next.length() + 1L;
        try {
            if (lines.read(next)) {
                messages.delimiter();
            }
        } catch (JsonLdError | URISyntaxException e) {
            throw new RDFParseException(e);
        }
        return true;
    }

    @Override
    public long characters() {
        return characters;
    }

    /** Number of the line that was read last, from 1. */
    long line() {
        return line;
    }
}
