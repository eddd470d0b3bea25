package dev.velella.source.simulator;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stream of simulated observations of one or more weather stations, which take turns.
 *
 * <p>Samples are taken first and become statements only when they are read, so {@link #skip()} costs next to nothing.
 * Owns its stations. Not thread-safe.
 */
public final class WeatherSimulator {
    /** Time (UTC) of the first element of the first station. */
    private static final LocalDateTime START = LocalDateTime.parse("2023-01-02T15:36:37.065535");

    /** Time between the starts of two stations. */
    private static final long STAGGER_NANOS = 137_911_000;

    private final WeatherOptions options;
    private final List<WeatherStation> stations = new ArrayList<>();
    private final List<WeatherShape> shapes = new ArrayList<>();

    private int turn;
    private long read;

    /** Creates a stream that is at its first element. */
    public WeatherSimulator(WeatherOptions options) {
        this.options = options;
        for (int i = 0; i < options.stations(); i++) {
            LocalDateTime start = START.plusNanos(i * STAGGER_NANOS);
            stations.add(new WeatherStation(options.seed(), i, start));
            shapes.add(new WeatherShape(i));
        }
    }

    /** The next element; null at the end of the stream. */
    public @Nullable SimulatedElement next() {
        WeatherSample sample = nextSample();
        if (sample == null) {
            return null;
        }
        return new SimulatedElement(
                key(sample),
                sample.time().toInstant(ZoneOffset.UTC),
                shapes.get(sample.station()).element(sample));
    }

    /** The next element as the station would send it in JSON, in place of {@link #next()}; null at the end of the stream. */
    public @Nullable SimulatedReading nextReading() {
        WeatherSample sample = nextSample();
        return sample == null ? null : SimulatedReading.of(sample);
    }

    static String key(WeatherSample sample) {
        return "ibs_" + (sample.station() + 1);
    }

    /** Skips the next element without building it; false at the end of the stream. */
    public boolean skip() {
        return nextSample() != null;
    }

    /** Lets the next station take a sample; null at the end of the stream. */
    private @Nullable WeatherSample nextSample() {
        if (options.elements() != 0 && read == options.elements()) {
            return null;
        }
        read++;
        int index = turn;
        turn = (turn + 1) % stations.size();
        WeatherStation station = stations.get(index);
        station.step();
        WeatherSample sample = new WeatherSample(index, station.time(), station.values());
        station.tick();
        return sample;
    }
}
