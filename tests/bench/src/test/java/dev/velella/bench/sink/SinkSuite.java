package dev.velella.bench.sink;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.process.StoreProcess;
import dev.velella.bench.process.WorkFolder;
import dev.velella.bench.sink.SinkContender.Grouping;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What {@code tests/bench/run sink} does: rates of patches into stores, in this process and behind HTTP. All contenders of
 * a store and size take turns, and a ratio is the median over the rounds of what each round gave.
 */
public final class SinkSuite {
    static final String VELELLA = "velella";
    static final String BULK = "bulk";
    static final String DIFFERENCES = "bulk-differences";
    static final String SINGLE = "one-per-patch";
    static final String DIRECT = "direct";
    static final String VALUES_FIRST = "direct-values-first";

    /** Statements in a transaction while a store is filled. */
    private static final int LOAD = 50_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final SinkScale scale;
    private final boolean alone;
    private final Path servers;
    private final Figures figures;
    private final PrintStream progress;

    /**
     * @param alone whether our targets have no peers: how they go with the size of a store, in a bearable time
     * @param servers the folder {@code tests/servers}, built; looked at only for stores behind HTTP
     */
    public SinkSuite(SinkScale scale, boolean alone, Path servers, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.alone = alone;
        this.servers = servers;
        this.figures = figures;
        this.progress = progress;
    }

    /** Stores in this process. */
    public static List<String> embedded() {
        return List.of("memory", "lmdb");
    }

    /** The server of a store that is not in this process. */
    public static StoreProcess.Kind server(String kind) {
        return switch (kind) {
            case "http" -> StoreProcess.Kind.RDF4J;
            case "http-native" -> StoreProcess.Kind.RDF4J_NATIVE;
            case "http-lmdb" -> StoreProcess.Kind.RDF4J_LMDB;
            case "sparql-memory" -> StoreProcess.Kind.FUSEKI;
            default -> StoreProcess.Kind.TDB2;
        };
    }

    /** All stores of the suite. */
    public static List<String> names() {
        return List.of("memory", "lmdb", "http", "sparql-memory", "sparql-tdb2");
    }

    /**
     * Measures stores.
     *
     * @param kinds of {@link #names}
     */
    public void run(List<String> kinds) throws IOException {
        for (String kind : kinds) {
            for (int statements : scale.statements()) {
                progress.println(kind + " with " + statements + " statements");
                run(kind, statements);
            }
            List<Integer> sizes = scale.statements();
            for (int larger : sizes.subList(1, sizes.size())) {
                double growth = rate(kind, sizes.get(0), VELELLA) / rate(kind, larger, VELELLA);
                figures.add("growth/" + kind + "-" + larger, growth, "x");
            }
        }
    }

    private double rate(String kind, int statements, String contender) {
        return figures.get("rate/" + kind + "-" + statements + "/" + contender).orElse(Double.NaN);
    }

    /**
     * A contender with its own copy of the stream, and seconds a patch by round.
     *
     * @param processor of the measuring thread alone
     */
    private record Entrant(SinkContender contender, SinkPatches patches, double[] elapsed, double[] processor) {}

    private void run(String kind, int statements) throws IOException {
        Path folder = Files.createTempDirectory("velella-sink-bench");
        try {
            if (embedded().contains(kind)) {
                measure(kind, statements, embedded(kind, folder), true);
            } else {
                try (StoreProcess server = new StoreProcess(server(kind), servers, folder.resolve("server"))) {
                    measure(kind, statements, remote(server), false);
                } catch (InterruptedException e) {
                    throw new BenchmarkException("interrupted", e);
                }
            }
        } finally {
            WorkFolder.delete(folder);
        }
    }

    private Map<String, SinkContender> embedded(String kind, Path folder) {
        Map<String, SinkContender> contenders = new LinkedHashMap<>();
        contenders.put(VELELLA, SinkContender.velella(kind, folder.resolve(VELELLA)));
        if (alone) {
            return contenders;
        }
        contenders.put(BULK, SinkContender.rdf4j(kind, folder.resolve(BULK), Grouping.LAST_OPERATIONS));
        contenders.put(DIFFERENCES, SinkContender.rdf4j(kind, folder.resolve(DIFFERENCES), Grouping.DIFFERENCES));
        contenders.put(SINGLE, SinkContender.rdf4j(kind, folder.resolve(SINGLE), Grouping.EACH));
        if (kind.equals("lmdb")) {
            contenders.put(DIRECT, SinkContender.direct(folder.resolve(DIRECT), false));
            contenders.put(VALUES_FIRST, SinkContender.direct(folder.resolve(VALUES_FIRST), true));
        }
        return contenders;
    }

    private Map<String, SinkContender> remote(StoreProcess server) {
        Map<String, SinkContender> contenders = new LinkedHashMap<>();
        contenders.put(VELELLA, SinkContender.velella(server));
        if (alone) {
            return contenders;
        }
        contenders.put(BULK, peer(server, Grouping.LAST_OPERATIONS));
        contenders.put(DIFFERENCES, peer(server, Grouping.DIFFERENCES));
        contenders.put(SINGLE, peer(server, Grouping.EACH));
        return contenders;
    }

    private static SinkContender peer(StoreProcess server, Grouping grouping) {
        return server.kind().isRdf4j() ? SinkContender.rdf4j(server, grouping) : SinkContender.sparql(server, grouping);
    }

    /** @param each whether each contender has a store of its own; else all share one, with streams of their own */
    private void measure(String kind, int statements, Map<String, SinkContender> contenders, boolean each) {
        Map<String, Entrant> entrants = new LinkedHashMap<>();
        contenders.forEach((name, contender) -> entrants.put(
                name,
                new Entrant(contender, new SinkPatches(name), new double[scale.rounds()], new double[scale.rounds()])));
        try {
            String scenario = kind + "-" + statements;
            entrants.forEach((name, entrant) -> {
                if (each || name.equals(VELELLA)) {
                    fill(scenario, name, entrant, statements);
                }
                // the first graph of every station
                entrant.contender().prepare(entrant.patches().next(200)).run();
                entrant.contender().finish();
            });
            for (int round = 0; round < scale.rounds(); round++) {
                for (Map.Entry<String, Entrant> entry : entrants.entrySet()) {
                    round(entry.getKey(), entry.getValue(), round);
                }
            }
            report(scenario, entrants, each);
        } finally {
            contenders.values().forEach(SinkContender::close);
        }
    }

    private void fill(String scenario, String name, Entrant entrant, int statements) {
        long nanos = 0;
        for (int from = 0; from < statements; from += LOAD) {
            var filling = SinkPatches.filling(from, Math.min(from + LOAD, statements));
            long begin = System.nanoTime();
            entrant.contender().load(filling);
            nanos += System.nanoTime() - begin;
        }
        double filled = statements * 1e9 / nanos;
        figures.add("load/" + scenario + "/" + name, filled, "statements/s");
        if (name.equals(VELELLA)) {
            double small = smallLoads(entrant.contender(), statements);
            figures.add("load-small/" + scenario + "/" + name, small, "statements/s");
            figures.add("load-ratio/" + scenario, filled / small, "x");
        }
    }

    /** Statements a second, of a few more, a batch of patches' number in a transaction. */
    private double smallLoads(SinkContender contender, int from) {
        int transactions = scale.batches();
        long nanos = 0;
        for (int i = 0; i < transactions; i++) {
            int begin = from + i * SinkPatches.BATCH;
            var some = SinkPatches.filling(begin, begin + SinkPatches.BATCH);
            long began = System.nanoTime();
            contender.load(some);
            nanos += System.nanoTime() - began;
        }
        return transactions * SinkPatches.BATCH * 1e9 / nanos;
    }

    private void round(String name, Entrant entrant, int round) {
        boolean single = name.equals(SINGLE);
        int batches = single ? 1 : scale.batches();
        int size = single ? scale.single() : SinkPatches.BATCH;
        List<Runnable> works = Stream.generate(
                        () -> entrant.contender().prepare(entrant.patches().next(size)))
                .limit(batches)
                .toList();
        long cpuBegin = THREADS.getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        works.forEach(Runnable::run);
        entrant.contender().finish();
        double patches = (double) batches * size * 1e9;
        entrant.elapsed()[round] = (System.nanoTime() - begin) / patches;
        entrant.processor()[round] = (THREADS.getCurrentThreadCpuTime() - cpuBegin) / patches;
    }

    private void report(String scenario, Map<String, Entrant> entrants, boolean inProcess) {
        entrants.forEach((name, entrant) -> figures.add(
                "rate/" + scenario + "/" + name, 1 / Comparison.median(counted(entrant.elapsed())), "patches/s"));
        for (String peer : List.of(BULK, DIFFERENCES, SINGLE)) {
            if (entrants.containsKey(peer)) {
                ratios(scenario, entrants, VELELLA, peer, inProcess);
            }
        }
        if (entrants.containsKey(DIRECT)) {
            ratios(scenario, entrants, VALUES_FIRST, DIRECT, inProcess);
        }
    }

    /** How many times as fast one contender is as another. */
    private void ratios(String scenario, Map<String, Entrant> entrants, String one, String other, boolean inProcess) {
        String name = scenario + (one.equals(VELELLA) ? "" : "/" + one) + "/" + other;
        double[] ratios =
                quotients(entrants.get(other).elapsed(), entrants.get(one).elapsed());
        figures.addRounds("ratio/" + name, counted(ratios), "x");
        if (inProcess) {
            double[] processor =
                    quotients(entrants.get(other).processor(), entrants.get(one).processor());
            figures.add("ratio-cpu/" + name, Comparison.median(counted(processor)), "x");
        }
    }

    private static double[] quotients(double[] dividends, double[] divisors) {
        double[] quotients = new double[dividends.length];
        Arrays.setAll(quotients, i -> dividends[i] / divisors[i]);
        return quotients;
    }

    /** The rounds without those of the warm-up. */
    private double[] counted(double[] rounds) {
        return Arrays.copyOfRange(rounds, scale.warmUp(), rounds.length);
    }
}
