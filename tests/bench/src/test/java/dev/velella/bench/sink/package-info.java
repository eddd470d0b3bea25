/** Benchmark of the sink: patches into stores, in comparison with the own means of each store. */
@NullMarked
package dev.velella.bench.sink;

import org.jspecify.annotations.NullMarked;
