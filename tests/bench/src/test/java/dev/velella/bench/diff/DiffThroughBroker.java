package dev.velella.bench.diff;

import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Comparison;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.InterleavedForks;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.process.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * How near the diff app comes to what the broker allows: graphs through the app with one thread and exactly once, against
 * a relay that does as little as it can with records of the same sizes ({@link DiffFork}).
 *
 * <p>A round is a JVM with the app and, directly after it, two with relays; the shares are taken within a round. The first
 * half of the graphs warms all up. One relay has the defaults of Kafka's clients, so it compresses nothing; the other one compresses as
 * the app does. Neither keeps a state.
 */
final class DiffThroughBroker {
    static final String NAME = "weather-broker";

    private final BenchmarkBroker broker;
    private final int graphs;
    private final int rounds;
    private final PrintStream progress;

    /** @param graphs that go through in one round, at least 2 */
    DiffThroughBroker(BenchmarkBroker broker, int graphs, int rounds, PrintStream progress) {
        this.broker = broker;
        this.graphs = graphs;
        this.rounds = rounds;
        this.progress = progress;
    }

    /**
     * Adds {@code rate/weather-broker/...} in graphs a second, {@code share/weather-broker} in per cent, both also for cold
     * JVMs, and {@code cpu/weather-broker/...} in microseconds of processor time a graph; {@code share-zstd} is the share of the relay
     * that compresses.
     *
     * @throws BenchmarkException if a fork fails
     */
    void run(Figures figures) throws IOException {
        List<DiffFork.Pace> app = new ArrayList<>();
        List<DiffFork.Pace> relay = new ArrayList<>();
        List<DiffFork.Pace> zstd = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            String input = "diff-graphs-" + round;
            String patches = "diff-patches-" + round;
            String relayed = "diff-relayed-" + round;
            String compressed = "diff-compressed-" + round;
            List<String> topics = List.of(input, patches, relayed, compressed);
            topics.forEach(broker::createTopic);
            fork(DiffFork.Mode.FILL, input, patches, relayed);
            app.add(fork(DiffFork.Mode.APP, input, patches, relayed));
            relay.add(fork(DiffFork.Mode.RELAY, input, patches, relayed));
            zstd.add(fork(DiffFork.Mode.RELAY_ZSTD, input, patches, compressed));
            topics.forEach(broker::deleteTopic);
        }
        addShares(figures, "", app, relay);
        addShares(figures, "-zstd", app, zstd);
        add(figures, "app", app);
        add(figures, "relay", relay);
        add(figures, "relay-zstd", zstd);
    }

    private static void addShares(Figures figures, String kind, List<DiffFork.Pace> app, List<DiffFork.Pace> relay) {
        figures.addRounds("share" + kind + "/" + NAME, shares(app, relay, DiffFork.Pace::warm), "%");
        figures.add("share" + kind + "-cold/" + NAME, Comparison.median(shares(app, relay, DiffFork.Pace::cold)), "%");
    }

    private static double[] shares(
            List<DiffFork.Pace> app, List<DiffFork.Pace> relay, ToDoubleFunction<DiffFork.Pace> rate) {
        double[] shares = new double[app.size()];
        for (int round = 0; round < shares.length; round++) {
            shares[round] = 100 * rate.applyAsDouble(app.get(round)) / rate.applyAsDouble(relay.get(round));
        }
        return shares;
    }

    private static void add(Figures figures, String name, List<DiffFork.Pace> paces) {
        figures.add("rate/" + NAME + "/" + name, median(paces, DiffFork.Pace::warm), "graphs/s");
        figures.add("rate-cold/" + NAME + "/" + name, median(paces, DiffFork.Pace::cold), "graphs/s");
        figures.add("cpu/" + NAME + "/" + name, median(paces, DiffFork.Pace::cpuMicros), "us/graph");
    }

    private static double median(List<DiffFork.Pace> paces, ToDoubleFunction<DiffFork.Pace> figure) {
        return Comparison.median(paces.stream().mapToDouble(figure).toArray());
    }

    private DiffFork.Pace fork(DiffFork.Mode mode, String input, String patches, String relayed) throws IOException {
        DiffFork.Task task = new DiffFork.Task(mode, broker.bootstrapServers(), input, patches, relayed, graphs);
        Process process =
                ChildJvm.start(DiffFork.class, InterleavedForks.JVM_OPTIONS, task.arguments(), Redirect.INHERIT);
        try (BufferedReader lines = process.inputReader()) {
            String line = lines.readLine();
            if (process.waitFor() != 0 || line == null) {
                throw new BenchmarkException(NAME + ": the JVM for " + mode + " failed");
            }
            DiffFork.Pace pace = DiffFork.Pace.of(line);
            if (mode != DiffFork.Mode.FILL) {
                progress.printf(
                        Locale.ROOT,
                        "%s %s: %.0f graphs/s, cold %.0f, %.1f us of processor time a graph%n",
                        NAME,
                        mode,
                        pace.warm(),
                        pace.cold(),
                        pace.cpuMicros());
            }
            return pace;
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        } finally {
            process.destroy();
        }
    }
}
