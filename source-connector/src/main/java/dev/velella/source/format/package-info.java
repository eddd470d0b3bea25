/** Files that hold a stream of RDF elements, read one element at a time. */
@NullMarked
package dev.velella.source.format;

import org.jspecify.annotations.NullMarked;
