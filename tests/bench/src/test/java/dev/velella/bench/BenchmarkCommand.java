package dev.velella.bench;

import dev.velella.bench.naive.NaiveScale;
import dev.velella.bench.naive.NaiveSuite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    /** What to run. */
    enum Suite {
        codec,
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
        naive
    }

    @Parameters(
            paramLabel =
                    "codec|sizes|kafka|converter|diff|sink|freshness|edge|source|history|serve|outbox|grpc|load|naive",
            description =
                    "codec: times and sizes of the codec; sizes: only bytes, of frames and of batches in a broker's"
                            + " log; kafka: bytes and rates through a broker; converter: what the converter adds to the codec;"
                            + " diff: the rolling diff in process; sink: patches into stores; freshness: age of elements when"
                            + " stores have them; edge: graphs from a device over MQTT; source: JSON to graphs in process,"
                            + " messages of MQTT to records; history: stores with a history; serve: graphs over HTTP;"
                            + " outbox: stores with an outbox; grpc: graphs through the gRPC server and through Kafka's"
                            + " clients; load: a dump into a topic and a store; naive: Velella beside a"
                            + " pipeline made by hand, from MQTT to a store")
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
            names = "--markdown",
            paramLabel = "FILE",
            description = "also write the figures as Markdown tables, between the marker lines where the file has them")
    private @Nullable Path markdown;

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
        return switch (suite) {
            case codec -> codec();
            case sizes -> sizes();
            case kafka -> kafka();
            case converter -> converter();
            case diff -> diff();
            case sink -> sink();
            case freshness -> freshness();
            case edge -> edge();
            case source -> source();
            case history -> history();
            case serve -> serve();
            case outbox -> outbox();
            case grpc -> grpc();
            case load -> load();
            case naive -> naive();
        };
    }

    private int kafka() throws IOException {
        if (list) {
            KafkaSuite.streams().forEach(System.out::println);
            return 0;
        }
        KafkaScale scale = quick ? KafkaScale.QUICK : KafkaScale.FULL;
        List<String> machine = machine();
        Figures figures = new Figures(System.out);
        new KafkaSuite(
                        rounds == null ? scale : scale.withRounds(rounds),
                        jmhLog.resolveSibling("broker.log"),
                        figures,
                        System.err)
                .run(selected(KafkaSuite.streams(), name -> name));
        if (markdown != null) {
            new KafkaReport(figures).write(markdown, machine);
        }
        return 0;
    }

    private int converter() throws IOException {
        if (list) {
            ConverterSuite.names().forEach(System.out::println);
            return 0;
        }
        Scale scale = quick ? ConverterSuite.QUICK : ConverterSuite.FULL;
        List<String> machine = machine();
        Figures figures = new Figures(System.out);
        new ConverterSuite(rounds == null ? scale : scale.withRounds(rounds), jmhLog, figures, System.err)
                .run(selected(ConverterSuite.names(), name -> name));
        if (markdown != null) {
            new ConverterReport(figures).write(markdown, machine);
        }
        return 0;
    }

    private int diff() throws IOException {
        if (list) {
            DiffSuite.names().forEach(System.out::println);
            return 0;
        }
        Scale scale = quick ? DiffSuite.QUICK : DiffSuite.FULL;
        List<String> machine = machine();
        Figures figures = new Figures(System.out);
        new DiffSuite(rounds == null ? scale : scale.withRounds(rounds), jmhLog, figures, System.err)
                .run(selected(DiffSuite.names(), name -> name));
        if (markdown != null) {
            new DiffReport(figures).write(markdown, machine);
        }
        return 0;
    }

    private int history() throws IOException {
        if (list) {
            HistorySuite.names().forEach(System.out::println);
            return 0;
        }
        int turns = rounds == null ? (quick ? 3 : 31) : rounds;
        new HistorySuite(quick, turns, new Figures(System.out), System.err)
                .run(selected(HistorySuite.names(), name -> name));
        return 0;
    }

    private int serve() throws IOException {
        ServeScale scale = quick ? ServeScale.QUICK : ServeScale.FULL;
        machine();
        new ServeSuite(rounds == null ? scale : scale.withRounds(rounds), home, new Figures(System.out), System.err)
                .run();
        return 0;
    }

    private int outbox() throws IOException {
        if (list) {
            OutboxSuite.names().forEach(System.out::println);
            return 0;
        }
        int turns = rounds == null ? (quick ? 3 : 15) : rounds;
        new OutboxSuite(quick, turns, new Figures(System.out), System.err)
                .run(selected(OutboxSuite.names(), name -> name));
        return 0;
    }

    private int load() throws IOException {
        if (list) {
            System.out.println("lmdb");
            return 0;
        }
        long most = statements.isEmpty() ? (quick ? 50_000 : 10_000_000) : statements.get(0);
        new LoadSuite(most, rounds == null ? 1 : rounds, home, new Figures(System.out), System.err).run();
        return 0;
    }

    private int naive() throws IOException {
        if (list) {
            NaiveSuite.names().forEach(System.out::println);
            return 0;
        }
        NaiveScale scale = quick ? NaiveScale.QUICK : NaiveScale.FULL;
        machine();
        new NaiveSuite(
                        rounds == null ? scale : scale.withRounds(rounds),
                        home,
                        servers,
                        new Figures(System.out),
                        System.err)
                .run(selected(NaiveSuite.names(), name -> name));
        return 0;
    }

    private int sink() throws IOException {
        if (list) {
            SinkSuite.names().forEach(System.out::println);
            return 0;
        }
        SinkScale scale = quick ? SinkScale.QUICK : SinkScale.FULL;
        if (rounds != null) {
            scale = scale.withRounds(rounds);
        }
        if (!statements.isEmpty()) {
            scale = scale.withStatements(statements);
        }
        List<String> kinds = selected(SinkSuite.names(), name -> name);
        List<String> machine = machine();
        Figures figures = new Figures(System.out);
        new SinkSuite(scale, alone, servers, figures, System.err).run(kinds);
        if (markdown != null) {
            new SinkReport(figures, scale, kinds).write(markdown, machine);
        }
        return 0;
    }

    private int freshness() throws IOException {
        if (list) {
            SinkSuite.names().forEach(System.out::println);
            return 0;
        }
        List<String> kinds = selected(SinkSuite.names(), name -> name);
        List<String> machine = machine();
        Figures figures = new Figures(System.out);
        FreshnessScale scale = quick ? FreshnessScale.QUICK : FreshnessScale.FULL;
        new FreshnessSuite(scale, home, servers, figures, System.err).run(kinds);
        if (markdown != null) {
            new FreshnessReport(figures, kinds).write(markdown, machine);
        }
        return 0;
    }

    private int edge() throws IOException {
        if (list) {
            EdgeSuite.names().forEach(System.out::println);
            return 0;
        }
        EdgeScale scale = quick ? EdgeScale.QUICK : EdgeScale.FULL;
        List<String> machine = machine();
        Figures figures = new Figures(System.out);
        new EdgeSuite(rounds == null ? scale : scale.withRounds(rounds), figures, System.err)
                .run(selected(EdgeSuite.names(), name -> name));
        if (markdown != null) {
            new EdgeReport(figures).write(markdown, machine);
        }
        return 0;
    }

    private int grpc() throws IOException {
        if (list) {
            GrpcSuite.names().forEach(System.out::println);
            return 0;
        }
        GrpcScale scale = quick ? GrpcScale.QUICK : GrpcScale.FULL;
        List<String> links = selected(GrpcSuite.names(), name -> name);
        List<String> machine = machine();
        Figures figures = new Figures(System.out);
        new GrpcSuite(
                        rounds == null ? scale : scale.withRounds(rounds),
                        jmhLog.resolveSibling("broker.log"),
                        figures,
                        System.err)
                .run(links);
        if (markdown != null) {
            new GrpcReport(figures, links).write(markdown, machine);
        }
        return 0;
    }

    private int source() throws IOException {
        if (list) {
            SourceSuite.names().forEach(System.out::println);
            return 0;
        }
        Scale scale = quick ? Scale.QUICK : SourceSuite.FULL;
        List<String> machine = machine();
        Figures figures = new Figures(System.out);
        new SourceSuite(
                        rounds == null ? scale : scale.withRounds(rounds),
                        quick ? SourceSuite.MESSAGES / 10 : SourceSuite.MESSAGES,
                        jmhLog,
                        figures,
                        System.err)
                .run(selected(SourceSuite.names(), name -> name));
        if (markdown != null) {
            new SourceReport(figures).write(markdown, machine);
        }
        return 0;
    }

    private int sizes() throws IOException {
        List<BatchShape> all = List.of(BatchShape.values());
        if (list) {
            all.forEach(shape -> System.out.println(shape.label()));
            return 0;
        }
        List<BatchShape> shapes = selected(all, BatchShape::label);
        List<String> machine = machine();
        Figures figures = new Figures(System.out);
        if (only.isEmpty()) {
            System.err.println("counting bytes of frames");
            new Sizes((quick ? Scale.QUICK : Scale.FULL).sizeElements(), figures).run();
        }
        try (BenchmarkBroker broker = new BenchmarkBroker(jmhLog.resolveSibling("broker.log"))) {
            new BatchSizes(broker, quick ? BatchSizes.QUICK_ELEMENTS : BatchSizes.ELEMENTS, figures, System.err)
                    .run(shapes);
        }
        if (markdown != null) {
            new BatchReport(figures).write(markdown, shapes, machine);
        }
        return 0;
    }

    private int codec() throws IOException {
        Scale scale = quick ? Scale.QUICK : Scale.FULL;
        if (rounds != null) {
            scale = scale.withRounds(rounds);
        }
        List<Scenario> all = Scenario.all(scale);
        if (list) {
            all.forEach(scenario -> System.out.println(scenario.name()));
            return 0;
        }
        List<Scenario> scenarios = selected(all, Scenario::name);
        List<String> machine = machine();
        System.err.println("verifying that every contender reads what was written");
        new Verification(quick ? 50 : 500).run();

        Figures figures = new Figures(System.out);
        boolean withSizes = only.isEmpty();
        if (withSizes) {
            System.err.println("counting bytes");
            new Sizes(scale.sizeElements(), figures).run();
        }
        InterleavedForks forks = new InterleavedForks(scale, jmhLog, System.err);
        List<Comparison> comparisons = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            Comparison comparison = forks.measure(scenario);
            figures.add(comparison);
            comparisons.add(comparison);
        }
        if (markdown != null) {
            new CodecReport(figures).write(markdown, machine, comparisons, withSizes);
        }
        return 0;
    }

    private static List<String> machine() {
        List<String> machine = Machine.description();
        machine.forEach(System.err::println);
        return machine;
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
