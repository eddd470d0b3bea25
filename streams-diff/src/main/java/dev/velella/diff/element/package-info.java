/** One input record, read; and the reasons for which a record is refused. */
@NullMarked
package dev.velella.diff.element;

import org.jspecify.annotations.NullMarked;
