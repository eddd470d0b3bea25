package dev.velella.diff;

import dev.velella.diff.blank.Aligned;
import dev.velella.diff.blank.BlankNodeMatching;
import dev.velella.diff.blank.StableIds;
import dev.velella.diff.compare.GraphComparison;
import dev.velella.diff.compare.RollingDiff;
import dev.velella.diff.compare.StreamChange;
import dev.velella.diff.options.BlankNodeSettings;
import dev.velella.diff.state.StreamHead;
import dev.velella.diff.state.StreamState;
import dev.velella.graph.TargetGraph;
import dev.velella.graph.UnfitElementException;
import dev.velella.rdf.RdfGraph;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;

/**
 * Compares elements with the graphs of their streams. Terms are compared by equality. If so configured, blank nodes are
 * compared by {@link BlankNodeMatching}, unless the labels of the element before tell already that no statement of a
 * blank node has changed. Not thread-safe.
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
     * The change that an element makes in its stream.
     *
     * @param blankNodes number of ids that blank nodes of the stream have got so far, including the ids for this
     *     element
     * @param isLimited whether the matching reached the limit of work; the change is right then, but may be larger than
     *     needed
     */
    record Result(StreamChange change, long blankNodes, boolean isLimited) {}

    /**
     * Compares an element with the graph before it.
     *
     * @throws UnfitElementException under the same conditions as {@link TargetGraph#statements}
     */
    Result compare(StreamState before, String key, RdfGraph element) {
        StreamHead head = before.head();
        StreamChange labelled =
                blankNodes.isMatching() ? comparison.betweenLabelled(before.graph(), head.hash(), key, element) : null;
        if (labelled != null && !touchesNodes(labelled.diff())) {
            return new Result(labelled, head.blankNodes(), false);
        }
        StreamChange asItIs = comparison.between(before.graph(), head.hash(), key, element);
        if (!blankNodes.isMatching() || !BlankNodeMatching.hasNode(asItIs.diff().adds())) {
            return new Result(asItIs, head.blankNodes(), false);
        }
        Set<Statement> next = target.statements(key, element);
        StableIds ids = new StableIds(key, head.blankNodes());
        Aligned aligned = BlankNodeMatching.align(before.statements(), next, ids, blankNodes.maxSteps(next.size()));
        StreamChange change = comparison.between(before.graph(), head.hash(), aligned.statements());
        before.graph().nodes(aligned.nodes());
        return new Result(change, ids.counter(), aligned.limited());
    }

    /** If not, the blank nodes and all their statements are what they were, and matching would find the same. */
    private static boolean touchesNodes(RollingDiff diff) {
        return BlankNodeMatching.hasNode(diff.adds()) || BlankNodeMatching.hasNode(diff.deletes());
    }
}
