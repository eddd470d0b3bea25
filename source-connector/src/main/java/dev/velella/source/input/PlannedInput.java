package dev.velella.source.input;

import java.util.Map;
import java.util.function.Supplier;

/**
 * An input that a task has to read.
 *
 * @param partition its identity in Connect's offset storage
 * @param opening opens it from its start
 */
public record PlannedInput(Map<String, Object> partition, Supplier<ElementInput> opening) {}
