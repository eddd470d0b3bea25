/**
 * The key-frame protocol: one codec state across the records of a partition, and a header that says for every record
 * which state it needs. Knows nothing of Kafka: a partition is a number and a topic is a name.
 */
@NullMarked
package dev.velella.keyframe;

import org.jspecify.annotations.NullMarked;
