/** Evaluates queries of clients that nobody knows: within a time, a memory and a length of texts. */
@NullMarked
package dev.velella.sink.query;

import org.jspecify.annotations.NullMarked;
