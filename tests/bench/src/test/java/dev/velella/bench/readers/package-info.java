/** Benchmark of queries while the sink writes: what a writer costs the readers of the same store. */
@NullMarked
package dev.velella.bench.readers;

import org.jspecify.annotations.NullMarked;
