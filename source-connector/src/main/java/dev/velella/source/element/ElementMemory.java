package dev.velella.source.element;

import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdf.StreamElement;
import dev.velella.rdf.TermMeasure;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the memory that elements take, so that callers can limit the memory of elements that are held together: a
 * few bytes of an input can stand for a long text. Terms that several statements share count each time. Stateless.
 */
public final class ElementMemory {
    /** Most estimated bytes of elements that are held together. A single element that is larger is held alone. */
    public static final int MOST_BYTES = 64 << 20;

    /** Estimated bytes of a statement and its terms, without their text. */
    private static final int STATEMENT_BYTES = 100;

    private static final TermMeasure TEXT =
            (term, isContext) -> isContext ? 0 : 2L * term.stringValue().length();

    private ElementMemory() {}

    /** The estimated bytes of an element. */
    public static long bytes(StreamElement element) {
        return element instanceof RdfGraph graph ? bytes(graph) : bytes((RdfPatch) element);
    }

    private static long bytes(RdfGraph graph) {
        if (graph.statements() instanceof FilledStatements filled) {
            return (long) STATEMENT_BYTES * filled.size() + filled.sum(TEXT);
        }
        long bytes = 0;
        for (Statement statement : graph.statements()) {
            bytes += bytes(statement);
        }
        return bytes;
    }

    private static long bytes(RdfPatch patch) {
        long bytes = 0;
        for (PatchOperation operation : patch.operations()) {
            bytes += bytes(statement(operation));
        }
        return bytes;
    }

    private static @Nullable Statement statement(PatchOperation operation) {
        if (operation instanceof PatchOperation.Add add) {
            return add.statement();
        }
        return operation instanceof PatchOperation.Delete delete ? delete.statement() : null;
    }

    private static long bytes(@Nullable Statement statement) {
        return statement == null
                ? STATEMENT_BYTES
                : STATEMENT_BYTES
                        + 2L * statement.getSubject().stringValue().length()
                        + 2L * statement.getPredicate().stringValue().length()
                        + 2L * statement.getObject().stringValue().length();
    }
}
