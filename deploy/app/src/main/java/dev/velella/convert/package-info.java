/** Files of RDF and of patches, from one format to another. */
@NullMarked
package dev.velella.convert;

import org.jspecify.annotations.NullMarked;
