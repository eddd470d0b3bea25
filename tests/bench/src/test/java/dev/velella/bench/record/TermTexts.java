package dev.velella.bench.record;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.util.List;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/** A reader that looks at every term: it asks for all texts, as whoever writes or indexes a graph does. */
final class TermTexts {
    private TermTexts() {}

    /**
     * Asks for the texts of all terms.
     *
     * @param content statements of a graph, or a patch
     * @return characters in all, so that nothing can be left out
     */
    static long ask(Object content) {
        long characters = 0;
        if (content instanceof RdfPatch patch) {
            for (PatchOperation row : patch.operations()) {
                if (row instanceof PatchOperation.Add add) {
                    characters += ask(add.statement());
                } else if (row instanceof PatchOperation.Delete delete) {
                    characters += ask(delete.statement());
                }
            }
            return characters;
        }
        for (Object statement : (List<?>) content) {
            characters += ask((Statement) statement);
        }
        return characters;
    }

    private static long ask(Statement statement) {
        return length(statement.getSubject())
                + length(statement.getPredicate())
                + length(statement.getObject())
                + length(statement.getContext());
    }

    private static long length(@Nullable Value term) {
        if (term == null || term instanceof Triple) {
            return 0;
        }
        long characters = term.stringValue().length();
        return term instanceof Literal literal
                ? characters + literal.getDatatype().stringValue().length()
                : characters;
    }
}
