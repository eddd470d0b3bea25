/** The text formats, and how they spell labels of blank nodes. */
@NullMarked
package dev.velella.document.format;

import org.jspecify.annotations.NullMarked;
