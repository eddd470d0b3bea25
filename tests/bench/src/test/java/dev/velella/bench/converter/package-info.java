/** Benchmark of the converter: the time that each layer adds to the codec. */
@NullMarked
package dev.velella.bench.converter;

import org.jspecify.annotations.NullMarked;
