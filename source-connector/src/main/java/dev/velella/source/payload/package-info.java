/** What devices send, and how it becomes a graph. */
@NullMarked
package dev.velella.source.payload;

import org.jspecify.annotations.NullMarked;
