package dev.velella.source.simulator;

import java.time.LocalDateTime;
import java.util.List;

/**
 * The measurements of one station at one time. An element is built from these values alone.
 *
 * @param station number of the station, from 0
 * @param time UTC, microseconds
 * @param values lexical forms, in the order of {@link WeatherProperty#ALL}
 */
record WeatherSample(int station, LocalDateTime time, List<String> values) {}
