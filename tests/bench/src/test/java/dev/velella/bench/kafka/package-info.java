/** Benchmark of records through a broker: their bytes, and how many go through in a second. */
@NullMarked
package dev.velella.bench.kafka;

import org.jspecify.annotations.NullMarked;
