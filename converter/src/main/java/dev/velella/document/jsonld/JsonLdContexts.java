package dev.velella.document.jsonld;

import jakarta.json.JsonException;
import jakarta.json.stream.JsonParser;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes how long the strings of a JSON-LD document can become. A term of a few letters can stand for an IRI of any
 * length, and the library expands each use of it before the first statement is made. Not thread-safe.
 */
public final class JsonLdContexts {
    /** Shorter IRIs need no check. */
    private static final int USUAL_LENGTH = 1000;

    /** Longest chain of prefixes that are defined by other prefixes. No honest document has a longer one. */
    private static final int LONGEST_CHAIN = 100;

    private final Map<String, Term> terms = new HashMap<>();

    /** Number of keys and values in the whole document. */
    private long strings;

    /** The definitions of a term in all contexts: only the parts that can make the term's IRI long. */
    private static final class Term {
        private int longest;
        private final Set<String> prefixes = new HashSet<>();
        private long expanded = -1;
        private boolean inProgress;
    }

    /** An object or array. Strings in a context belong to the term in whose definition they stand. */
    private static final class Nesting {
        private final boolean inContext;
        private final @Nullable String term;
        private @Nullable String key;

        Nesting(boolean inContext, @Nullable String term) {
            this.inContext = inContext;
            this.term = term;
        }

        @Nullable
        String definedTerm() {
            return !inContext || term != null ? term : key;
        }

        Nesting inner() {
            return "@context".equals(key) ? new Nesting(true, null) : new Nesting(inContext, definedTerm());
        }
    }

    /**
     * Reads the contexts of a document.
     *
     * @param json any text; if it is not JSON, its parser reports this later
     */
    public JsonLdContexts(String json) {
        try (JsonParser parser = BudgetJson.JSON.createParser(new StringReader(json))) {
            read(parser);
        } catch (JsonException e) {
            return; // the parser refuses the document later, and names the place
        }
    }

    private void read(JsonParser parser) {
        Deque<Nesting> nestings = new ArrayDeque<>();
        nestings.push(new Nesting(false, null));
        while (parser.hasNext()) {
            Nesting nesting = nestings.element();
            switch (parser.next()) {
                case KEY_NAME -> {
                    nesting.key = parser.getString();
                    strings++;
                }
                case START_OBJECT, START_ARRAY -> nestings.push(nesting.inner());
                case END_OBJECT, END_ARRAY -> nestings.pop();
                case VALUE_STRING -> {
                    strings++;
                    String term = nesting.definedTerm();
                    if (term != null) {
                        define(term, parser.getString());
                    }
                }
                default -> {
                    // numbers and constants stay as they are
                }
            }
        }
    }

    private void define(String name, String definition) {
        Term term = terms.computeIfAbsent(name, added -> new Term());
        term.longest = Math.max(term.longest, definition.length());
        int colon = definition.indexOf(':');
        term.prefixes.add(colon > 0 ? definition.substring(0, colon) : "@vocab");
        term.prefixes.add("@base");
    }

    /** The most characters that all strings of the document can have once they are expanded; 0 if no IRI is long. */
    public long mostCharacters() {
        long longest = 0;
        for (String name : terms.keySet()) {
            longest = Math.max(longest, expanded(name, 0));
        }
        return longest <= USUAL_LENGTH ? 0 : strings * longest;
    }

    private long expanded(String name, int depth) {
        Term term = terms.get(name);
        if (term == null || term.inProgress) {
            return 0; // the parser refuses a cycle later
        } else if (depth > LONGEST_CHAIN) {
            return Integer.MAX_VALUE;
        } else if (term.expanded < 0) {
            term.inProgress = true;
            long longest = 0;
            for (String prefix : term.prefixes) {
                longest = Math.max(longest, expanded(prefix, depth + 1));
            }
            term.inProgress = false;
            term.expanded = term.longest + longest;
        }
        return term.expanded;
    }
}
