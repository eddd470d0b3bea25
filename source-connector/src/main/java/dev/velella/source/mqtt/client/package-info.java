/**
 * Messages of an MQTT broker: a session that survives connections, what was received and not yet acknowledged, and the
 * options of both. Knows nothing of RDF and of Kafka records.
 */
@NullMarked
package dev.velella.source.mqtt.client;

import org.jspecify.annotations.NullMarked;
