/** Codec of Jelly-RDF 1.1 and Jelly-Patch 1.0 for RDF4J values. */
@NullMarked
package dev.velella.jelly;

import org.jspecify.annotations.NullMarked;
