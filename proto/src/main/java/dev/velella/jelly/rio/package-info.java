/** Jelly-RDF as a format of RDF4J's Rio: parser, writer and their settings, found by Rio on the class path. */
@NullMarked
package dev.velella.jelly.rio;

import org.jspecify.annotations.NullMarked;
