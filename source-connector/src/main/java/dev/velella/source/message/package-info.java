/** Tasks for messages of MQTT and of HTTP, with their records, offsets and metrics. */
@NullMarked
package dev.velella.source.message;

import org.jspecify.annotations.NullMarked;
