package dev.velella.bench.measure;

import dev.velella.bench.measure.Scenario.Contender;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures the contenders of a scenario so that their ratios hold on a machine whose speed drifts.
 *
 * <p>JMH runs all forks of one contender before it begins with the next, minutes apart. Here JMH is asked for one fork at
 * a time: a round is one fork of every contender, one directly after the other, and the order is turned by one place from
 * round to round, so that with two contenders it goes A B, B A, A B. A ratio is taken within a round only, between forks
 * that ran seconds apart, and the ratio of the scenario is the median of those of its rounds: one compilation that went
 * badly, or one disturbance of the machine, spoils one round and not the result.
 *
 * <p>Every fork has one contender, so neither profits from or pays for what the other taught the compiler. The time of a
 * fork is the median of its iterations. Besides the elapsed time there is the processor time of the measuring thread,
 * which a busy machine disturbs less, but which leaves out the garbage collector.
 *
 * <p>JMH ends an iteration only after a whole operation, so long operations make long iterations. The first round shows how long an
 * operation takes. If it is longer than an iteration, the contender gets fewer iterations in the next rounds
 * ({@link Scale#forOperations}).
 */
public final class InterleavedForks {
    /** Settings of every measured JVM. A fixed heap, and a collector without barriers that would cost one side more. */
    public static final List<String> JVM_OPTIONS =
            List.of("-Xms2g", "-Xmx2g", "-XX:+UseParallelGC", "-XX:-UsePerfData");

    /** The property that JMH gives to a fork as its class path. */
    private static final String CLASS_PATH = "java.class.path";

    private final Scale scale;
    private final Path log;
    private final PrintStream progress;

    /**
     * @param log takes the output of JMH, of the last fork only
     */
    public InterleavedForks(Scale scale, Path log, PrintStream progress) {
        this.scale = scale;
        this.log = log;
        this.progress = progress;
    }

    /**
     * What one fork gave.
     *
     * @param nanos elapsed, per triple or row
     * @param cpuNanos of the measuring thread, per triple or row
     * @param bytes allocated, per triple or row
     */
    private record Fork(double nanos, double cpuNanos, double bytes) {}

    /** Reads one figure of an iteration, by the name of a public field of the meter. */
    private interface Counters {
        double of(IterationResult iteration, String name);
    }

    /**
     * @throws BenchmarkException if a fork fails
     */
    public Comparison measure(Scenario scenario) {
        List<Contender> contenders = scenario.contenders();
        List<List<Fork>> forks = new ArrayList<>();
        contenders.forEach(contender -> forks.add(new ArrayList<>()));
        for (int round = 0; round < scale.rounds(); round++) {
            for (int turn = 0; turn < contenders.size(); turn++) {
                int index = (turn + round) % contenders.size();
                double operationMs = forks.get(index).stream()
                        .mapToDouble(fork -> fork.nanos() * scenario.unitsPerOperation() / 1e6)
                        .min()
                        .orElse(0);
                Fork fork = fork(scenario, contenders.get(index), scale.forOperations(operationMs));
                forks.get(index).add(fork);
                say(scenario, round, contenders.get(index), fork);
            }
        }
        return comparison(scenario, forks);
    }

    /**
     * Measures contenders that one fork takes through the work by turns, with a meter that has figures for each, named by
     * its label: they share code whose compilation, another in every fork, would make more of a difference than they do.
     *
     * @throws BenchmarkException if a fork fails
     */
    public Comparison measureTogether(Scenario scenario) {
        List<Contender> contenders = scenario.contenders();
        List<List<Fork>> forks = new ArrayList<>();
        contenders.forEach(contender -> forks.add(new ArrayList<>()));
        for (int round = 0; round < scale.rounds(); round++) {
            RunResult result = run(scenario, "all layers", scale, new OptionsBuilder());
            for (int i = 0; i < contenders.size(); i++) {
                String label = contenders.get(i).label();
                Fork fork = read(scenario, result, (iteration, name) -> counter(iteration, label + capital(name)));
                forks.get(i).add(fork);
                say(scenario, round, contenders.get(i), fork);
            }
        }
        return comparison(scenario, forks);
    }

    private static String capital(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private void say(Scenario scenario, int round, Contender contender, Fork fork) {
        progress.printf(
                Locale.ROOT,
                "%s round %d of %d: %s %.1f ns/%s, %.1f of it on the processor%n",
                scenario.name(),
                round + 1,
                scale.rounds(),
                contender.label(),
                fork.nanos(),
                scenario.unit(),
                fork.cpuNanos());
    }

    private static Comparison comparison(Scenario scenario, List<List<Fork>> forks) {
        List<Comparison.Entry> entries = new ArrayList<>();
        for (int i = 0; i < forks.size(); i++) {
            List<Fork> own = forks.get(i);
            entries.add(new Comparison.Entry(
                    scenario.contenders().get(i).label(),
                    column(own, Fork::nanos),
                    column(own, Fork::cpuNanos),
                    column(own, Fork::bytes)));
        }
        return new Comparison(scenario.name(), scenario.unit(), entries);
    }

    private static double[] column(List<Fork> forks, ToDoubleFunction<Fork> figure) {
        return forks.stream().mapToDouble(figure).toArray();
    }

    private Fork fork(Scenario scenario, Contender contender, Scale scale) {
        String classPath = System.getProperty(CLASS_PATH);
        try {
            contender.library().ifPresent(library -> System.setProperty(CLASS_PATH, library.in(classPath)));
            RunResult result =
                    run(scenario, contender.label(), scale, new OptionsBuilder().param("codec", contender.code()));
            return read(scenario, result, InterleavedForks::counter);
        } finally {
            System.setProperty(CLASS_PATH, classPath);
        }
    }

    private RunResult run(Scenario scenario, String what, Scale scale, ChainedOptionsBuilder options) {
        options.include("^" + scenario.method().replace(".", "\\.") + "$")
                .forks(scale.forked() ? 1 : 0)
                .threads(1)
                .jvmArgs(JVM_OPTIONS.toArray(String[]::new))
                .warmupIterations(scale.warmUps())
                .warmupTime(TimeValue.milliseconds(scale.iterationMillis()))
                .measurementIterations(scale.iterations())
                .measurementTime(TimeValue.milliseconds(scale.iterationMillis()))
                .shouldFailOnError(true)
                .shouldDoGC(false)
                .output(log.toString())
                .verbosity(VerboseMode.NORMAL);
        for (Map.Entry<String, String> parameter : scenario.parameters().entrySet()) {
            options.param(parameter.getKey(), parameter.getValue());
        }
        try {
            Collection<RunResult> results = new Runner(options.build()).run();
            if (results.size() != 1) {
                throw new BenchmarkException(scenario.name() + ": JMH gave " + results.size() + " results, not 1");
            }
            return results.iterator().next();
        } catch (RunnerException e) {
            throw new BenchmarkException(scenario.name() + ", " + what + ": " + e.getMessage() + "; see " + log, e);
        }
    }

    /** The median iteration of each figure. */
    private static Fork read(Scenario scenario, RunResult result, Counters counters) {
        List<Fork> iterations = new ArrayList<>();
        for (BenchmarkResult benchmark : result.getBenchmarkResults()) {
            for (IterationResult iteration : benchmark.getIterationResults()) {
                double units = scenario.unitsPerOperation();
                double counted = units * counter(iteration, "operations");
                iterations.add(new Fork(
                        counters.of(iteration, "nanos") / counted,
                        counters.of(iteration, "cpuNanos") / counted,
                        counters.of(iteration, "allocatedBytes") / counted));
            }
        }
        return new Fork(
                Comparison.median(column(iterations, Fork::nanos)),
                Comparison.median(column(iterations, Fork::cpuNanos)),
                Comparison.median(column(iterations, Fork::bytes)));
    }

    /** A field of the meter. */
    private static double counter(IterationResult iteration, String name) {
        return iteration.getSecondaryResults().get(name).getScore();
    }
}
