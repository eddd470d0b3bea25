/** Joins streams of Jelly-RDF into one by giving their references other numbers. No term is built. */
@NullMarked
package dev.velella.jelly.transcode;

import org.jspecify.annotations.NullMarked;
