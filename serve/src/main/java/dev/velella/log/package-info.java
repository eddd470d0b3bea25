/** Reads the log of patches: committed records, in the order of their offsets, each checked against its stream. */
@NullMarked
package dev.velella.log;

import org.jspecify.annotations.NullMarked;
