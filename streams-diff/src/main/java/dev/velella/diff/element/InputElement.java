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
public record InputElement(String key, @Nullable RdfGraph graph, long time, boolean timeFromHeader) {}
