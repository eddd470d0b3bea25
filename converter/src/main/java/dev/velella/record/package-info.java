/** Kafka records of graphs and patches: their headers, encoding, and decoding with the state of earlier records. */
@NullMarked
package dev.velella.record;

import org.jspecify.annotations.NullMarked;
