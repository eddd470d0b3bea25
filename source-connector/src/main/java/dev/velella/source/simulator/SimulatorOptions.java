package dev.velella.source.simulator;

import dev.velella.options.OptionGroup;
import dev.velella.source.options.OptionValidators;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/** Options of the simulated weather stations: names, defaults, documentation, and what they say. */
final class SimulatorOptions {
    static final String SEED_CONFIG = "simulator.seed";
    private static final String SEED_DOC =
            "Number from which the weather is computed. The same options always give the same stream.";
    static final String ELEMENTS_CONFIG = "simulator.elements";
    private static final String ELEMENTS_DOC =
            "Length of the stream in elements, over all stations. 0: the stream has no end. If the number is raised"
                    + " later, a stream that was at its end goes on.";
    static final String STATIONS_CONFIG = "simulator.stations";
    private static final String STATIONS_DOC =
            "Number of weather stations, which take turns; their keys are ibs_1, ibs_2 and so on.";
    static final String START_CONFIG = "simulator.start";
    private static final String START_DOC =
            "Time of the first element in UTC, without zone; elements follow about every 10 seconds.";
    static final String BASE_CONFIG = "simulator.base";
    private static final String BASE_DOC = "Start of the IRIs of sensors, observations and graphs.";
    static final String STYLE_CONFIG = "simulator.style";
    private static final String STYLE_DOC =
            "'graphs' keeps the IRIs of observations the same, so that about 11 statements differ from one element to"
                    + " the next; 'triples' has the time in them, so that most differ.";
    static final String BNODES_CONFIG = "simulator.bnodes";
    private static final String BNODES_DOC = "Whether results are blank nodes, with other labels in every element.";
    static final String DUP_PROBABILITY_CONFIG = "simulator.dup.probability";
    private static final String DUP_PROBABILITY_DOC = "Chance that an element is repeated.";
    static final String LATE_PROBABILITY_CONFIG = "simulator.late.probability";
    private static final String LATE_PROBABILITY_DOC = "Chance that an element changes places with the next.";
    static final String GAP_PROBABILITY_CONFIG = "simulator.gap.probability";
    private static final String GAP_PROBABILITY_DOC =
            "Chance of a silence of up to ten minutes (of simulated time) after an element.";
    static final String RATE_PER_SECOND_CONFIG = "simulator.rate.per.second";
    private static final String RATE_PER_SECOND_DOC =
            "Number of elements emitted in a second, over all stations; it may be below 1. 0: as fast as possible.";

    private static final String PREFIX = "simulator.";
    private static final Range PROBABILITY = Range.between(0, 1);

    /** Options that decide what a simulated element holds; the length of the stream does not. */
    private static final List<String> OF_ELEMENTS = List.of(
            SEED_CONFIG,
            STATIONS_CONFIG,
            START_CONFIG,
            BASE_CONFIG,
            STYLE_CONFIG,
            BNODES_CONFIG,
            DUP_PROBABILITY_CONFIG,
            LATE_PROBABILITY_CONFIG,
            GAP_PROBABILITY_CONFIG);

    private SimulatorOptions() {}

    /** Adds all options to a group. */
    static void define(OptionGroup group) {
        group.add(SEED_CONFIG, Type.LONG, 1L, null, Importance.MEDIUM, SEED_DOC, "Seed");
        group.add(ELEMENTS_CONFIG, Type.LONG, 1000L, Range.atLeast(0), Importance.HIGH, ELEMENTS_DOC, "Elements");
        group.add(STATIONS_CONFIG, Type.INT, 1, Range.atLeast(1), Importance.MEDIUM, STATIONS_DOC, "Stations");
        group.add(
                RATE_PER_SECOND_CONFIG,
                Type.DOUBLE,
                0.0,
                Range.atLeast(0),
                Importance.HIGH,
                RATE_PER_SECOND_DOC,
                "Elements a second");
        group.add(
                START_CONFIG,
                Type.STRING,
                WeatherOptions.DEFAULT_START,
                OptionValidators.localDateTime(),
                Importance.LOW,
                START_DOC,
                "Start");
        group.add(
                BASE_CONFIG,
                Type.STRING,
                WeatherOptions.DEFAULT_BASE,
                OptionValidators.absoluteIri(),
                Importance.LOW,
                BASE_DOC,
                "Base IRI");
        group.choice(STYLE_CONFIG, "graphs", List.of("graphs", "triples"), Importance.LOW, STYLE_DOC, "Style");
        group.add(BNODES_CONFIG, Type.BOOLEAN, false, null, Importance.LOW, BNODES_DOC, "Blank nodes");
        group.add(
                DUP_PROBABILITY_CONFIG,
                Type.DOUBLE,
                0.0,
                PROBABILITY,
                Importance.LOW,
                DUP_PROBABILITY_DOC,
                "Probability of repeats");
        group.add(
                LATE_PROBABILITY_CONFIG,
                Type.DOUBLE,
                0.0,
                PROBABILITY,
                Importance.LOW,
                LATE_PROBABILITY_DOC,
                "Probability of late elements");
        group.add(
                GAP_PROBABILITY_CONFIG,
                Type.DOUBLE,
                0.0,
                PROBABILITY,
                Importance.LOW,
                GAP_PROBABILITY_DOC,
                "Probability of gaps");
    }

    /** Which stations are simulated, and how. */
    static WeatherOptions weather(AbstractConfig config) {
        return new WeatherOptions(
                config.getLong(SEED_CONFIG),
                config.getInt(STATIONS_CONFIG),
                config.getLong(ELEMENTS_CONFIG),
                LocalDateTime.parse(config.getString(START_CONFIG)),
                config.getString(BASE_CONFIG),
                WeatherStyle.valueOf(config.getString(STYLE_CONFIG).toUpperCase(Locale.ROOT)),
                config.getBoolean(BNODES_CONFIG),
                config.getDouble(DUP_PROBABILITY_CONFIG),
                config.getDouble(LATE_PROBABILITY_CONFIG),
                config.getDouble(GAP_PROBABILITY_CONFIG));
    }

    /** All that decides which element has which number, in one text. */
    static String identity(AbstractConfig config) {
        return OF_ELEMENTS.stream()
                .map(option -> option.substring(PREFIX.length()) + "="
                        + URLEncoder.encode(String.valueOf(config.values().get(option)), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
