/**
 * Benchmark of the codec: formats of graphs and patches, their bytes, and the time that they take to write and read.
 */
@NullMarked
package dev.velella.bench.codec;

import org.jspecify.annotations.NullMarked;
