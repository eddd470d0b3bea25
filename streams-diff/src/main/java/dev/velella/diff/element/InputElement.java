package dev.velella.diff.element;

import dev.velella.rdf.RdfGraph;
import org.jspecify.annotations.Nullable;

/**
 * The content of one input record, after it was read.
 *
 * @param key key of the record as text, which names the stream
 * @param graph graph of the element; null if the record ends the stream
 * @param time event time in ms since 1970
 * @param timeFromHeader whether the time came from a header and not from the record's timestamp
 */
public record InputElement(String key, @Nullable RdfGraph graph, long time, boolean timeFromHeader) {
    /** The time of an element whose own time is no use. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /** The element with another time, which is not from a header. */
    public InputElement at(long newTime) {
        return new InputElement(key, graph, newTime, false);
    }

    /**
     * The element that a change of the stream leads to. It is not late: the change has its place already.
     *
     * @param next the next graph; null if the stream ends
     * @param lastTime largest event time of the stream so far
     */
    public InputElement changed(@Nullable RdfGraph next, long lastTime) {
        return new InputElement(key, next, Math.max(time, lastTime), timeFromHeader);
    }
}
