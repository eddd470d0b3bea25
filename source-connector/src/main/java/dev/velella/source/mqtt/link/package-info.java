/**
 * Messages of devices that build on dictionaries: the dictionaries of each topic, those that are missing, and the order of
 * elements. Independent of Kafka records and of connections.
 */
@NullMarked
package dev.velella.source.mqtt.link;

import org.jspecify.annotations.NullMarked;
