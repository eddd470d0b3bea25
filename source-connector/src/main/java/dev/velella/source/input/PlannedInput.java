package dev.velella.source.input;

import dev.velella.source.format.InputFormatException;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * An input that a task has to read.
 *
 * @param partition its identity in Connect's offset storage
 * @param opening opens the input at its start, or throws an {@link InputFormatException}
 * @param finished tells whether the input has no element after a stored offset
 */
public record PlannedInput(
        Map<String, Object> partition, Supplier<ElementInput> opening, Predicate<SourceOffset> finished) {}
