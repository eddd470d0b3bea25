/**
 * Frames of devices that build on each other: state by topic, what is missing and is asked for, and in which order elements
 * come out. Knows nothing of Kafka records and of connections.
 */
@NullMarked
package dev.velella.source.mqtt.link;

import org.jspecify.annotations.NullMarked;
