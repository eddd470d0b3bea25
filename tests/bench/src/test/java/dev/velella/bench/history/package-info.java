/** Benchmark of stores with a history, in comparison with the same stores without one. */
@NullMarked
package dev.velella.bench.history;

import org.jspecify.annotations.NullMarked;
