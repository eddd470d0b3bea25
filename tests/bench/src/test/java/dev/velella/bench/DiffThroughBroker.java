package dev.velella.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.Arrays;
import java.util.Locale;

/**
 * How near the diff app comes to what the broker allows: graphs through the app with one thread and exactly once, against
 * a relay that does as little as it can with records of the same sizes ({@link DiffFork}).
 *
 * <p>A round is a JVM with the app and, directly after it, one with the relay; the share is taken within a round.
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
     * Adds {@code rate/weather-broker/...} in graphs a second, and {@code share/weather-broker} in per cent.
     *
     * @throws BenchmarkException if a fork fails
     */
    void run(Figures figures) throws IOException {
        double[] app = new double[rounds];
        double[] relay = new double[rounds];
        double[] share = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            String input = "diff-graphs-" + round;
            String patches = "diff-patches-" + round;
            String relayed = "diff-relayed-" + round;
            for (String topic : new String[] {input, patches, relayed}) {
                broker.createTopic(topic);
            }
            fork(DiffFork.Mode.FILL, input, patches, relayed);
            app[round] = fork(DiffFork.Mode.APP, input, patches, relayed);
            relay[round] = fork(DiffFork.Mode.RELAY, input, patches, relayed);
            share[round] = 100 * app[round] / relay[round];
            for (String topic : new String[] {input, patches, relayed}) {
                broker.deleteTopic(topic);
            }
        }
        figures.add("rate/" + NAME + "/app", Comparison.median(app), "graphs/s");
        figures.add("rate/" + NAME + "/relay", Comparison.median(relay), "graphs/s");
        figures.add("share/" + NAME, Comparison.median(share), "%");
        figures.add("share-low/" + NAME, Arrays.stream(share).min().orElse(Double.NaN), "%");
        figures.add("share-high/" + NAME, Arrays.stream(share).max().orElse(Double.NaN), "%");
    }

    private double fork(DiffFork.Mode mode, String input, String patches, String relayed) throws IOException {
        DiffFork.Task task = new DiffFork.Task(mode, broker.bootstrapServers(), input, patches, relayed, graphs);
        Process process =
                ChildJvm.start(DiffFork.class, InterleavedForks.JVM_OPTIONS, task.arguments(), Redirect.INHERIT);
        try (BufferedReader lines = process.inputReader()) {
            String line = lines.readLine();
            if (process.waitFor() != 0 || line == null) {
                throw new BenchmarkException(NAME + ": the JVM for " + mode + " failed");
            }
            double rate = Double.parseDouble(line);
            if (mode != DiffFork.Mode.FILL) {
                progress.printf(Locale.ROOT, "%s %s: %.0f graphs/s%n", NAME, mode, rate);
            }
            return rate;
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        } finally {
            process.destroy();
        }
    }
}
