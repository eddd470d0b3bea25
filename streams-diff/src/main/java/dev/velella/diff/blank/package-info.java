/** Blank nodes from one element of a stream to the next: which are the same, and the ids that they keep. */
@NullMarked
package dev.velella.diff.blank;

import org.jspecify.annotations.NullMarked;
