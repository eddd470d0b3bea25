package dev.velella.source.dump;

import dev.velella.source.format.ElementLimits;
import org.eclipse.rdf4j.model.IRI;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which the statements of a dump become chunks. Immutable.
 *
 * @param statements most statements of a chunk
 * @param bytes most bytes of the lines of a chunk, or most characters of its terms; a single statement may have more
 * @param graph graph for the statements of the default graph; null leaves them there
 * @param keepsLabels whether blank nodes keep their labels, so that equal labels of several files are one node
 * @param limits limits of a line and of a Jelly frame
 */
record DumpRules(int statements, int bytes, @Nullable IRI graph, boolean keepsLabels, ElementLimits limits) {
    /** Estimated bytes of memory of a statement without the text of its terms. */
    private static final int STATEMENT_BYTES = 100;

    /** An upper bound of the estimated memory of a chunk, in bytes, unless a single statement is larger. */
    long mostMemory() {
        return (long) STATEMENT_BYTES * statements + 2L * bytes;
    }
}
