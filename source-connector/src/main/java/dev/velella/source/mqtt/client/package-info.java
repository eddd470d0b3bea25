/**
 * Messages of an MQTT broker: a session that survives connections, the inbox of unacknowledged messages, and the
 * options of both. Independent of RDF and of Kafka records.
 */
@NullMarked
package dev.velella.source.mqtt.client;

import org.jspecify.annotations.NullMarked;
