/** From an element to a Connect record: partition, stamp, topic; records that Kafka has not acknowledged yet. */
@NullMarked
package dev.velella.source.record;

import org.jspecify.annotations.NullMarked;
