/** Reads input records: frames, keys, event times. */
@NullMarked
package dev.velella.diff.input;

import org.jspecify.annotations.NullMarked;
