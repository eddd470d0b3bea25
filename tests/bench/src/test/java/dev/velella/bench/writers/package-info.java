/** Benchmark of patches of many shapes: how the rate of a store goes with each of them. */
@NullMarked
package dev.velella.bench.writers;

import org.jspecify.annotations.NullMarked;
