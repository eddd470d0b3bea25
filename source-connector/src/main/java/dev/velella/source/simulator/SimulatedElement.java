package dev.velella.source.simulator;

import dev.velella.rdf.RdfGraph;
import java.time.Instant;

/**
 * One element of the simulated stream.
 *
 * @param key {@code ibs_N}, N being the number of the station from 1
 * @param time time of the observation, to the microsecond
 * @param graph one default-graph statement about the graph name, then the statements of that graph: 116 in all
 */
public record SimulatedElement(String key, Instant time, RdfGraph graph) {}
