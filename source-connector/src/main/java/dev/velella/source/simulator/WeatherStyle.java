package dev.velella.source.simulator;

/** Which IRIs the simulated observations have. */
public enum WeatherStyle {
    /** The same IRIs in every element of a station: only times and values change. */
    GRAPHS,
    /** The time stands in the IRIs of observations and results, so most statements are new in every element. */
    TRIPLES
}
