package dev.velella.source.simulator;

/**
 * Options of the simulated stream. Equal options give equal streams; a larger {@code elements} only makes the stream
 * longer.
 *
 * @param seed any number
 * @param stations number of stations, which take turns; at least 1
 * @param elements length of the stream; 0 for an endless stream
 */
public record WeatherOptions(long seed, int stations, long elements) {
    /** @throws IllegalArgumentException if a number is out of its range */
    public WeatherOptions {
        if (stations < 1) {
            throw new IllegalArgumentException("stations must be at least 1, not " + stations);
        }
        if (elements < 0) {
            throw new IllegalArgumentException("elements must be 0 (endless) or more, not " + elements);
        }
    }

    /** One station. */
    public static WeatherOptions of(long seed, long elements) {
        return new WeatherOptions(seed, 1, elements);
    }
}
