/** Changes as input: which changes of a stream were taken, and the graph that the next one leads to. */
@NullMarked
package dev.velella.diff.change;

import org.jspecify.annotations.NullMarked;
