/** Evaluates queries of unknown clients, within limits for time, memory and the length of texts. */
@NullMarked
package dev.velella.sink.query;

import org.jspecify.annotations.NullMarked;
