/**
 * The way of an element to a Connect record: partition, stamp, topic; and the records that Kafka has not acknowledged
 * yet.
 */
@NullMarked
package dev.velella.source.record;

import org.jspecify.annotations.NullMarked;
