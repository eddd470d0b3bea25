package dev.velella.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What {@code tests/bench/run sink} does: rates of patches into stores in this process. All contenders of a store and size
 * take turns, and a ratio is the median over the rounds of what each round gave.
 */
final class SinkSuite {
    static final String VELELLA = "velella";
    static final String BULK = "bulk";
    static final String SINGLE = "transaction-per-patch";

    /** Statements in a transaction while a store is filled. */
    private static final int LOAD = 50_000;

    private final SinkScale scale;
    private final Figures figures;
    private final PrintStream progress;

    SinkSuite(SinkScale scale, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.figures = figures;
        this.progress = progress;
    }

    static List<String> names() {
        return List.of("memory", "lmdb");
    }

    void run(List<String> kinds) throws IOException {
        for (String kind : kinds) {
            for (int statements : scale.statements()) {
                progress.println(kind + " with " + statements + " statements");
                run(kind, statements);
            }
            List<Integer> sizes = scale.statements();
            if (sizes.size() > 1) {
                double small = rate(kind, sizes.get(0), VELELLA);
                double large = rate(kind, sizes.get(sizes.size() - 1), VELELLA);
                figures.add("growth/" + kind, small / large, "x");
            }
        }
    }

    private double rate(String kind, int statements, String contender) {
        return figures.get("rate/" + kind + "-" + statements + "/" + contender).orElse(Double.NaN);
    }

    /** A contender with its store, its own copy of the stream, and patches per second by round. */
    private record Entrant(SinkContender contender, SinkPatches patches, double[] rates) {}

    private void run(String kind, int statements) throws IOException {
        Path folder = Files.createTempDirectory("velella-sink-bench");
        Map<String, Entrant> entrants = new LinkedHashMap<>();
        try {
            entrants.put(VELELLA, entrant(SinkContender.velella(kind, folder.resolve(VELELLA))));
            entrants.put(BULK, entrant(SinkContender.rdf4j(kind, folder.resolve(BULK), true)));
            entrants.put(SINGLE, entrant(SinkContender.rdf4j(kind, folder.resolve(SINGLE), false)));
            String scenario = kind + "-" + statements;
            entrants.forEach((name, entrant) -> fill(scenario, name, entrant, statements));
            for (int round = 0; round < scale.rounds(); round++) {
                for (Map.Entry<String, Entrant> entry : entrants.entrySet()) {
                    entry.getValue().rates()[round] = round(entry.getKey(), entry.getValue());
                }
            }
            report(scenario, entrants);
        } finally {
            entrants.values().forEach(entrant -> entrant.contender().close());
            delete(folder);
        }
    }

    private Entrant entrant(SinkContender contender) {
        return new Entrant(contender, new SinkPatches(), new double[scale.rounds()]);
    }

    private void fill(String scenario, String name, Entrant entrant, int statements) {
        long nanos = 0;
        for (int from = 0; from < statements; from += LOAD) {
            var filling = SinkPatches.filling(from, Math.min(from + LOAD, statements));
            long begin = System.nanoTime();
            entrant.contender().load(filling);
            nanos += System.nanoTime() - begin;
        }
        figures.add("load/" + scenario + "/" + name, statements * 1e9 / nanos, "statements/s");
        entrant.contender().prepare(entrant.patches().next(200)).run(); // the first graph of every station
    }

    private double round(String name, Entrant entrant) {
        boolean single = name.equals(SINGLE);
        int batches = single ? 1 : scale.batches();
        int size = single ? scale.single() : SinkPatches.BATCH;
        long nanos = 0;
        for (int i = 0; i < batches; i++) {
            Runnable work = entrant.contender().prepare(entrant.patches().next(size));
            long begin = System.nanoTime();
            work.run();
            nanos += System.nanoTime() - begin;
        }
        return (double) batches * size * 1e9 / nanos;
    }

    private void report(String scenario, Map<String, Entrant> entrants) {
        entrants.forEach(
                (name, entrant) -> figures.add("rate/" + scenario + "/" + name, median(entrant.rates()), "patches/s"));
        double[] own = entrants.get(VELELLA).rates();
        for (String peer : List.of(BULK, SINGLE)) {
            double[] ratios = new double[own.length];
            for (int i = 0; i < own.length; i++) {
                ratios[i] = own[i] / entrants.get(peer).rates()[i];
            }
            String name = scenario + "/" + peer;
            figures.add("ratio/" + name, median(ratios), "x");
            double[] counted = Arrays.copyOfRange(ratios, 1, ratios.length);
            figures.add("ratio-low/" + name, Arrays.stream(counted).min().orElse(Double.NaN), "x");
            figures.add("ratio-high/" + name, Arrays.stream(counted).max().orElse(Double.NaN), "x");
        }
    }

    /** Of all rounds but the first, in which the compiler was at work. */
    private static double median(double[] rounds) {
        double[] counted = Arrays.copyOfRange(rounds, 1, rounds.length);
        Arrays.sort(counted);
        int middle = counted.length / 2;
        return counted.length % 2 == 1 ? counted[middle] : (counted[middle - 1] + counted[middle]) / 2;
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }
}
