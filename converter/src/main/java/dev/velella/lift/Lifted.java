package dev.velella.lift;

import dev.velella.rdf.RdfGraph;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a record became: an element of a stream. Immutable.
 *
 * @param key key of the element, which names its stream; null if that is the key of the record as it is
 * @param graph the graph; null if the record ends the stream
 * @param eventTime in ms since 1970; empty if it is the timestamp of the record
 */
public record Lifted(@Nullable String key, @Nullable RdfGraph graph, OptionalLong eventTime) {}
