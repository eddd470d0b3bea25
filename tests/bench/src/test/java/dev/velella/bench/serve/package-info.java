/** Benchmark of graphs over HTTP: merged answers, TriG, and one request for each graph. */
@NullMarked
package dev.velella.bench.serve;

import org.jspecify.annotations.NullMarked;
