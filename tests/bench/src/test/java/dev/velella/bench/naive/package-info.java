/**
 * Velella beside the pipeline as people build it by hand: the hand-made pipeline, Velella as it is installed, and the suite that
 * gives both the same messages, brokers, stores and faults.
 */
@NullMarked
package dev.velella.bench.naive;

import org.jspecify.annotations.NullMarked;
