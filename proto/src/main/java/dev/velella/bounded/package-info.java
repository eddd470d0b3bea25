/** What all parts remember of streams that others choose, of which there may be any number. */
@NullMarked
package dev.velella.bounded;

import org.jspecify.annotations.NullMarked;
