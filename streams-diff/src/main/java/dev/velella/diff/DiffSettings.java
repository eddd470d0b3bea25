package dev.velella.diff;

import dev.velella.jelly.Limits;
import dev.velella.jelly.TableSizes;

/**
 * What the processor of a task needs to know. Immutable.
 *
 * @param graph how an element becomes the state of its stream
 * @param late what to do with late elements
 * @param maxFutureMs how far an event time may be ahead of the clock, in ms; negative: any distance
 * @param cacheStatements most statements of previous graphs held decoded by a task; 0 holds none
 * @param tables sizes of the lookup tables of the frames written
 * @param rdfStar whether quoted triples may be written
 * @param limits what is accepted and written at most
 */
record DiffSettings(
        GraphSettings graph,
        LatePolicy late,
        long maxFutureMs,
        long cacheStatements,
        TableSizes tables,
        boolean rdfStar,
        Limits limits) {}
