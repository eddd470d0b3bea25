/** Benchmark of the edge client: graphs from a device over a link to an MQTT broker and on to another broker. */
@NullMarked
package dev.velella.bench.edge;

import org.jspecify.annotations.NullMarked;
