package dev.velella.view.answer;

import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/**
 * The answer of a view for the graph of one stream. Immutable.
 *
 * @param graph statements without a context, none twice; empty for a view of kind SELECT
 * @param rows no two with the same {@link Row#key}; empty for views of kind CONSTRUCT and RULES
 */
public record ViewAnswer(List<Statement> graph, List<Row> rows) {
    /** The answer of a view that is gone, or of a stream without a graph. */
    public static final ViewAnswer EMPTY = new ViewAnswer(List.of(), List.of());

    /** Makes immutable copies. */
    public ViewAnswer {
        graph = List.copyOf(graph);
        rows = List.copyOf(rows);
    }
}
