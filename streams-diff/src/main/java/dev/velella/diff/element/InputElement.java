package dev.velella.diff.element;

import dev.velella.rdf.RdfGraph;
import org.jspecify.annotations.Nullable;

/**
 * One input record, read.
 *
 * @param key identity of the stream
 * @param graph the element; null where the record ends the stream
 * @param time event time in ms since 1970
 * @param timeFromHeader whether the time came from a header and not from the record's timestamp
 */
public record InputElement(String key, @Nullable RdfGraph graph, long time, boolean timeFromHeader) {}
