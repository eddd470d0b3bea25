package dev.velella.tests.soak;

import java.time.Duration;

/**
 * A fault that is to happen.
 *
 * @param number from 1
 * @param at from the beginning of the run; later if the fault before it is not over
 * @param kind what happens
 * @param victim which one of several it happens to, modulo their number
 * @param ahead whether a clock is set ahead, else back
 * @param overlaps whether it begins while the fault before it is still there
 */
record Fault(int number, Duration at, FaultKind kind, int victim, boolean ahead, boolean overlaps) {}
