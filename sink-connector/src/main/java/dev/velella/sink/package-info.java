/** The sink connector: takes patches from Kafka records and applies them exactly once to a store. */
@NullMarked
package dev.velella.sink;

import org.jspecify.annotations.NullMarked;
