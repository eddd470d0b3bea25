package dev.velella.source.file.format;

import dev.velella.rdf.RdfGraph;
import dev.velella.source.file.format.FlatLines.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.jspecify.annotations.Nullable;

/**
 * Flat N-Quads: an element begins at each new graph name. A statement of the default graph belongs to the named graph
 * that is its subject, and must stand next to that graph's statements, before or after. Elements that follow each other
 * under the same name are one element.
 */
final class QuadsContainer extends LinesContainer {
    private final boolean delimitersAllowed;

    /** @param delimitersAllowed whether delimiters of messages mean nothing; else one is an error */
    QuadsContainer(FlatLines lines, ElementLimits limits, boolean delimitersAllowed) {
        super(lines, limits);
        this.delimitersAllowed = delimitersAllowed;
    }

    @Override
    public @Nullable RdfGraph next() throws IOException {
        Item first = peek();
        if (first == null) {
            return null;
        }
        Resource name = graphName(first);
        Item orphan = isDefaultGraph(first) ? first : null;
        List<Statement> statements = new ArrayList<>();
        for (Item line = first; line != null && graphName(line).equals(name); line = peek()) {
            if (statements.size() == limits.statements()) {
                throw StatementCollector.tooMany(limits.statements());
            }
            statements.add(statement(line));
            lines.remove();
            orphan = isDefaultGraph(line) ? orphan : null;
        }
        if (orphan != null) {
            throw orphan.error(
                    "a statement of the default graph must stand next to the named graph that it is about, and there is"
                            + " none named " + statement(orphan).getSubject());
        }
        return RdfGraph.of(statements);
    }

    /** The next statement, past delimiters. */
    private @Nullable Item peek() throws IOException {
        Item item = lines.peek();
        while (item != null && item.isDelimiter()) {
            if (!delimitersAllowed) {
                throw new RDFParseException(
                        "a delimiter of messages, and the file did not begin with messages; set file.elements=messages or"
                                + " graphs",
                        item.line(),
                        -1);
            }
            lines.remove();
            item = lines.peek();
        }
        return item;
    }

    private static Statement statement(Item line) {
        Statement statement = line.statement();
        if (statement == null) {
            throw new IllegalStateException("a delimiter");
        }
        return statement;
    }

    private static boolean isDefaultGraph(Item line) {
        return statement(line).getContext() == null;
    }

    /** The graph whose element this statement belongs to. */
    private static Resource graphName(Item line) {
        Resource context = statement(line).getContext();
        return context == null ? statement(line).getSubject() : context;
    }
}
