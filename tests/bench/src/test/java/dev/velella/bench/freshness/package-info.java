/** Benchmark of the whole pipeline: the age of an element when a store has it. */
@NullMarked
package dev.velella.bench.freshness;

import org.jspecify.annotations.NullMarked;
