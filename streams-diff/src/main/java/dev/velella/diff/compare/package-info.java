/** The graph of a stream, and the change that leads from one graph to the next. */
@NullMarked
package dev.velella.diff.compare;

import org.jspecify.annotations.NullMarked;
