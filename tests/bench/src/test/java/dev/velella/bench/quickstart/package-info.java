/** Bytes that the quickstart prints. */
@NullMarked
package dev.velella.bench.quickstart;

import org.jspecify.annotations.NullMarked;
