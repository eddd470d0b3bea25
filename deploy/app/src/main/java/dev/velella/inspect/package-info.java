/** Reports on Jelly files, as text and JSON. */
@NullMarked
package dev.velella.inspect;

import org.jspecify.annotations.NullMarked;
