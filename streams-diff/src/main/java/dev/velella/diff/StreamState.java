package dev.velella.diff;

import dev.velella.rdf.GraphHash;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;

/**
 * One stream after its last element. The set is not changed by anyone once it is in here.
 *
 * @param number of the last patch; 0 before the first
 * @param hash {@link GraphHash} of the statements
 * @param lastTime largest event time of the stream's elements, in ms since 1970; {@link #NO_TIME} before the first and
 *     after the end
 * @param statements the target graph
 */
record StreamState(long number, long hash, long lastTime, Set<Statement> statements) {
    /** Older than any event time. */
    static final long NO_TIME = Long.MIN_VALUE;

    /** A stream of which nothing is known. */
    static final StreamState NONE = new StreamState(0, GraphHash.EMPTY, NO_TIME, Set.of());

    /** The state one patch later. */
    StreamState after(RollingDiff change, Set<Statement> next, long time) {
        return new StreamState(number + 1, change.hashAfter(hash), time, next);
    }

    /** The same graph at another time. */
    StreamState at(long time) {
        return new StreamState(number, hash, time, statements);
    }
}
