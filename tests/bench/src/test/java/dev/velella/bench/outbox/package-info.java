/** Benchmark of stores with an outbox, in comparison with the same stores without one. */
@NullMarked
package dev.velella.bench.outbox;

import org.jspecify.annotations.NullMarked;
