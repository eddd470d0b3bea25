package dev.velella.bench.measure;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * All figures of a suite by name, in the order in which they became known. Each is printed as one line {@code name value unit}
 * as soon as it is known. Figures that are not a number are left out.
 *
 * <p>Names are paths, as {@code ratio/weather-parse/velella/jelly-jvm}. The lowest and the highest of the rounds have {@code
 * -low} and {@code -high} after the first part, as {@code ratio-low/weather-parse/velella/jelly-jvm}. Not safe for several
 * threads.
 */
public final class Figures {
    private static final String NONE = "–";

    private final Map<String, Figure> values = new LinkedHashMap<>();
    private final @Nullable PrintStream out;

    /**
     * One figure.
     *
     * @param value a number
     * @param unit as it is printed, without spaces
     * @param note text behind the value in tables; empty for none
     */
    public record Figure(double value, String unit, String note) {}

    /** Figures of a run that is under way. */
    public Figures(PrintStream out) {
        this.out = out;
    }

    /** Figures that were measured before; nothing is printed. */
    public Figures(Map<String, Figure> measured) {
        this.out = null;
        values.putAll(measured);
    }

    /** Keeps a figure and prints it. A second one of that name replaces the first. */
    public void add(String name, double value, String unit) {
        if (Double.isNaN(value)) {
            return;
        }
        values.put(name, new Figure(value, unit, ""));
        if (out != null) {
            out.println(name + " " + spell(value) + " " + unit);
            out.flush();
        }
    }

    /** Keeps and prints a median with the lowest and the highest of its rounds. */
    public void add(String name, double median, double lowest, double highest, String unit) {
        add(name, median, unit);
        add(low(name), lowest, unit);
        add(high(name), highest, unit);
    }

    /** Keeps and prints the median of rounds, with the lowest and the highest of them; nothing if there are none. */
    public void addRounds(String name, double[] rounds, String unit) {
        if (rounds.length > 0) {
            double lowest = Arrays.stream(rounds).min().orElseThrow();
            double highest = Arrays.stream(rounds).max().orElseThrow();
            add(name, Comparison.median(rounds), lowest, highest, unit);
        }
    }

    private static String low(String name) {
        return ofRounds(name, "-low");
    }

    private static String high(String name) {
        return ofRounds(name, "-high");
    }

    private static String ofRounds(String name, String end) {
        return name.contains("/") ? name.replaceFirst("/", end + "/") : name + end;
    }

    /** Times, allocation and ratios of a scenario. */
    public void add(Comparison comparison) {
        String scenario = comparison.scenario();
        for (Comparison.Entry entry : comparison.entries()) {
            add("time/" + scenario + "/" + entry.label(), entry.medianNanos(), "ns/" + comparison.unit());
            add("cpu/" + scenario + "/" + entry.label(), entry.medianCpuNanos(), "ns/" + comparison.unit());
            add("alloc/" + scenario + "/" + entry.label(), entry.medianBytes(), "B/" + comparison.unit());
        }
        addRatios(comparison);
    }

    private void addRatios(Comparison comparison) {
        for (Comparison.Entry own : comparison.own()) {
            for (Comparison.Entry peer : comparison.peers()) {
                Comparison.Ratio ratio = Comparison.ratio(own, peer);
                String pair = comparison.scenario() + "/" + own.label() + "/" + peer.label();
                add("ratio/" + pair, ratio.median(), ratio.lowest(), ratio.highest(), "x");
                add("ratio-cpu/" + pair, Comparison.cpuRatio(own, peer).median(), "x");
            }
        }
    }

    /** Rates of records through a broker, and how many times faster each of ours is than each peer. */
    public void addRates(Comparison comparison) {
        String scenario = comparison.scenario();
        for (Comparison.Entry entry : comparison.entries()) {
            add("rate/" + scenario + "/" + entry.label(), 1e9 / entry.medianNanos(), "records/s");
            add("cpu/" + scenario + "/" + entry.label(), entry.medianCpuNanos() / 1000, "us/record");
        }
        addRatios(comparison);
    }

    /** The value of that name, where there is one. */
    public OptionalDouble get(String name) {
        Figure value = values.get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value.value());
    }

    /** All figures by name, in their order; a view that cannot be changed. */
    public Map<String, Figure> all() {
        return Collections.unmodifiableMap(values);
    }

    /** Names in their order. */
    public List<String> names() {
        return List.copyOf(values.keySet());
    }

    /** The different parts of names at this place, counted from 0, of the names that begin so; in their order. */
    public List<String> parts(String prefix, int place) {
        return values.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.split("/"))
                .filter(parts -> parts.length > place)
                .map(parts -> parts[place])
                .distinct()
                .toList();
    }

    /** The figure as it is printed, with its note, or a dash where there is none. */
    public String text(String name) {
        Figure value = values.get(name);
        return value == null ? NONE : spell(value.value()) + value.note();
    }

    /** The same in bold. */
    public String strong(String name) {
        return values.containsKey(name) ? "**" + text(name) + "**" : NONE;
    }

    /** The lowest and the highest of the rounds of that figure, or a dash where they are not known. */
    public String spread(String name) {
        Figure low = values.get(low(name));
        Figure high = values.get(high(name));
        return low == null || high == null ? NONE : spell(low.value()) + " to " + spell(high.value());
    }

    /** Four significant digits or so: no decimals from 1000 on, one from 100 on, and so forth. */
    public static String spell(double value) {
        double size = Math.abs(value);
        int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
