/** What a device needs to publish graphs over MQTT 5. */
@NullMarked
package dev.velella.edge.mqtt;

import org.jspecify.annotations.NullMarked;
