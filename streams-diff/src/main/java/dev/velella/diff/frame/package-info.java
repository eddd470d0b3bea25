/** Patches and snapshots as Jelly frames, each with its target partition. */
@NullMarked
package dev.velella.diff.frame;

import org.jspecify.annotations.NullMarked;
