package dev.velella.sink.routing;

import dev.velella.sink.intake.InputRecord;
import dev.velella.sink.intake.RecordContent;

/**
 * A record on its way to a store.
 *
 * @param content its decoded content
 */
public record RoutedRecord(InputRecord record, RecordContent.Decoded content) {}
