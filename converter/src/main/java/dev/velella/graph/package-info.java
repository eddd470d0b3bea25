/** What a store holds of a stream: the graphs in which the statements of its elements end up. */
@NullMarked
package dev.velella.graph;

import org.jspecify.annotations.NullMarked;
