/**
 * Graphs and patches in memory, without a wire format: their terms, their shape, the hash of a set; texts of errors; and
 * the map of limited size, with which all parts remember data of streams, because others choose the streams, and there may
 * be any number of them.
 */
@NullMarked
package dev.velella.rdf;

import org.jspecify.annotations.NullMarked;
