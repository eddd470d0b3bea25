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
