/** Conversion, comparison and patching of files of RDF and of patches. */
@NullMarked
package dev.velella.convert;

import org.jspecify.annotations.NullMarked;
