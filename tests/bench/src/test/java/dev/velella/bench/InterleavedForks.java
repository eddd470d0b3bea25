package dev.velella.bench;

import dev.velella.bench.Scenario.Contender;
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
 */
final class InterleavedForks {
    /** Settings of every measured JVM. A fixed heap, and a collector without barriers that would cost one side more. */
    static final List<String> JVM_OPTIONS = List.of("-Xms2g", "-Xmx2g", "-XX:+UseParallelGC", "-XX:-UsePerfData");

    private final Scale scale;
    private final Path log;
    private final PrintStream progress;

    /**
     * @param log takes the output of JMH, of the last fork only
     */
    InterleavedForks(Scale scale, Path log, PrintStream progress) {
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

    /**
     * @throws BenchmarkException if a fork fails
     */
    Comparison measure(Scenario scenario) {
        List<Contender> contenders = scenario.contenders();
        List<List<Fork>> forks = new ArrayList<>();
        contenders.forEach(contender -> forks.add(new ArrayList<>()));
        for (int round = 0; round < scale.rounds(); round++) {
            for (int turn = 0; turn < contenders.size(); turn++) {
                int index = (turn + round) % contenders.size();
                Fork fork = fork(scenario, contenders.get(index));
                forks.get(index).add(fork);
                progress.printf(
                        Locale.ROOT,
                        "%s round %d of %d: %s %.1f ns/%s, %.1f of it on the processor%n",
                        scenario.name(),
                        round + 1,
                        scale.rounds(),
                        contenders.get(index).label(),
                        fork.nanos(),
                        scenario.unit(),
                        fork.cpuNanos());
            }
        }
        List<Comparison.Entry> entries = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            List<Fork> own = forks.get(i);
            entries.add(new Comparison.Entry(
                    contenders.get(i).label(),
                    column(own, Fork::nanos),
                    column(own, Fork::cpuNanos),
                    column(own, Fork::bytes)));
        }
        return new Comparison(scenario.name(), scenario.unit(), entries);
    }

    private static double[] column(List<Fork> forks, ToDoubleFunction<Fork> figure) {
        return forks.stream().mapToDouble(figure).toArray();
    }

    private Fork fork(Scenario scenario, Contender contender) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + scenario.method().replace(".", "\\.") + "$")
                .param("codec", contender.code())
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
            return read(scenario, results.iterator().next());
        } catch (RunnerException e) {
            throw new BenchmarkException(
                    scenario.name() + ", " + contender.label() + ": " + e.getMessage() + "; see " + log, e);
        }
    }

    /** The median iteration of each figure. */
    private static Fork read(Scenario scenario, RunResult result) {
        List<Fork> iterations = new ArrayList<>();
        for (BenchmarkResult benchmark : result.getBenchmarkResults()) {
            for (IterationResult iteration : benchmark.getIterationResults()) {
                double units = scenario.unitsPerOperation();
                double counted = units * counter(iteration, "operations");
                iterations.add(new Fork(
                        counter(iteration, "nanos") / counted,
                        counter(iteration, "cpuNanos") / counted,
                        counter(iteration, "allocatedBytes") / counted));
            }
        }
        return new Fork(
                Comparison.median(column(iterations, Fork::nanos)),
                Comparison.median(column(iterations, Fork::cpuNanos)),
                Comparison.median(column(iterations, Fork::bytes)));
    }

    /** A field of {@link OperationMeter}. */
    private static double counter(IterationResult iteration, String name) {
        return iteration.getSecondaryResults().get(name).getScore();
    }
}
