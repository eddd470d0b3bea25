/** Metrics of plugins in workers of Kafka 4.1 and newer. */
@NullMarked
package dev.velella.metrics;

import org.jspecify.annotations.NullMarked;
