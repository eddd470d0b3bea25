package dev.velella.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
        sizes
    }

    @Parameters(paramLabel = "codec|sizes", description = "codec: times and sizes; sizes: only bytes on the wire")
    private Suite suite = Suite.codec;

    @Option(names = "--quick", description = "small streams, one short fork of each: whether it works, not how fast")
    private boolean quick;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "PREFIX",
            description = "only scenarios whose names begin so, for example weather-parse; no sizes then")
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
        Scale scale = quick ? Scale.QUICK : Scale.FULL;
        if (rounds != null) {
            if (rounds < 1) {
                throw new BenchmarkException("--rounds must be at least 1, not " + rounds);
            }
            scale = scale.withRounds(rounds);
        }
        if (list) {
            Scenario.all(scale).forEach(scenario -> System.out.println(scenario.name()));
            return 0;
        }
        List<Scenario> scenarios = suite == Suite.codec ? selected(Scenario.all(scale)) : List.of();
        List<String> machine = Machine.description();
        machine.forEach(System.err::println);
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
            new MarkdownReport(figures).write(markdown, machine, comparisons, withSizes);
        }
        return 0;
    }

    private List<Scenario> selected(List<Scenario> all) {
        List<Scenario> selected = all.stream()
                .filter(scenario -> only.isEmpty() || only.stream().anyMatch(scenario.name()::startsWith))
                .toList();
        if (selected.isEmpty()) {
            String names = all.stream().map(Scenario::name).collect(Collectors.joining(" "));
            throw new BenchmarkException(
                    "no scenario begins with " + String.join(" or ", only) + "; there are " + names);
        }
        return selected;
    }
}
