/** The commits of a history as bytes, and the file of a history whose trees are in memory. */
@NullMarked
package dev.velella.sink.versions.journal;

import org.jspecify.annotations.NullMarked;
