package dev.velella.diff.state;

import dev.velella.diff.compare.StreamGraph;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/**
 * One stream after its last element, as it is stored. The graph is the stream's own, and changes when a later state of
 * the stream is saved: only the state that was loaded or saved last may be used.
 *
 * @param graph the target graph
 * @param chain what is stored of it
 */
public record StreamState(StreamHead head, StreamGraph graph, StateChain chain) {
    /** A stream of which nothing is known. */
    static StreamState none() {
        return new StreamState(StreamHead.NONE, new StreamGraph(), StateChain.NONE);
    }

    /** Number of the last patch; 0 before the first. */
    public long number() {
        return head.number();
    }

    /** Hash of the graph. */
    long hash() {
        return head.hash();
    }

    /** Largest event time of the stream's elements; {@link StreamHead#NO_TIME} before the first and after the end. */
    public long lastTime() {
        return head.lastTime();
    }

    /** The statements of the graph, each made when it is asked for; changes with the graph. */
    public List<Statement> statements() {
        return graph.statements();
    }
}
