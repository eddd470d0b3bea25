package dev.velella.source.replay;

import dev.velella.source.input.PlannedInput;
import java.util.List;

/**
 * The work of a task that reads inputs from their start.
 *
 * @param inputs inputs to be read, in this order
 * @param elementsPerSecond most elements a second; 0 for as many as possible
 * @param speedup how many times faster than recorded elements are emitted; 0 for as fast as possible
 */
public record Replay(List<PlannedInput> inputs, double elementsPerSecond, double speedup) {}
