/**
 * The key-frame protocol: one codec state across the records of a partition, and a header that tells for every record
 * the state that it needs. The package does not know Kafka: for it, a partition is a number and a topic is a name.
 */
@NullMarked
package dev.velella.keyframe;

import org.jspecify.annotations.NullMarked;
