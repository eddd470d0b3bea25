/**
 * Frames of devices that build on each other: the state of each topic, the requests for missing frames, and the order
 * of elements. Independent of Kafka records and of connections.
 */
@NullMarked
package dev.velella.source.mqtt.link;

import org.jspecify.annotations.NullMarked;
