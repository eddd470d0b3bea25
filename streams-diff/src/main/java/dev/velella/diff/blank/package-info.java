/** Matches the blank nodes of consecutive elements of a stream, and makes the ids that they keep. */
@NullMarked
package dev.velella.diff.blank;

import org.jspecify.annotations.NullMarked;
