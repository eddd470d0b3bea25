/** Files that hold a stream of RDF elements, read one element at a time. */
@NullMarked
package dev.velella.source.file.format;

import org.jspecify.annotations.NullMarked;
