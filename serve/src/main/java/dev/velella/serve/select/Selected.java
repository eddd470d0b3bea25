package dev.velella.serve.select;

import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoredGraph;
import java.util.BitSet;

/**
 * The graphs of an answer. The caller closes it, which closes the graphs.
 *
 * @param graphs the graphs; all of one moment of their instance
 * @param counter the patches that the graphs contain
 * @param leftOut the streams of the selection that are broken
 * @param found of {@link Selection.Keys}: the numbers of the keys that there are, from 0; empty for other selections
 */
public record Selected(Rows<StoredGraph> graphs, Counter counter, LeftOut leftOut, BitSet found) {
    /** Gives back what the graphs hold. */
    public void close() {
        graphs.close();
    }
}
