/**
 * Messages of devices that build on dictionaries or on each other: the state of each topic, the dictionaries and frames that
 * are missing, and the order of elements. Independent of Kafka records and of connections.
 */
@NullMarked
package dev.velella.source.mqtt.link;

import org.jspecify.annotations.NullMarked;
