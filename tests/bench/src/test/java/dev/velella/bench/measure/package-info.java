/**
 * Measuring and reporting, for every suite: forks of JMH, figures, comparisons and tables. Depends on no other package
 * of the benchmarks.
 */
@NullMarked
package dev.velella.bench.measure;

import org.jspecify.annotations.NullMarked;
