/** Records of a topic in several formats, as the benchmarks through a broker write and read them. */
@NullMarked
package dev.velella.bench.record;

import org.jspecify.annotations.NullMarked;
