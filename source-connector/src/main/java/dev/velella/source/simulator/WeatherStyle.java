package dev.velella.source.simulator;

/** The kinds of IRIs of simulated observations. */
public enum WeatherStyle {
    /** The same IRIs in every element of a station: only times and values change. */
    GRAPHS,
    /** The time is part of the IRIs of observations and results, so most statements are new in every element. */
    TRIPLES
}
