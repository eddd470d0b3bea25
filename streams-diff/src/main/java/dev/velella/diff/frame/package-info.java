/** Patches and snapshots as Jelly frames, each with the partition that it goes to. */
@NullMarked
package dev.velella.diff.frame;

import org.jspecify.annotations.NullMarked;
