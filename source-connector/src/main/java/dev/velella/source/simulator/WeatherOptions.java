package dev.velella.source.simulator;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * Options of the simulated stream. Equal options give equal streams; a larger {@code elements} only makes the stream
 * longer.
 *
 * @param seed any number
 * @param stations number of stations, which take turns; at least 1
 * @param elements length of the stream; 0 for an endless stream
 * @param start time (UTC) of the first element of the first station; digits finer than microseconds are cut off
 * @param base start of every IRI of the site, for example {@code https://example.org/site/}
 * @param style kind of the observations' IRIs
 * @param blankNodes whether results are blank nodes, with other labels in every element
 * @param duplicateProbability chance, 0 to 1, that an element is followed by an exact repeat
 * @param lateProbability chance, 0 to 1, that an element changes places with the next
 * @param gapProbability chance, 0 to 1, of a silence of up to ten minutes after an element
 */
public record WeatherOptions(
        long seed,
        int stations,
        long elements,
        LocalDateTime start,
        String base,
        WeatherStyle style,
        boolean blankNodes,
        double duplicateProbability,
        double lateProbability,
        double gapProbability) {
    /** Text of the default {@link #start}. */
    public static final String DEFAULT_START = "2023-01-02T15:36:37.065535";

    /** The default {@link #base}. */
    public static final String DEFAULT_BASE = "https://assist-iot.eu/pilot2_rdf/";

    /**
     * Cuts the start to microseconds.
     *
     * @throws IllegalArgumentException if a number is out of its range
     */
    public WeatherOptions {
        Objects.requireNonNull(style, "style");
        start = start.truncatedTo(ChronoUnit.MICROS);
        if (stations < 1) {
            throw new IllegalArgumentException("stations must be at least 1, not " + stations);
        }
        if (elements < 0) {
            throw new IllegalArgumentException("elements must be 0 (endless) or more, not " + elements);
        }
        requireProbability("duplicateProbability", duplicateProbability);
        requireProbability("lateProbability", lateProbability);
        requireProbability("gapProbability", gapProbability);
    }

    /** One station with stable IRIs and no disturbances. */
    public static WeatherOptions of(long seed, long elements) {
        return new WeatherOptions(
                seed,
                1,
                elements,
                LocalDateTime.parse(DEFAULT_START),
                DEFAULT_BASE,
                WeatherStyle.GRAPHS,
                false,
                0,
                0,
                0);
    }

    private static void requireProbability(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must be between 0 and 1, not " + value);
        }
    }
}
