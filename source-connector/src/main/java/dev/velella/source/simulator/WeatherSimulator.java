package dev.velella.source.simulator;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stream of simulated observations of one or more weather stations, which take turns.
 *
 * <p>Samples are taken first and become statements only when they are read, so {@link #skip()} costs next to nothing.
 * Owns its stations and the random numbers of the disturbances (repeats, late elements, gaps). Not thread-safe.
 */
public final class WeatherSimulator {
    /** Time between the starts of two stations. */
    private static final long STAGGER_NANOS = 137_911_000;

    private final WeatherOptions options;
    private final List<WeatherStation> stations = new ArrayList<>();
    private final List<WeatherShape> shapes = new ArrayList<>();
    private final SplitMix64 disturbances;
    private final Deque<WeatherSample> ready = new ArrayDeque<>();

    private int turn;
    private long taken;
    private long read;
    private @Nullable WeatherSample last;
    private @Nullable WeatherSample late;

    /**
     * Creates a stream that is at its first element.
     *
     * @throws IllegalArgumentException if the base of the options does not make IRIs
     */
    public WeatherSimulator(WeatherOptions options) {
        this.options = options;
        this.disturbances = new SplitMix64(options.seed() ^ 0xA5A5A5A5L);
        for (int i = 0; i < options.stations(); i++) {
            LocalDateTime start = options.start().plusNanos(i * STAGGER_NANOS);
            stations.add(new WeatherStation(options.seed(), i, start));
            shapes.add(new WeatherShape(options, i));
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

    private @Nullable WeatherSample nextSample() {
        if (options.elements() != 0 && read == options.elements()) {
            return null;
        }
        while (ready.isEmpty()) {
            measure();
        }
        read++;
        return ready.remove();
    }

    /** Lets the next station take a sample. Adds no sample, one or several to the samples that are ready. */
    private void measure() {
        int index = turn;
        turn = (turn + 1) % stations.size();
        WeatherStation station = stations.get(index);
        station.step();
        if (last != null && happens(options.duplicateProbability())) {
            emit(last);
        }
        WeatherSample sample = new WeatherSample(index, station.time(), station.values(), taken);
        last = sample;
        station.tick();
        if (happens(options.gapProbability())) {
            station.pause((long) (600 * disturbances.uniform()));
        }
        if (late == null && happens(options.lateProbability())) {
            late = sample;
            return;
        }
        emit(sample);
        if (late != null) {
            emit(late);
            late = null;
        }
    }

    private void emit(WeatherSample sample) {
        ready.add(sample);
        taken++;
    }

    /** Whether an event of this probability happens. Draws a random number only if the probability is not 0. */
    private boolean happens(double probability) {
        return probability > 0 && disturbances.uniform() < probability;
    }
}
