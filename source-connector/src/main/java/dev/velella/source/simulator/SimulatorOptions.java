package dev.velella.source.simulator;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.Spelling;
import dev.velella.source.options.OptionValidators;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Collectors;
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
    static final Option<String> START = Option.text("simulator.start")
            .byDefault(WeatherOptions.DEFAULT_START)
            .check(OptionValidators.localDateTime())
            .label("Start")
            .doc("Time of the first element in UTC, without zone; elements follow about every 10 seconds.");
    static final Option<String> BASE = Option.text("simulator.base")
            .byDefault(WeatherOptions.DEFAULT_BASE)
            .check(OptionValidators.absoluteIri())
            .label("Base IRI")
            .doc("Start of the IRIs of sensors, observations and graphs.");
    static final Option<WeatherStyle> STYLE = Option.choice("simulator.style", WeatherStyle.GRAPHS)
            .label("Style")
            .doc(
                    "'graphs' keeps the IRIs of observations the same, so that about 11 statements differ from one element to"
                            + " the next; 'triples' has the time in them, so that most differ.");
    static final Option<Boolean> BNODES = Option.flag("simulator.bnodes", false)
            .label("Blank nodes")
            .doc("Whether results are blank nodes, with other labels in every element.");
    static final Option<Double> DUP_PROBABILITY = Option.number("simulator.dup.probability", 0.0)
            .between(0, 1)
            .label("Probability of repeats")
            .doc("Chance that an element is repeated.");
    static final Option<Double> LATE_PROBABILITY = Option.number("simulator.late.probability", 0.0)
            .between(0, 1)
            .label("Probability of late elements")
            .doc("Chance that an element changes places with the next.");
    static final Option<Double> GAP_PROBABILITY = Option.number("simulator.gap.probability", 0.0)
            .between(0, 1)
            .label("Probability of gaps")
            .doc("Chance of a silence of up to ten minutes (of simulated time) after an element.");
    static final Option<Double> RATE_PER_SECOND = Option.number("simulator.rate.per.second", 0.0)
            .atLeast(0)
            .high()
            .label("Elements a second")
            .doc(
                    "Number of elements emitted in a second, over all stations; it may be below 1. 0: as fast as possible.");

    private static final String PREFIX = "simulator.";

    /** Options that decide the content of the simulated elements. The length of the stream is not among them. */
    private static final List<Option<?>> OF_ELEMENTS =
            List.of(SEED, STATIONS, START, BASE, STYLE, BNODES, DUP_PROBABILITY, LATE_PROBABILITY, GAP_PROBABILITY);

    private SimulatorOptions() {}

    /** Adds all options to a group. */
    static void define(OptionGroup group) {
        group.add(
                SEED,
                ELEMENTS,
                STATIONS,
                RATE_PER_SECOND,
                START,
                BASE,
                STYLE,
                BNODES,
                DUP_PROBABILITY,
                LATE_PROBABILITY,
                GAP_PROBABILITY);
    }

    /** The options of the simulated stations. */
    static WeatherOptions weather(AbstractConfig config) {
        return new WeatherOptions(
                SEED.of(config),
                STATIONS.of(config),
                ELEMENTS.of(config),
                LocalDateTime.parse(START.of(config)),
                BASE.of(config),
                STYLE.of(config),
                BNODES.of(config),
                DUP_PROBABILITY.of(config),
                LATE_PROBABILITY.of(config),
                GAP_PROBABILITY.of(config));
    }

    /** The identity of the stream: one text with everything that decides the numbers of the elements. */
    static String identity(AbstractConfig config) {
        return OF_ELEMENTS.stream()
                .map(option -> option.name().substring(PREFIX.length()) + "="
                        + URLEncoder.encode(shown(option.of(config)), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static String shown(Object value) {
        return value instanceof Enum<?> constant ? Spelling.of(constant) : value.toString();
    }
}
