package dev.velella.source.input;

import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * One element of an input, ready to become a record.
 *
 * @param key identity of its stream
 * @param eventTimeMs when it was observed, in ms since 1970; null if it does not say
 * @param value its graph, or patch, as {@link dev.velella.converter.struct.RdfStructs} makes it
 */
public record SourceElement(String key, @Nullable Long eventTimeMs, Struct value) {}
