/** Bytes of graphs in Jelly and in the other formats of RDF, with and without compression. */
@NullMarked
package dev.velella.bench.formats;

import org.jspecify.annotations.NullMarked;
