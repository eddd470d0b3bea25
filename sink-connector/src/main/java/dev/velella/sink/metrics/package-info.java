/** Counts of a task, and the metrics that show them. */
@NullMarked
package dev.velella.sink.metrics;

import org.jspecify.annotations.NullMarked;
