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
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Readings of weather stations in JSON become patches of 115 statements each in the diff app, against an app of Kafka Streams that
 * only copies the JSON, and against a program made by hand. All exactly once, with one thread, in a JVM of its own
 * ({@link LiftFork}). A round is one after the other; ratios are taken within a round.
 */
final class LiftThroughBroker {
    private static final String NAME = "lift";

    private final BenchmarkBroker broker;
    private final int records;
    private final int rounds;
    private final PrintStream progress;

    /** @param records that go through in one round */
    LiftThroughBroker(BenchmarkBroker broker, int records, int rounds, PrintStream progress) {
        this.broker = broker;
        this.records = records;
        this.rounds = rounds;
        this.progress = progress;
    }

    /**
     * Adds {@code rate/lift/...} in records a second, {@code cpu/lift/...} in microseconds of processor time of the JVM a
     * record, {@code share/lift} of the copying app in per cent, and {@code ratio/lift} to the program made by hand; both also
     * by processor time.
     */
    void run(Figures figures) throws IOException {
        Map<LiftFork.Mode, DiffFork.Pace[]> paces = new EnumMap<>(LiftFork.Mode.class);
        for (int round = 0; round < rounds; round++) {
            String input = "lift-json-" + round;
            broker.createTopic(input);
            for (LiftFork.Mode mode : LiftFork.Mode.values()) {
                String output = "lift-" + mode.name().toLowerCase(Locale.ROOT) + "-" + round;
                broker.createTopic(output);
                paces.computeIfAbsent(mode, all -> new DiffFork.Pace[rounds])[round] = fork(mode, input, output);
                broker.deleteTopic(output);
            }
            broker.deleteTopic(input);
        }
        DiffFork.Pace[] lift = paces.get(LiftFork.Mode.LIFT);
        DiffFork.Pace[] copy = paces.get(LiftFork.Mode.COPY);
        DiffFork.Pace[] naive = paces.get(LiftFork.Mode.NAIVE);
        figures.addRounds("share/" + NAME, ratios(100, lift, copy, DiffFork.Pace::warm), "%");
        figures.addRounds("share-cpu/" + NAME, ratios(100, copy, lift, DiffFork.Pace::cpuMicros), "%");
        figures.addRounds("ratio/" + NAME, ratios(1, lift, naive, DiffFork.Pace::warm), "x");
        figures.addRounds("ratio-cpu/" + NAME, ratios(1, naive, lift, DiffFork.Pace::cpuMicros), "x");
        paces.forEach((mode, all) -> {
            String name = NAME + "/" + mode.name().toLowerCase(Locale.ROOT);
            figures.add("rate/" + name, median(all, DiffFork.Pace::warm), "records/s");
            figures.add("cpu/" + name, median(all, DiffFork.Pace::cpuMicros), "us/record");
        });
    }

    private static double median(DiffFork.Pace[] paces, ToDoubleFunction<DiffFork.Pace> figure) {
        return Comparison.median(List.of(paces).stream().mapToDouble(figure).toArray());
    }

    private static double[] ratios(
            double unit, DiffFork.Pace[] one, DiffFork.Pace[] other, ToDoubleFunction<DiffFork.Pace> figure) {
        double[] ratios = new double[one.length];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = unit * figure.applyAsDouble(one[round]) / figure.applyAsDouble(other[round]);
        }
        return ratios;
    }

    private DiffFork.Pace fork(LiftFork.Mode mode, String input, String output) throws IOException {
        Process process = ChildJvm.start(
                LiftFork.class,
                InterleavedForks.JVM_OPTIONS,
                List.of(mode.name(), broker.bootstrapServers(), input, output, Integer.toString(records)),
                Redirect.INHERIT);
        try (BufferedReader lines = process.inputReader()) {
            String line = lines.readLine();
            if (process.waitFor() != 0 || line == null) {
                throw new BenchmarkException(NAME + ": the JVM for " + mode + " failed");
            }
            DiffFork.Pace pace = DiffFork.Pace.of(line);
            progress.printf(
                    Locale.ROOT,
                    "%s %s: %.0f records/s, %.1f us of processor time a record%n",
                    NAME,
                    mode,
                    pace.warm(),
                    pace.cpuMicros());
            return pace;
        } catch (InterruptedException e) {
            throw new BenchmarkException("interrupted", e);
        } finally {
            process.destroy();
        }
    }
}
