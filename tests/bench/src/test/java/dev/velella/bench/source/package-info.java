/** Benchmark of the source: JSON to graphs in process, and messages of MQTT to records. */
@NullMarked
package dev.velella.bench.source;

import org.jspecify.annotations.NullMarked;
