/** Parts that run beside each other in one process: broker, worker, MQTT broker, and their ports. */
@NullMarked
package dev.velella.quickstart.part;

import org.jspecify.annotations.NullMarked;
