package dev.velella.source.simulator;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import org.apache.kafka.common.config.AbstractConfig;

/** Options of the simulated weather stations: names, defaults, documentation, and the values for the other classes. */
final class SimulatorOptions {
    static final Option<Long> SEED = Option.number("simulator.seed", 1L)
            .medium()
            .label("Seed")
            .doc("Number from which the weather is computed. The same options always give the same stream.");
    static final Option<Long> ELEMENTS = Option.number("simulator.elements", 1000L)
            .atLeast(0)
            .high()
            .label("Elements")
            .doc(
                    "Length of the stream in elements, over all stations. 0: the stream has no end. If the number is raised"
                            + " later, a stream that was at its end goes on.");
    static final Option<Integer> STATIONS = Option.number("simulator.stations", 1)
            .atLeast(1)
            .medium()
            .label("Stations")
            .doc("Number of weather stations, which take turns; their keys are ibs_1, ibs_2 and so on.");
    static final Option<Double> RATE_PER_SECOND = Option.number("simulator.rate.per.second", 0.0)
            .atLeast(0)
            .high()
            .label("Elements a second")
            .doc(
                    "Number of elements emitted in a second, over all stations; it may be below 1. 0: as fast as possible.");

    private SimulatorOptions() {}

    /** Adds all options to a group. */
    static void define(OptionGroup group) {
        group.add(SEED, ELEMENTS, STATIONS, RATE_PER_SECOND);
    }

    /** The options of the simulated stations. */
    static WeatherOptions weather(AbstractConfig config) {
        return new WeatherOptions(SEED.of(config), STATIONS.of(config), ELEMENTS.of(config));
    }

    /**
     * The identity of the stream: one text with everything that decides the numbers of the elements. The length of the
     * stream does not.
     */
    static String identity(AbstractConfig config) {
        return "seed=" + SEED.of(config) + "&stations=" + STATIONS.of(config);
    }
}
