/** What topics still hold of a key, and until when. */
@NullMarked
package dev.velella.forget;

import org.jspecify.annotations.NullMarked;
