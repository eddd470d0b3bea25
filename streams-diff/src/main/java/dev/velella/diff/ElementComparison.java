package dev.velella.diff;

import dev.velella.diff.blank.Aligned;
import dev.velella.diff.blank.BlankNodeMatching;
import dev.velella.diff.blank.StableIds;
import dev.velella.diff.compare.GraphComparison;
import dev.velella.diff.compare.StreamChange;
import dev.velella.diff.options.BlankNodeSettings;
import dev.velella.diff.state.StreamHead;
import dev.velella.diff.state.StreamState;
import dev.velella.graph.TargetGraph;
import dev.velella.graph.UnfitElementException;
import dev.velella.rdf.RdfGraph;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;

/**
 * Compares elements with the graphs of their streams: terms by equality, and blank nodes, where that is configured, by
 * {@link BlankNodeMatching}. That costs nothing where an element has none, or none that are new. Not thread-safe.
 */
final class ElementComparison {
    private final BlankNodeSettings blankNodes;
    private final TargetGraph target;
    private final GraphComparison comparison;

    ElementComparison(BlankNodeSettings blankNodes, TargetGraph target, GraphComparison comparison) {
        this.blankNodes = blankNodes;
        this.target = target;
        this.comparison = comparison;
    }

    /**
     * What an element changes.
     *
     * @param blankNodes ids that the stream was given so far, those of this element included
     * @param isLimited whether the limit of work was reached, so that the change may be larger than needed
     */
    record Result(StreamChange change, long blankNodes, boolean isLimited) {}

    /**
     * Compares an element with the graph before it.
     *
     * @throws UnfitElementException as {@link TargetGraph#statements}
     */
    Result compare(StreamState before, String key, RdfGraph element) {
        StreamHead head = before.head();
        StreamChange asItIs = comparison.between(before.graph(), head.hash(), key, element);
        if (!blankNodes.isMatching() || !haveBlankNodes(asItIs.diff().adds())) {
            return new Result(asItIs, head.blankNodes(), false);
        }
        Set<Statement> next = target.statements(key, element);
        StableIds ids = new StableIds(key, head.blankNodes());
        Aligned aligned = BlankNodeMatching.align(before.statements(), next, ids, blankNodes.maxSteps(next.size()));
        StreamChange change = comparison.between(before.graph(), head.hash(), aligned.statements());
        return new Result(change, ids.counter(), aligned.limited());
    }

    private static boolean haveBlankNodes(List<Statement> statements) {
        for (Statement statement : statements) {
            if (hasBlankNode(statement.getSubject())
                    || hasBlankNode(statement.getObject())
                    || (statement.getContext() != null && hasBlankNode(statement.getContext()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasBlankNode(Value term) {
        if (term.isIRI() || term.isLiteral()) {
            return false;
        }
        return !(term instanceof Triple triple)
                || hasBlankNode(triple.getSubject())
                || hasBlankNode(triple.getObject());
    }
}
