package dev.velella.source.format;

import dev.velella.rdf.RdfGraph;
import dev.velella.source.format.FlatLines.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.jspecify.annotations.Nullable;

/**
 * N-Quads without delimiters: a new element begins at each new graph name. A statement of the default graph belongs to
 * the named graph that is its subject, and must stand directly before or after the statements of that graph.
 * Consecutive statements with the same graph name are one element.
 */
final class QuadsContainer extends LinesContainer {
    private final boolean delimitersAllowed;

    /** @param delimitersAllowed whether delimiters of messages are ignored; if not, a delimiter is an error */
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

    /** The next statement; delimiters before it are skipped. */
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

    /** The name of the graph that this statement belongs to. */
    private static Resource graphName(Item line) {
        Resource context = statement(line).getContext();
        return context == null ? statement(line).getSubject() : context;
    }
}
