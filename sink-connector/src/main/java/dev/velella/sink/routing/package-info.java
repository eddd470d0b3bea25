/** Stores that records name themselves: which they are, which are open, and which are down. */
@NullMarked
package dev.velella.sink.routing;

import org.jspecify.annotations.NullMarked;
