/** Parsers of the text formats of RDF. */
@NullMarked
package dev.velella.document.parse;

import org.jspecify.annotations.NullMarked;
