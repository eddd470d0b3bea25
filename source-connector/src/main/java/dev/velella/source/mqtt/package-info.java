/** MQTT brokers as a source: source type, task, records, offsets and metrics. */
@NullMarked
package dev.velella.source.mqtt;

import org.jspecify.annotations.NullMarked;
