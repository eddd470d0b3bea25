/** Writes the results of an input record: patch, snapshot, dead letter, late element. */
@NullMarked
package dev.velella.diff.output;

import org.jspecify.annotations.NullMarked;
