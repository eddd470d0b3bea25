package dev.velella.diff;

/**
 * What the processor of a task needs to know. Immutable.
 *
 * @param graph how an element becomes the state of its stream
 * @param late what to do with late elements
 * @param maxFutureMs how far an event time may be ahead of the clock, in ms; negative: any distance
 * @param cacheStatements most statements of previous graphs held decoded by a task; 0 holds none
 * @param frames how frames are written and read
 */
record DiffSettings(
        GraphSettings graph, LatePolicy late, long maxFutureMs, long cacheStatements, FrameSettings frames) {}
