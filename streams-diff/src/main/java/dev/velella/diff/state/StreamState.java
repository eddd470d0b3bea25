package dev.velella.diff.state;

import dev.velella.diff.compare.StreamGraph;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/**
 * The stored state of one stream after its last element. A later state may share the graph object and changes it when
 * it is saved. Therefore only the state that was loaded or saved last may be used.
 *
 * @param graph the target graph
 * @param chain describes the stored records of the graph
 */
public record StreamState(StreamHead head, StreamGraph graph, StateChain chain) {
    /** The state of an unknown stream. */
    static StreamState none() {
        return new StreamState(StreamHead.NONE, new StreamGraph(), StateChain.NONE);
    }

    /** Number of the last patch; 0 before the first patch. */
    public long number() {
        return head.number();
    }

    /** Hash of the graph. */
    long hash() {
        return head.hash();
    }

    /**
     * Largest event time of the stream's elements; {@link StreamHead#NO_TIME} before the first element and after the
     * end.
     */
    public long lastTime() {
        return head.lastTime();
    }

    /**
     * A view of the statements of the graph. Each statement is made when it is read. The view changes with the graph.
     */
    public List<Statement> statements() {
        return graph.statements();
    }
}
