package dev.velella.source;

import dev.velella.rdf.RdfGraph;
import org.jspecify.annotations.Nullable;

/**
 * One element of an input, ready to become a record.
 *
 * @param key identity of its stream
 * @param eventTimeMs when it was observed, in ms since 1970; null if it does not say
 * @param graph its statements
 */
record SourceElement(String key, @Nullable Long eventTimeMs, RdfGraph graph) {}
