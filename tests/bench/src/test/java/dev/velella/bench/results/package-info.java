/** Figures of all suites in one file, and the pages that show them. */
@NullMarked
package dev.velella.bench.results;

import org.jspecify.annotations.NullMarked;
