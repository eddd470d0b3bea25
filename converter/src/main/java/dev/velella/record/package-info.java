/** Kafka records of graphs and patches: their headers, and reading them with and without the records before. */
@NullMarked
package dev.velella.record;

import org.jspecify.annotations.NullMarked;
