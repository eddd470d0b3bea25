/** A simulated weather station: the same options give the same statements in the same order, everywhere. */
@NullMarked
package dev.velella.source.simulator;

import org.jspecify.annotations.NullMarked;
