package dev.velella.rdf;

import org.eclipse.rdf4j.model.Value;

/**
 * A number for each use of a term in a statement. Equal terms have equal numbers. Templates remember sums by measure, so
 * a program has few measures, as constants.
 */
@FunctionalInterface
public interface TermMeasure {
    /**
     * The number of a term.
     *
     * @param isContext whether the term is used as a context, not as a subject, predicate or object
     */
    long of(Value term, boolean isContext);
}
