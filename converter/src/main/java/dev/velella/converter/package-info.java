/** Jelly frames in Kafka records: headers, the Connect converter, and the Struct view of graphs and patches. */
@NullMarked
package dev.velella.converter;

import org.jspecify.annotations.NullMarked;
