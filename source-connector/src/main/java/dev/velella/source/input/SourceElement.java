package dev.velella.source.input;

import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * One element of an input, ready to become a record.
 *
 * @param key identity of its stream
 * @param eventTimeMs time of the observation, in ms since 1970; null if the element has none
 * @param value its graph or patch, as {@link dev.velella.converter.struct.RdfStructs} makes it
 */
public record SourceElement(String key, @Nullable Long eventTimeMs, Struct value) {}
