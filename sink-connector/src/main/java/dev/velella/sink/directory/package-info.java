/** The directory of an embedded store: its lock, its places, its owner. */
@NullMarked
package dev.velella.sink.directory;

import org.jspecify.annotations.NullMarked;
