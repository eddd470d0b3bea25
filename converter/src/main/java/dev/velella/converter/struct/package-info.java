/** Graphs and patches as Connect data: schemas, and the way there and back. */
@NullMarked
package dev.velella.converter.struct;

import org.jspecify.annotations.NullMarked;
