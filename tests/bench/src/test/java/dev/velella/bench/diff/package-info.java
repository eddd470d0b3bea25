/** Benchmark of the rolling diff: in process beside a plain implementation, and through a broker beside a relay. */
@NullMarked
package dev.velella.bench.diff;

import org.jspecify.annotations.NullMarked;
