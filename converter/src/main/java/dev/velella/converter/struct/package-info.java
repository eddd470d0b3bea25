/** Graphs and patches as Connect data: schemas, and conversion to structs and back. */
@NullMarked
package dev.velella.converter.struct;

import org.jspecify.annotations.NullMarked;
