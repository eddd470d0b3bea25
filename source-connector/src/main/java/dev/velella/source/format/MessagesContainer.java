package dev.velella.source.format;

import dev.velella.rdf.RdfGraph;
import dev.velella.source.format.FlatLines.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A log of N-Triples or N-Quads in the form of earlier drafts of RDF Messages, in which delimiters are comments; each message is
 * an element. A delimiter ends a message. A delimiter at the start or at the end of the file ends no message. A message without
 * statements is an empty element.
 */
final class MessagesContainer extends LinesContainer {
    private boolean begun;

    MessagesContainer(FlatLines lines, ElementLimits limits) {
        super(lines, limits);
    }

    @Override
    public @Nullable RdfGraph next() throws IOException {
        Item item = lines.peek();
        if (!begun && item != null && item.isDelimiter()) {
            lines.remove();
            item = lines.peek();
        }
        begun = true;
        if (item == null) {
            return null;
        }
        List<Statement> statements = new ArrayList<>();
        while (item != null) {
            lines.remove();
            Statement statement = item.statement();
            if (statement == null) {
                break;
            }
            if (statements.size() == limits.statements()) {
                throw StatementCollector.tooMany(limits.statements());
            }
            statements.add(statement);
            item = lines.peek();
        }
        return RdfGraph.of(statements);
    }
}
