/** Dead letters of source, diff app and sink: names of headers, reasons, and how much of a record fits. */
@NullMarked
package dev.velella.letter;

import org.jspecify.annotations.NullMarked;
