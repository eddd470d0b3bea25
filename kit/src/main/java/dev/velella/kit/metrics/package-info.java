/** Metrics of plugins in workers of Kafka 4.1 and newer. */
@NullMarked
package dev.velella.kit.metrics;

import org.jspecify.annotations.NullMarked;
