package dev.velella.bench;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * All figures of a run by name. Each is printed as one line {@code name value unit} as soon as it is known. Figures that
 * are not a number are left out.
 */
public final class Figures {
    private final Map<String, Double> values = new LinkedHashMap<>();
    private final PrintStream out;

    /** @param out takes the lines */
    public Figures(PrintStream out) {
        this.out = out;
    }

    /** Adds a figure and prints it. */
    public void add(String name, double value, String unit) {
        if (Double.isNaN(value)) {
            return;
        }
        values.put(name, value);
        out.println(name + " " + spell(value) + " " + unit);
        out.flush();
    }

    /** Times, allocation and ratios of a scenario. */
    void add(Comparison comparison) {
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
                add("ratio/" + pair, ratio.median(), "x");
                add("ratio-low/" + pair, ratio.lowest(), "x");
                add("ratio-high/" + pair, ratio.highest(), "x");
                add("ratio-cpu/" + pair, Comparison.cpuRatio(own, peer).median(), "x");
            }
        }
    }

    /** Rates of what goes through a broker, and how many times faster each of ours is than each peer. */
    void addRates(Comparison comparison) {
        String scenario = comparison.scenario();
        for (Comparison.Entry entry : comparison.entries()) {
            add("rate/" + scenario + "/" + entry.label(), 1e9 / entry.medianNanos(), "records/s");
            add("cpu/" + scenario + "/" + entry.label(), entry.medianCpuNanos() / 1000, "us/record");
        }
        addRatios(comparison);
    }

    /** The figure; empty if there is none. */
    public OptionalDouble get(String name) {
        Double value = values.get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** The figure as it is printed, or a dash where there is none. */
    public String text(String name) {
        OptionalDouble value = get(name);
        return value.isPresent() ? spell(value.getAsDouble()) : "–";
    }

    /** Four significant digits or so: no decimals from 1000 on, one from 100 on, and so forth. */
    static String spell(double value) {
        double size = Math.abs(value);
        int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
