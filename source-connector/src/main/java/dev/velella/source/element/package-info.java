/** What an element says of itself: the stream it belongs to (its key) and when it was observed. */
@NullMarked
package dev.velella.source.element;

import org.jspecify.annotations.NullMarked;
