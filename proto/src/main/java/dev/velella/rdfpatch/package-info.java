/** RDF Patch text, in the dialect of Apache Jena. */
@NullMarked
package dev.velella.rdfpatch;

import org.jspecify.annotations.NullMarked;
