package dev.velella.bench;

import dev.velella.bench.codec.CodecScenarios;
import dev.velella.bench.codec.Sizes;
import dev.velella.bench.codec.Verification;
import dev.velella.bench.diff.DiffSuite;
import dev.velella.bench.edge.EdgeScale;
import dev.velella.bench.edge.EdgeSuite;
import dev.velella.bench.freshness.FreshnessScale;
import dev.velella.bench.freshness.FreshnessSuite;
import dev.velella.bench.history.HistorySuite;
import dev.velella.bench.kafka.KafkaScale;
import dev.velella.bench.kafka.KafkaSuite;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.InterleavedForks;
import dev.velella.bench.measure.Machine;
import dev.velella.bench.measure.Scale;
import dev.velella.bench.measure.Scenario;
import dev.velella.bench.naive.NaiveScale;
import dev.velella.bench.naive.NaiveSuite;
import dev.velella.bench.outbox.OutboxSuite;
import dev.velella.bench.record.RecordStream;
import dev.velella.bench.results.AllSuites;
import dev.velella.bench.results.BenchmarkPages;
import dev.velella.bench.results.CodeChanges;
import dev.velella.bench.results.MeasuredJava;
import dev.velella.bench.results.ResultFile;
import dev.velella.bench.results.Run;
import dev.velella.bench.sink.SinkScale;
import dev.velella.bench.sink.SinkSuite;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command behind {@code tests/bench/run}: verifies the contenders, counts bytes, measures times. Figures go to
 * standard output, one line each, and everything else to standard error.
 */
@Command(
        name = "tests/bench/run",
        description = "Measures the codec against its peers; prints lines \"name value unit\".",
        sortOptions = false)
final class BenchmarkCommand implements Callable<Integer> {
    /** Scenarios of a quick run, where it does not have all of them. */
    private static final Map<Suite, List<String>> QUICK = Map.of(
            Suite.kafka, List.of("weather-patches", "bsbm-graphs"),
            Suite.sink, List.of("memory", "lmdb", "http"),
            Suite.freshness, List.of("memory"),
            Suite.naive, List.of("memory/naive", "memory/better-naive", "memory/velella"));

    /** What to run. */
    enum Suite {
        codec,
        kafka,
        diff,
        sink,
        freshness,
        edge,
        history,
        outbox,
        naive,
        /** All of them, in turn. */
        all,
        /** No measurement: writes the pages of the file of figures. */
        page
    }

    @Parameters(
            paramLabel = "SUITE",
            description =
                    "codec: times and sizes of the codec; kafka: bytes and rates through a broker; diff: the rolling diff; sink:"
                            + " patches into stores; freshness: age of elements when stores have them; naive: beside a pipeline"
                            + " made by hand, from MQTT to a store; edge: graphs from a device over MQTT; history: stores with a"
                            + " history; outbox: stores with an outbox; all: all of these in turn, into one file of figures;"
                            + " page: the pages of that file")
    private Suite suite = Suite.codec;

    @Option(names = "--quick", description = "small streams, one short fork of each: whether it works, not how fast")
    private boolean quick;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "PREFIX",
            description = "only scenarios whose names begin so, for example weather-parse; no sizes of the codec then")
    private List<String> only = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "forks of every contender, at least 1 (default: 5, with --quick 1)")
    private @Nullable Integer rounds;

    @Option(names = "--list", description = "print the names of the scenarios and do nothing else")
    private boolean list;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description =
                    "also add the figures to this file, as docs/benchmarks/figures.json (all, page: the default is that file;"
                            + " all --quick: target/quick.json)")
    private @Nullable Path results;

    @Option(
            names = "--remark",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "with --results: a sentence about the circumstances, which the page shows")
    private String remark = "";

    @Option(
            names = "--statements",
            split = ",",
            paramLabel = "N",
            description = "sink: how many statements a store holds before it is measured, smallest first"
                    + " (default: 100000,1000000)")
    private List<Integer> statements = List.of();

    @Option(
            names = "--alone",
            description = "sink: our targets without their peers: how filling and patches go with the size of a store")
    private boolean alone;

    @Option(names = "--root", hidden = true)
    private Path root = Path.of("..", "..");

    @Option(names = "--servers", hidden = true)
    private Path servers = Path.of("..", "servers");

    @Option(names = "--home", hidden = true)
    private Path home = Path.of("..", "..", "deploy", "app", "target", "distribution", "velella");

    @Option(names = "--jmh-log", hidden = true)
    private Path jmhLog = Path.of("jmh.log");

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this and exit")
    private boolean help;

    private BenchmarkCommand() {}

    public static void main(String[] arguments) {
        CommandLine command = new CommandLine(new BenchmarkCommand());
        command.setExecutionExceptionHandler((exception, line, parsed) -> {
            if (!(exception instanceof BenchmarkException)) {
                throw exception;
            }
            System.err.println("bench: " + exception.getMessage());
            return 1;
        });
        System.exit(command.execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        if (rounds != null && rounds < 1) {
            throw new BenchmarkException("--rounds must be at least 1, not " + rounds);
        }
        if (suite == Suite.page) {
            return writePages();
        }
        if (suite == Suite.all) {
            return all();
        }
        if (list) {
            names().forEach(System.out::println);
            return 0;
        }
        CodeChanges changes = new CodeChanges(root);
        Map<String, String> machine = Machine.description();
        machine.forEach((part, text) -> System.err.println(part + ": " + text));
        String date = LocalDate.now(ZoneOffset.UTC).toString();
        Figures figures = new Figures(System.out);
        run(figures);
        if (results != null) {
            Run run = new Run(
                    command(), date, changes.commit(suite.name()), machine, Machine.versions(), remark, List.of());
            ResultFile.read(results).add(MeasuredJava.suite(suite.name()), run, figures);
        }
        return 0;
    }

    /** As a person would write it, without the file of figures and the remark. */
    private String command() {
        List<String> words = new ArrayList<>(List.of("tests/bench/run", suite.name()));
        if (quick) {
            words.add("--quick");
        }
        if (!only.isEmpty()) {
            words.addAll(List.of("--only", String.join(",", only)));
        }
        if (rounds != null) {
            words.addAll(List.of("--rounds", rounds.toString()));
        }
        if (!statements.isEmpty()) {
            words.addAll(List.of(
                    "--statements", statements.stream().map(String::valueOf).collect(Collectors.joining(","))));
        }
        if (alone) {
            words.add("--alone");
        }
        return MeasuredJava.command(String.join(" ", words));
    }

    private int writePages() throws IOException {
        ResultFile file = ResultFile.read(results == null ? root.resolve(BenchmarkPages.FIGURES) : results);
        file.mark(new CodeChanges(root));
        new BenchmarkPages(file, Suites.reports(), Suites.plots()).write(root);
        return 0;
    }

    private int all() throws IOException {
        Path file = results != null
                ? results
                : quick ? jmhLog.resolveSibling("quick.json") : root.resolve(BenchmarkPages.FIGURES);
        List<AllSuites.Suite> suites = new ArrayList<>();
        for (Suite each : Suite.values()) {
            if (each == Suite.all || each == Suite.page) {
                continue;
            }
            List<String> options = new ArrayList<>();
            String command = "tests/bench/run " + each.name();
            if (quick) {
                options.add("--quick");
                command += " --quick";
            }
            if (!remark.isEmpty()) {
                options.addAll(List.of("--remark", remark));
            }
            suites.add(new AllSuites.Suite(each.name(), options, MeasuredJava.command(command)));
        }
        List<String> failed = new AllSuites(root, file, System.err).run(suites);
        System.err.println("bench: the figures are in " + file);
        if (!quick && results == null) {
            writePages();
        }
        if (!failed.isEmpty()) {
            throw new BenchmarkException("these suites failed: " + String.join(" ", failed)
                    + ". The same command runs them again, and only them.");
        }
        return 0;
    }

    /** Scenarios that {@code --only} can pick from. */
    private List<String> names() {
        return switch (suite) {
            case codec ->
                CodecScenarios.all(Scale.FULL).stream().map(Scenario::name).toList();
            case kafka -> RecordStream.labels();
            case diff -> DiffSuite.names();
            case sink, freshness -> SinkSuite.names();
            case naive -> NaiveSuite.names();
            case edge -> EdgeSuite.names();
            case history -> HistorySuite.names();
            case outbox -> OutboxSuite.names();
            case all, page -> List.of();
        };
    }

    private void run(Figures figures) throws IOException {
        PrintStream progress = System.err;
        switch (suite) {
            case codec -> codec(figures);
            case kafka -> {
                KafkaScale scale = quick ? KafkaScale.QUICK : KafkaScale.FULL;
                scale = rounds == null ? scale : scale.withRounds(rounds);
                new KafkaSuite(scale, brokerLog(), figures, progress).run(chosen());
            }
            case diff -> {
                Scale scale = rounds(quick ? DiffSuite.QUICK : DiffSuite.FULL);
                new DiffSuite(scale, jmhLog, figures, progress).run(chosen());
            }
            case sink -> {
                SinkScale scale = quick ? SinkScale.QUICK : SinkScale.FULL;
                scale = rounds == null ? scale : scale.withRounds(rounds);
                scale = statements.isEmpty() ? scale : scale.withStatements(statements);
                new SinkSuite(scale, alone, servers, figures, progress).run(chosen());
            }
            case freshness -> {
                FreshnessScale scale = quick ? FreshnessScale.QUICK : FreshnessScale.FULL;
                new FreshnessSuite(scale, home, servers, figures, progress).run(chosen());
            }
            case edge -> {
                EdgeScale scale = quick ? EdgeScale.QUICK : EdgeScale.FULL;
                scale = rounds == null ? scale : scale.withRounds(rounds);
                new EdgeSuite(scale, figures, progress).run(chosen());
            }
            case history -> new HistorySuite(quick, turns(31), figures, progress).run(chosen());
            case outbox -> new OutboxSuite(quick, turns(7), figures, progress).run(chosen());
            case naive -> {
                NaiveScale scale = quick ? NaiveScale.QUICK : NaiveScale.FULL;
                scale = rounds == null ? scale : scale.withRounds(rounds);
                new NaiveSuite(scale, home, servers, figures, progress).run(chosen());
            }
            case all, page -> throw new IllegalStateException(suite.name());
        }
    }

    private Scale rounds(Scale scale) {
        return rounds == null ? scale : scale.withRounds(rounds);
    }

    private int turns(int full) {
        return rounds != null ? rounds : quick ? 3 : full;
    }

    private Path brokerLog() {
        return jmhLog.resolveSibling("broker.log");
    }

    private void codec(Figures figures) throws IOException {
        Scale scale = rounds(quick ? Scale.QUICK : Scale.FULL);
        List<Scenario> scenarios = selected(CodecScenarios.all(scale), Scenario::name).stream()
                .filter(scenario ->
                        !quick || !only.isEmpty() || !scenario.name().matches(".*-(small|fresh).*"))
                .toList();
        System.err.println("verifying that every contender reads what was written");
        new Verification(quick ? 50 : 500).run();
        if (only.isEmpty()) {
            System.err.println("counting bytes");
            new Sizes(scale.sizeElements(), figures).run();
        }
        InterleavedForks forks = new InterleavedForks(scale, jmhLog, System.err);
        for (Scenario scenario : scenarios) {
            figures.add(forks.measure(scenario));
        }
    }

    /** The scenarios that {@code --only} picks; without it all, and with {@code --quick} a few of each kind. */
    private List<String> chosen() {
        return quick && only.isEmpty() ? QUICK.getOrDefault(suite, names()) : selected(names(), name -> name);
    }

    /** Those whose names begin as {@code --only} says; all without it. */
    private <T> List<T> selected(List<T> all, Function<T, String> name) {
        List<T> selected = all.stream()
                .filter(one -> only.isEmpty() || only.stream().anyMatch(name.apply(one)::startsWith))
                .toList();
        if (selected.isEmpty()) {
            String names = all.stream().map(name).collect(Collectors.joining(" "));
            throw new BenchmarkException(
                    "no scenario begins with " + String.join(" or ", only) + "; there are " + names);
        }
        return selected;
    }
}
