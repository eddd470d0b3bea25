package dev.velella.bench.results;

import dev.velella.bench.measure.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of one suite.
 *
 * <p>A suite may be measured in parts, each part in a run of its own. So each figure names its run. A run of which no figure is
 * left is not kept.
 *
 * @param runs at least one
 * @param figures by name, in the order in which they were first measured
 */
public record SuiteResults(List<Run> runs, Map<String, MeasuredFigure> figures) {
    private static final String LOW = "-low";
    private static final String HIGH = "-high";

    static SuiteResults none() {
        return new SuiteResults(List.of(), Map.of());
    }

    /**
     * These results with those of another run. Its figures replace older ones of the same name. Figures of an older run of the same
     * command that are not there any more are dropped.
     */
    SuiteResults with(Run run, Figures measured) {
        Map<String, MeasuredFigure> all = new LinkedHashMap<>();
        int place = runs.size() + 1;
        Map<String, MeasuredFigure> current = fold(measured, place);
        figures.forEach((name, figure) -> {
            boolean gone = runs.get(figure.run() - 1).command().equals(run.command());
            if (current.containsKey(name) || !gone) {
                all.put(name, figure);
            }
        });
        all.putAll(current);
        List<Run> both = new ArrayList<>(runs);
        both.add(run);
        return new SuiteResults(both, all).withoutEmptyRuns();
    }

    private static Map<String, MeasuredFigure> fold(Figures measured, int place) {
        Map<String, MeasuredFigure> folded = new LinkedHashMap<>();
        for (String name : measured.names()) {
            if (isSpread(name, LOW, measured) || isSpread(name, HIGH, measured)) {
                continue;
            }
            Figures.Figure figure = measured.all().get(name);
            folded.put(
                    name,
                    new MeasuredFigure(
                            figure.value(),
                            figure.unit(),
                            value(measured, spreadName(name, LOW)),
                            value(measured, spreadName(name, HIGH)),
                            place));
        }
        return folded;
    }

    private static boolean isSpread(String name, String end, Figures measured) {
        int first = name.indexOf('/');
        return first > 0
                && name.substring(0, first).endsWith(end)
                && measured.get(name.substring(0, first - end.length()) + name.substring(first))
                        .isPresent();
    }

    private static String spreadName(String name, String end) {
        return name.contains("/") ? name.replaceFirst("/", end + "/") : name + end;
    }

    private static Double value(Figures measured, String name) {
        return measured.get(name).isPresent() ? measured.get(name).getAsDouble() : null;
    }

    private SuiteResults withoutEmptyRuns() {
        List<Run> kept = new ArrayList<>();
        Map<Integer, Integer> places = new LinkedHashMap<>();
        for (int place = 1; place <= runs.size(); place++) {
            int old = place;
            if (figures.values().stream().anyMatch(figure -> figure.run() == old)) {
                kept.add(runs.get(place - 1));
                places.put(place, kept.size());
            }
        }
        Map<String, MeasuredFigure> renumbered = new LinkedHashMap<>();
        figures.forEach((name, figure) -> renumbered.put(name, figure.ofRun(places.get(figure.run()))));
        return new SuiteResults(kept, renumbered);
    }

    SuiteResults withRuns(List<Run> changed) {
        return new SuiteResults(changed, figures);
    }

    /** The figures as reports read them. Behind each that is not of the first run stands its run, as in {@code 12.3 [2]}. */
    public Figures asFigures() {
        Map<String, Figures.Figure> all = new LinkedHashMap<>();
        figures.forEach((name, figure) -> {
            String note = figure.run() == 1 ? "" : " [" + figure.run() + "]";
            all.put(name, new Figures.Figure(figure.value(), figure.unit(), note));
            if (figure.low() != null) {
                all.put(spreadName(name, LOW), new Figures.Figure(figure.low(), figure.unit(), ""));
            }
            if (figure.high() != null) {
                all.put(spreadName(name, HIGH), new Figures.Figure(figure.high(), figure.unit(), ""));
            }
        });
        return new Figures(all);
    }
}
