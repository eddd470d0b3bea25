package dev.velella.cli;

import dev.velella.convert.DataFormat;
import dev.velella.convert.JellySettings;
import dev.velella.convert.PatchOutput;
import dev.velella.convert.file.InputFile;
import dev.velella.failure.UserException;
import dev.velella.graph.ElementType;
import dev.velella.graph.GraphPolicy;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.graph.TemporalStatement;
import dev.velella.jelly.format.StreamForm;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.rdf.ElementKind;
import dev.velella.sink.SinkStores;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.targets.remote.RemoteOptions;
import dev.velella.sink.view.RepairableStore;
import dev.velella.sink.view.StoreView;
import dev.velella.verify.IncompleteStoreException;
import dev.velella.verify.Report;
import dev.velella.verify.RoutedVerification;
import dev.velella.verify.SinkFacts;
import dev.velella.verify.StoreAccess;
import dev.velella.verify.StoreVerification;
import dev.velella.verify.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Proves that a store equals its topics, or reports the differences. */
@Command(
        name = "verify",
        description = {
            "Compares the store of a sink connector with the topics that the connector reads, up to the offsets that"
                    + " the store has applied.",
            "Without --full, compares the hashes of the chains of patches; with --full, every statement. The exit"
                    + " status is 0 if the store equals its topics, 3 if the store lacks records that the topics no"
                    + " longer hold, 4 if it differs only in the form of literals whose values are the same, and 1 if"
                    + " it differs otherwise, if not all could be decided, or after an error."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class VerifyCommand implements Callable<Integer> {
    private static final int INCOMPLETE = 3;
    private static final int EQUAL_BY_VALUE = 4;

    private final OutputStream standardOutput;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private SinkMixin sink = new SinkMixin();

    @Option(names = "--full", description = "Compare every statement, and print the patch that would repair the store.")
    private boolean full;

    @Option(
            names = "--repair",
            description =
                    "Compare every statement, repair the store in one transaction or update request, and compare again."
                            + " Stop the connector first.")
    private boolean repair;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "File for the patch that repairs the store, .rdfp or .jellyp (default: standard output).")
    private @Nullable String output;

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description =
                    "Read the store of a running sink at its endpoint, such as http://localhost:7878 (default: if the"
                            + " store's directory is in use, the endpoint in the configuration).")
    private @Nullable URI endpoint;

    @Option(
            names = "--sparql",
            paramLabel = "URL",
            description = "Read the store at this query service of the SPARQL 1.1 protocol, not the store in the"
                    + " configuration.")
    private @Nullable URI sparql;

    @Option(
            names = "--snapshot-topic",
            paramLabel = "NAME",
            description = "Topic of snapshots of the diff app (velella.snapshot.topic). Needed with --full or --repair"
                    + " if retention has deleted patches and the configuration has no snapshot.topics.")
    private @Nullable String snapshotTopic;

    @Option(
            names = "--graph-template",
            paramLabel = "IRI",
            description = "Name of a stream's graph, as in the diff app. {key} in it stands for the key of the stream"
                    + " (default: graph.template of the configuration, else " + GraphSettings.DEFAULT_TEMPLATE
                    + ", or the key itself if it is an IRI).")
    private @Nullable String graphTemplate;

    @Option(
            names = "--max-problems",
            paramLabel = "N",
            defaultValue = "100",
            description = "Most problems to print; all problems are counted (default: ${DEFAULT-VALUE}).")
    private long maxProblems = 100;

    VerifyCommand(OutputStream standardOutput) {
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() throws IOException {
        checkUsage();
        // Set before the first logger is created, because the client also logs the exceptions that it throws.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        Map<String, String> options = sink.options();
        GraphSettings naming = naming(options);
        if (RemoteOptions.isRouted(options)) {
            return verifyRouted(options, TargetGraph.of(naming));
        }
        try (StoreView store = open(options)) {
            return status(
                    verify(store, options, TargetGraph.of(naming)),
                    "the store (" + store.place() + ") is not proven equal to its topics");
        } catch (IncompleteStoreException e) {
            throw new UserException(
                    "the store is incomplete, so it is not equal to its topics: " + e.getMessage()
                            + "; do not rely on it. See on.lost.history in docs/sink.md: it says whether the store can"
                            + " be built again from the topics, and how",
                    e,
                    INCOMPLETE);
        } catch (StoreFailedException e) {
            throw new UserException(String.valueOf(e.getMessage()), e);
        } catch (OutOfMemoryError e) {
            throw new UserException("the store needs more memory; raise the heap, for example VELELLA_OPTS=-Xmx2g", e);
        } catch (ConfigException e) {
            throw new UserException(sink.file() + ": " + e.getMessage(), e);
        }
    }

    private static int status(Verdict verdict, String otherwise) {
        return switch (verdict) {
            case EQUAL -> 0;
            case EQUAL_BY_VALUE -> EQUAL_BY_VALUE;
            case UNDECIDED, DIFFERENT -> throw new UserException(otherwise);
        };
    }

    /** Compares all stores of a sink whose records name their stores. */
    private int verifyRouted(Map<String, String> options, TargetGraph naming) throws IOException {
        if (endpoint != null || sparql != null || output != null || snapshotTopic != null) {
            throw usage("target.url has placeholders, so there are several stores: --endpoint, --sparql, --output and"
                    + " --snapshot-topic are for one");
        }
        PrintWriter out = new PrintWriter(new OutputStreamWriter(standardOutput, StandardCharsets.UTF_8));
        Report report = new Report(out, "", maxProblems);
        RoutedVerification.Mode mode = repair
                ? RoutedVerification.Mode.REPAIR
                : full ? RoutedVerification.Mode.STATEMENTS : RoutedVerification.Mode.CHAINS;
        try {
            Verdict verdict = new RoutedVerification(
                            new RdfSinkConfig(options),
                            sink.topics(options),
                            new SinkFacts(options),
                            naming,
                            sink.timeout(),
                            report)
                    .verify(mode);
            return status(verdict, "not all stores are proven equal to their records");
        } catch (ConfigException e) {
            throw new UserException(sink.file() + ": " + e.getMessage(), e);
        } finally {
            report.end();
        }
    }

    private StoreView open(Map<String, String> options) {
        if (sparql != null) {
            return SinkStores.remote(sparql, sink.timeout());
        }
        return repair
                ? StoreAccess.openForRepair(options, sink.timeout())
                : StoreAccess.open(options, endpoint, sink.timeout());
    }

    private Verdict verify(StoreView store, Map<String, String> options, TargetGraph naming) throws IOException {
        PrintWriter out = new PrintWriter(new OutputStreamWriter(standardOutput, StandardCharsets.UTF_8));
        boolean statements = full || repair;
        // If a patch goes to standard output, the report is printed as comments, so that the whole output is a patch
        // file.
        Report report = new Report(out, statements && output == null ? "# " : "", maxProblems);
        StoreVerification verification =
                new StoreVerification(store, sink.topics(options), new SinkFacts(options), naming, report);
        try {
            if (!statements) {
                return compareChains(verification, report);
            }
            StoreVerification.Outcome found = verification.compareStatements(snapshotTopic);
            report.end();
            write(found);
            if (!found.change().isEmpty() && store instanceof RepairableStore repairable && repair) {
                repairable.repair(
                        found.moment(), found.change().deletes(), found.change().adds());
                report.say("repaired: " + found.change().deletes().size() + " statements deleted, "
                        + found.change().adds().size() + " added");
                found = verification.compareAgain();
            }
            report.say(found.verdict().toString());
            return found.verdict();
        } catch (IncompleteStoreException e) {
            report.say("incomplete");
            throw e;
        } finally {
            report.end();
        }
    }

    private static Verdict compareChains(StoreVerification verification, Report report) throws IOException {
        Verdict verdict = verification.compareChains() ? Verdict.EQUAL : Verdict.DIFFERENT;
        report.say(verdict.toString());
        return verdict;
    }

    private void write(StoreVerification.Outcome found) {
        String target = output == null ? InputFile.STANDARD : output;
        DataFormat format =
                output == null ? DataFormat.RDFP : DataFormat.ofFile(output).orElseThrow();
        JellySettings settings = new JellySettings(
                null, null, null, null, null, null, null, null, null, StreamForm.DELIMITED, null, null, true);
        try (PatchOutput patch = new PatchOutput(target, format, settings, standardOutput)) {
            patch.write(found.moment().headers(), found.change());
            patch.commit();
        }
    }

    private void checkUsage() {
        if (maxProblems < 0) {
            throw usage("--max-problems must be at least 0, not " + maxProblems);
        }
        if (!full && !repair && (output != null || snapshotTopic != null)) {
            throw usage((output == null ? "--snapshot-topic" : "--output") + " needs --full or --repair");
        }
        if (output != null
                && DataFormat.ofFile(output)
                        .filter(format -> format.kind() == ElementKind.PATCH)
                        .isEmpty()) {
            throw usage("the extension of " + output + " is neither .rdfp nor .jellyp");
        }
        if (endpoint != null && sparql != null) {
            throw usage("--endpoint and --sparql cannot be used together");
        }
        if (repair && (endpoint != null || sparql != null)) {
            throw usage("--repair changes the store that the configuration names; it cannot be used with --endpoint or"
                    + " --sparql");
        }
        checkAddress("--endpoint", endpoint);
        checkAddress("--sparql", sparql);
    }

    private void checkAddress(String option, @Nullable URI address) {
        if (address != null
                && (address.getScheme() == null || !address.getScheme().matches("https?"))) {
            throw usage(option + " must be an address such as http://localhost:7878, not " + ShownUrl.of(address));
        }
        if (address != null
                && address.getRawAuthority() != null
                && address.getRawAuthority().contains("@")) {
            throw usage(
                    option + " must not hold a user or a password, because others on this machine could see them: give"
                            + " a configuration with target.auth in a file that only you can read");
        }
    }

    private GraphSettings naming(Map<String, String> options) {
        try {
            return new GraphSettings(
                    GraphPolicy.PER_STREAM,
                    graphTemplate != null
                            ? graphTemplate
                            : options.getOrDefault("graph.template", GraphSettings.DEFAULT_TEMPLATE),
                    null,
                    TemporalStatement.KEEP,
                    ElementType.AUTO);
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()).replace("graph.template", "--graph-template"));
        }
    }

    private ParameterException usage(String message) {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new ParameterException(spec.commandLine(), message);
    }
}
