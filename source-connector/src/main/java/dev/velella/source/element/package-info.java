/** Rules that read an element's key (the stream that it belongs to) and the time of its observation. */
@NullMarked
package dev.velella.source.element;

import org.jspecify.annotations.NullMarked;
