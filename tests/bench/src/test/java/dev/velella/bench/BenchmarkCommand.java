package dev.velella.bench;

import dev.velella.bench.batch.BatchShape;
import dev.velella.bench.batch.BatchSizes;
import dev.velella.bench.codec.CodecScenarios;
import dev.velella.bench.codec.Sizes;
import dev.velella.bench.codec.Verification;
import dev.velella.bench.converter.ConverterSuite;
import dev.velella.bench.diff.DiffSuite;
import dev.velella.bench.edge.EdgeScale;
import dev.velella.bench.edge.EdgeSuite;
import dev.velella.bench.formats.FormatsSuite;
import dev.velella.bench.freshness.FreshnessScale;
import dev.velella.bench.freshness.FreshnessSuite;
import dev.velella.bench.grpc.GrpcScale;
import dev.velella.bench.grpc.GrpcSuite;
import dev.velella.bench.history.HistorySuite;
import dev.velella.bench.kafka.KafkaScale;
import dev.velella.bench.kafka.KafkaSuite;
import dev.velella.bench.load.LoadSuite;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.bench.measure.Figures;
import dev.velella.bench.measure.InterleavedForks;
import dev.velella.bench.measure.Machine;
import dev.velella.bench.measure.Scale;
import dev.velella.bench.measure.Scenario;
import dev.velella.bench.naive.NaiveScale;
import dev.velella.bench.naive.NaiveSuite;
import dev.velella.bench.outbox.OutboxSuite;
import dev.velella.bench.process.BenchmarkBroker;
import dev.velella.bench.quickstart.QuickstartSuite;
import dev.velella.bench.readers.ReadersScale;
import dev.velella.bench.readers.ReadersSuite;
import dev.velella.bench.record.RecordStream;
import dev.velella.bench.results.AllSuites;
import dev.velella.bench.results.BenchmarkPages;
import dev.velella.bench.results.CodeChanges;
import dev.velella.bench.results.MeasuredJava;
import dev.velella.bench.results.ResultFile;
import dev.velella.bench.results.Run;
import dev.velella.bench.serve.ServeScale;
import dev.velella.bench.serve.ServeSuite;
import dev.velella.bench.sink.SinkScale;
import dev.velella.bench.sink.SinkSuite;
import dev.velella.bench.source.SourceSuite;
import dev.velella.bench.writers.WritersScale;
import dev.velella.bench.writers.WritersSuite;
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
import java.util.stream.Stream;
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
            Suite.source, List.of("weather-template", "mqtt-to-kafka-weather-json"),
            Suite.grpc, List.of("unlimited"),
            Suite.naive, List.of("memory/naive", "memory/better-naive", "memory/velella"));

    private static final String RESULTS = "docs/benchmarks.json";

    /** What to run. */
    enum Suite {
        codec,
        formats,
        sizes,
        kafka,
        converter,
        diff,
        sink,
        freshness,
        edge,
        source,
        history,
        serve,
        outbox,
        grpc,
        load,
        readers,
        writers,
        naive,
        quickstart,
        /** All of them, in turn. */
        all,
        /** No measurement: writes the pages of the file of figures. */
        page
    }

    @Parameters(
            paramLabel = "SUITE",
            description =
                    "codec: times and sizes of the codec; formats: bytes of graphs in the formats of RDF; sizes: only bytes, of frames and of batches in a broker's"
                            + " log; kafka: bytes and rates through a broker; converter: what the converter adds to the codec;"
                            + " diff: the rolling diff in process; sink: patches into stores; freshness: age of elements when"
                            + " stores have them; edge: graphs from a device over MQTT; source: JSON to graphs in process,"
                            + " messages of MQTT to records; history: stores with a history; serve: graphs over HTTP;"
                            + " outbox: stores with an outbox; grpc: graphs through the gRPC server and through Kafka's"
                            + " clients; load: a dump into a topic and a store; readers: queries of stores while the sink writes;"
                            + " writers: patches of many shapes into stores; naive: beside a pipeline made by hand, from MQTT to a store; quickstart: the bytes that the quickstart prints; all:"
                            + " all of these in turn, into one file of figures; page: the pages of that file")
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
                    "also add the figures to this file, as docs/benchmarks.json (all, page: the default is that file;"
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
            description = "sink, writers: how many statements a store holds before it is measured, smallest first"
                    + " (default: 100000,1000000); readers: the first of them")
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
        ResultFile file = ResultFile.read(results == null ? root.resolve(RESULTS) : results);
        file.mark(new CodeChanges(root));
        new BenchmarkPages(file, Suites.reports(), Suites.plots()).write(root);
        return 0;
    }

    private int all() throws IOException {
        Path file = results != null ? results : quick ? jmhLog.resolveSibling("quick.json") : root.resolve(RESULTS);
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
            case formats -> FormatsSuite.names();
            case sizes -> Stream.of(BatchShape.values()).map(BatchShape::label).toList();
            case kafka -> RecordStream.labels();
            case converter -> ConverterSuite.names();
            case diff -> DiffSuite.names();
            case sink, freshness, writers -> SinkSuite.names();
            case readers -> ReadersSuite.names();
            case naive -> NaiveSuite.names();
            case edge -> EdgeSuite.names();
            case source -> SourceSuite.names();
            case history -> HistorySuite.names();
            case outbox -> OutboxSuite.names();
            case grpc -> GrpcSuite.names();
            case load -> List.of("lmdb");
            case serve, quickstart, all, page -> List.of();
        };
    }

    private void run(Figures figures) throws IOException {
        PrintStream progress = System.err;
        switch (suite) {
            case codec -> codec(figures);
            case formats -> new FormatsSuite(quick ? 200 : 2_000, figures, progress).run(chosen());
            case sizes -> sizes(figures);
            case kafka -> {
                KafkaScale scale = quick ? KafkaScale.QUICK : KafkaScale.FULL;
                scale = rounds == null ? scale : scale.withRounds(rounds);
                new KafkaSuite(scale, brokerLog(), figures, progress).run(chosen());
            }
            case converter -> {
                Scale scale = rounds(quick ? ConverterSuite.QUICK : ConverterSuite.FULL);
                new ConverterSuite(scale, jmhLog, figures, progress).run(chosen());
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
            case source -> {
                Scale scale = rounds(quick ? Scale.QUICK : SourceSuite.FULL);
                int messages = quick ? SourceSuite.MESSAGES / 10 : SourceSuite.MESSAGES;
                new SourceSuite(scale, messages, jmhLog, figures, progress).run(chosen());
            }
            case history -> new HistorySuite(quick, turns(31), figures, progress).run(chosen());
            case serve -> {
                ServeScale scale = quick ? ServeScale.QUICK : ServeScale.FULL;
                scale = rounds == null ? scale : scale.withRounds(rounds);
                new ServeSuite(scale, home, figures, progress).run();
            }
            case outbox -> new OutboxSuite(quick, turns(7), figures, progress).run(chosen());
            case grpc -> {
                GrpcScale scale = quick ? GrpcScale.QUICK : GrpcScale.FULL;
                scale = rounds == null ? scale : scale.withRounds(rounds);
                new GrpcSuite(scale, brokerLog(), figures, progress).run(chosen());
            }
            case load -> {
                long most = statements.isEmpty() ? (quick ? 50_000 : 10_000_000) : statements.get(0);
                new LoadSuite(most, rounds == null ? 1 : rounds, home, figures, progress).run();
            }
            case readers -> {
                ReadersScale scale = quick ? ReadersScale.QUICK : ReadersScale.FULL;
                scale = rounds == null ? scale : scale.withRounds(rounds);
                scale = statements.isEmpty() ? scale : scale.withStatements(statements.get(0));
                new ReadersSuite(scale, servers, figures, progress).run(chosen());
            }
            case writers -> {
                WritersScale scale = quick ? WritersScale.QUICK : WritersScale.FULL;
                scale = rounds == null ? scale : scale.withRounds(rounds);
                scale = statements.isEmpty() ? scale : scale.withStatements(statements);
                new WritersSuite(scale, servers, figures, progress).run(chosen());
            }
            case naive -> {
                NaiveScale scale = quick ? NaiveScale.QUICK : NaiveScale.FULL;
                scale = rounds == null ? scale : scale.withRounds(rounds);
                new NaiveSuite(scale, home, servers, figures, progress).run(chosen());
            }
            case quickstart -> new QuickstartSuite(quick ? 500 : 10_000, home, figures, progress).run();
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

    private void sizes(Figures figures) throws IOException {
        List<BatchShape> shapes = selected(List.of(BatchShape.values()), BatchShape::label);
        List<Integer> fills = quick ? List.of(1, 20) : BatchSizes.FILLS;
        if (only.isEmpty()) {
            System.err.println("counting bytes of frames");
            new Sizes((quick ? Scale.QUICK : Scale.FULL).sizeElements(), figures).run();
        }
        try (BenchmarkBroker broker = new BenchmarkBroker(brokerLog())) {
            int elements = quick ? BatchSizes.QUICK_ELEMENTS : BatchSizes.ELEMENTS;
            new BatchSizes(broker, elements, fills, BatchSizes.COMPRESSIONS, figures, System.err).run(shapes);
        }
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
