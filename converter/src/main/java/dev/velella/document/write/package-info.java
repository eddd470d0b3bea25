/** Writers of the text formats of RDF, which refuse terms that a format cannot say. */
@NullMarked
package dev.velella.document.write;

import org.jspecify.annotations.NullMarked;
