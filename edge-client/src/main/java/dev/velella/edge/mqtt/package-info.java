/** Publishes the graphs of a device over MQTT 5. */
@NullMarked
package dev.velella.edge.mqtt;

import org.jspecify.annotations.NullMarked;
