package dev.velella.cli;

import dev.velella.quickstart.Quickstart;
import dev.velella.quickstart.QuickstartOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the whole pipeline in this process. */
@Command(
        name = "quickstart",
        description = {
            "Runs the whole pipeline in one process: a Kafka broker, a Connect worker with the plugin, the diff app and an"
                    + " RDF4J store with a SPARQL endpoint.",
            "Sends a stream of graphs through the pipeline, checks that the store equals the stream, and then serves"
                    + " SPARQL until Ctrl-C."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class QuickstartCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--graphs",
            paramLabel = "N",
            description = "Graphs to simulate, all stations together (default: 10000).")
    private @Nullable Integer graphs;

    @Option(names = "--stations", paramLabel = "N", description = "Weather stations to simulate (default: 1).")
    private @Nullable Integer stations;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the simulation (default: 1).")
    private @Nullable Long seed;

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "Replay the stream in this file instead of a simulation: a .tar.gz archive, .nq, .nq.gz,"
                    + " .jelly or .jelly.gz.")
    private @Nullable Path input;

    @Option(
            names = "--mqtt",
            description =
                    "The stations send plain JSON to an MQTT broker (HiveMQ CE, in a process of its own), and the source"
                            + " makes graphs of it by a template.")
    private boolean mqtt;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Directory for the data of the broker, the state and the store (default: a temporary"
                    + " directory, removed at the end).")
    private @Nullable Path dataDir;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port of the SPARQL endpoint (default: 7878, or a free port if 7878 is not free).")
    private @Nullable Integer port;

    @Option(
            names = "--page-port",
            paramLabel = "PORT",
            description = "Port of the page (default: 7880, or a free port if 7880 is not free).")
    private @Nullable Integer pagePort;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Graphs that the simulation sends in a second (default: as many as possible).")
    private @Nullable Integer rate;

    @Option(
            names = "--graph-policy",
            paramLabel = "per-stream|keep",
            description = "Only with --input. per-stream: each stream has one graph. keep: statements stay in the"
                    + " graphs that the elements name (default: keep if one of the first 1,000 elements is a dataset,"
                    + " which fits in no other way; else per-stream).")
    private @Nullable String graphPolicy;

    @Option(
            names = "--temporal-statement",
            paramLabel = "keep|drop",
            defaultValue = "keep",
            description = "Whether the time of an element becomes part of its graph (default: ${DEFAULT-VALUE}).")
    private String temporalStatement = "keep";

    @Option(
            names = "--late",
            paramLabel = "drop|keep",
            defaultValue = "drop",
            description = "Drop or keep an element that is older than the last element of its stream (default:"
                    + " ${DEFAULT-VALUE}).")
    private String late = "drop";

    @Option(
            names = "--patches-out",
            paramLabel = "FILE",
            description = "Write every patch to this file, as RDF Patch text.")
    private @Nullable Path patchesOut;

    @Option(names = "--exit", description = "End after the check: status 0 if the store equals the stream, else 1.")
    private boolean exit;

    @Override
    public Integer call() throws Exception {
        if (input != null && (graphs != null || stations != null || seed != null)) {
            throw usage("--graphs, --stations and --seed are for the simulation; they cannot be used with --input");
        }
        if (rate != null && (input != null || mqtt)) {
            throw usage("--rate is for the simulation without MQTT; it cannot be used with --input or --mqtt");
        }
        if (input == null && graphPolicy != null) {
            throw usage("--graph-policy needs --input");
        }
        if (input != null && mqtt) {
            throw usage("--mqtt is for the simulation; it cannot be used with --input");
        }
        QuickstartOptions options = new QuickstartOptions(
                atLeastOne("--graphs", graphs, 10_000),
                atLeastOne("--stations", stations, 1),
                seed == null ? 1L : seed,
                Optional.ofNullable(input),
                mqtt,
                Optional.ofNullable(dataDir),
                port("--port", port),
                port("--page-port", pagePort),
                rate == null ? 0 : atLeastOne("--rate", rate, 0),
                Optional.ofNullable(
                        graphPolicy == null ? null : oneOf("--graph-policy", graphPolicy, "per-stream", "keep")),
                oneOf("--temporal-statement", temporalStatement, "keep", "drop"),
                oneOf("--late", late, "drop", "keep"),
                Optional.ofNullable(patchesOut),
                exit);
        // Set before the first logger is created. The quickstart turns logging on when it has a directory for the log.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        return Quickstart.run(options);
    }

    private Optional<Integer> port(String option, @Nullable Integer value) {
        if (value != null && (value < 1 || value > 65535)) {
            throw usage(option + " must be between 1 and 65535, not " + value);
        }
        return Optional.ofNullable(value);
    }

    private int atLeastOne(String option, @Nullable Integer value, int otherwise) {
        if (value != null && value < 1) {
            throw usage(option + " must be at least 1, not " + value);
        }
        return value == null ? otherwise : value;
    }

    private String oneOf(String option, String value, String first, String second) {
        if (!value.equals(first) && !value.equals(second)) {
            throw usage(option + " must be " + first + " or " + second + ", not " + value);
        }
        return value;
    }

    private ParameterException usage(String message) {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new ParameterException(spec.commandLine(), message);
    }
}
