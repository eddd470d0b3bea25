/** Checks whether topics can build a store, and the ways out if a store and its topics do not fit. */
@NullMarked
package dev.velella.sink.history;

import org.jspecify.annotations.NullMarked;
