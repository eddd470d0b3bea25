/** Views of a weather station, and a plain program that asks RDF4J for each element. */
@NullMarked
package dev.velella.bench.view;

import org.jspecify.annotations.NullMarked;
