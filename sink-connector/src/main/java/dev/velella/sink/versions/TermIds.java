package dev.velella.sink.versions;

import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;

/** The numbers of the terms of a history. Any thread may read them. */
public interface TermIds {
    /** Stands for the default graph. */
    long DEFAULT_GRAPH = 0;

    /** Result of {@link #find} for a term that has no number, so that no statement of the history contains it. */
    long UNKNOWN = -1;

    /** The number of a term, from 1; {@link #UNKNOWN} if it has none. */
    long find(Value term);

    /** The term of a number from 1 on that {@link #find} has returned or a statement contains. */
    Value term(long id);

    /** Makes statements of the terms. */
    ValueFactory values();
}
