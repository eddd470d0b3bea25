/** Streams of graphs, patches and messages; the same on every machine and in every run. */
@NullMarked
package dev.velella.bench.data;

import org.jspecify.annotations.NullMarked;
