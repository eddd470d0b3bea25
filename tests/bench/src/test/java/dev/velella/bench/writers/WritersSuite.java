package dev.velella.bench.writers;

import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.sink.SinkSuite;
import dev.velella.bench.writers.WrittenStore.Rate;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Does the work of {@code tests/bench/run writers}: rates of patches of many shapes. The plan does not combine everything with
 * everything: from a middle point, one property changes at a time. In each round all points of a store take turns, and a ratio
 * to the middle is the median over the rounds.
 */
public final class WritersSuite {
    private final WritersScale scale;
    private final Path servers;
    private final Figures figures;
    private final PrintStream progress;

    /** @param servers the folder {@code tests/servers}, built; looked at only for stores on servers */
    public WritersSuite(WritersScale scale, Path servers, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.servers = servers;
        this.figures = figures;
        this.progress = progress;
    }

    /** Measures some stores of {@link SinkSuite#names}. */
    public void run(List<String> kinds) throws IOException {
        for (String kind : kinds) {
            progress.println("writers of " + kind);
            boolean severalTasks = !SinkSuite.embedded().contains(kind);
            Map<Integer, WrittenStore> stores = new LinkedHashMap<>();
            try {
                for (int statements : scale.statements()) {
                    int tasks = severalTasks ? WrittenStore.TASKS : 1;
                    stores.put(statements, WrittenStore.filled(kind, tasks, statements, servers));
                }
                run(kind, Point.all(scale, severalTasks), stores);
            } finally {
                for (WrittenStore store : stores.values()) {
                    store.close();
                }
            }
        }
    }

    private void run(String kind, List<Point> points, Map<Integer, WrittenStore> stores) {
        Map<Point, List<Rate>> rates = new LinkedHashMap<>();
        for (int round = 0; round < scale.warmUp() + scale.rounds(); round++) {
            for (Point point : points) {
                int transactions = Math.max(1, Math.min(scale.transactions(), scale.rows() / point.rows()));
                Rate rate = stores.get(point.statements()).round(point, transactions);
                if (round >= scale.warmUp()) {
                    rates.computeIfAbsent(point, first -> new ArrayList<>()).add(rate);
                }
            }
        }
        double[] middle = each(rates.get(points.get(0)), Rate::perSecond);
        rates.forEach((point, rounds) -> report(kind + "/" + point.name(), rounds, middle));
    }

    private void report(String name, List<Rate> rounds, double[] middle) {
        double[] rates = each(rounds, Rate::perSecond);
        figures.add("rate/" + name, Comparison.median(rates), "rows/s");
        double[] ratios = new double[rates.length];
        Arrays.setAll(ratios, round -> rates[round] / middle[round]);
        figures.addRounds("ratio/" + name, ratios, "x");
        figures.add("own/" + name, Comparison.median(each(rounds, Rate::own)), "processors");
        figures.add("server/" + name, Comparison.median(each(rounds, Rate::server)), "processors");
    }

    private static double[] each(List<Rate> rounds, ToDoubleFunction<Rate> figure) {
        return rounds.stream().mapToDouble(figure).toArray();
    }
}
