/** The state of a stream in a store: the graphs that receive the statements of its elements. */
@NullMarked
package dev.velella.graph;

import org.jspecify.annotations.NullMarked;
