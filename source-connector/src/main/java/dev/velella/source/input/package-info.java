/** Streams of elements that can be read again from the start. */
@NullMarked
package dev.velella.source.input;

import org.jspecify.annotations.NullMarked;
