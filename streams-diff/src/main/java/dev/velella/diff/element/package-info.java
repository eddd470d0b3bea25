/** The content of one input record, and the reasons to refuse a record. */
@NullMarked
package dev.velella.diff.element;

import org.jspecify.annotations.NullMarked;
