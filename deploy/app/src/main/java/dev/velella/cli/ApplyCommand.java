package dev.velella.cli;

import dev.velella.convert.DataFormat;
import dev.velella.convert.PatchApplication;
import dev.velella.convert.PatchInput;
import dev.velella.convert.file.InputFile;
import dev.velella.failure.FileException;
import dev.velella.failure.UserException;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.rdf.ElementKind;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.store.StoreMoment;
import dev.velella.sink.view.RepairableStore;
import dev.velella.verify.SinkFile;
import dev.velella.verify.StoreAccess;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Applies patches to a file, or the patch that repairs a store to that store. */
@Command(
        name = "apply",
        description = {
            "Applies all patches of a file, in their order, to an N-Quads file. If there is no such file, it is"
                    + " created.",
            "The N-Quads file is written whole or not at all. Blank nodes with the same label are the same node in both"
                    + " files.",
            "With a URL, or with --to-config, repairs the store of a sink connector instead: applies the patch that"
                    + " velella verify --full has written, if the store has not changed since then."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ApplyCommand implements Callable<Integer> {
    private final InputStream standardInput;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "PATCHES",
            description = "File of patches, rdfp or jellyp, or - for standard input, which needs --from.")
    private String patches = "";

    @Option(
            names = "--to",
            paramLabel = "FILE|URL",
            description =
                    "N-Quads file (.nq, .nq.gz) to which the patches are applied, or address (http:// or https://) of"
                            + " the store that is repaired.")
    private @Nullable String to;

    @Mixin
    private RemoteMixin remote = new RemoteMixin();

    @Option(
            names = "--to-config",
            paramLabel = "FILE",
            description =
                    "Configuration of the sink connector whose store is repaired: a JSON file as Connect takes it. Stop"
                            + " the connector first.")
    private @Nullable Path config;

    @Option(
            names = "--timeout-ms",
            paramLabel = "N",
            defaultValue = "30000",
            description = "Longest wait for a store behind HTTP, in ms (default: ${DEFAULT-VALUE}).")
    private long timeoutMs = 30_000;

    @Option(
            names = "--from",
            paramLabel = "FORMAT",
            description = "Format of PATCHES, rdfp or jellyp (default: by its extension).")
    private @Nullable String from;

    @Option(
            names = "--strict",
            description = "Fail if a patch deletes a statement that is not there, or adds a statement that is there.")
    private boolean strict;

    ApplyCommand(InputStream standardInput) {
        this.standardInput = standardInput;
    }

    @Override
    public Integer call() throws IOException {
        DataFormat format = format();
        if ((to == null) == (config == null)) {
            throw usage("give either --to or --to-config");
        }
        String url = to != null && to.matches("https?://.*") ? to : null;
        String file = url == null ? to : null;
        if (file == null && strict) {
            throw usage("--strict is for files; a store is always changed strictly");
        }
        if (url == null && remote.isGiven()) {
            throw usage("--type, --update-url, --username, --password-file and --token-file need --to with a URL");
        }
        if (timeoutMs < 1) {
            throw usage("--timeout-ms must be at least 1, not " + timeoutMs);
        }
        if (file != null && !DataFormat.ofFile(file).equals(Optional.of(DataFormat.NQ))) {
            throw usage("--to needs a file whose name ends in .nq or .nq.gz, or a URL, not " + ShownUrl.of(file));
        }
        // Set before the first logger is created, because parsers and clients also log the exceptions that they throw.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        if (file != null) {
            toFile(format, file);
        } else if (url != null) {
            toStore(format, "--to", connector -> remote.options(url, connector));
        } else if (config != null) {
            Path sink = config;
            toStore(format, sink.toString(), connector -> SinkFile.read(sink, connector));
        }
        return 0;
    }

    private void toFile(DataFormat format, String file) {
        PatchApplication.Result done = new PatchApplication(patches, format, file, strict).run(standardInput);
        PrintWriter out = command().commandLine().getOut();
        out.printf(
                "%s: %d patches applied, %d statements deleted, %d added; %d statements%n",
                file, done.patches(), done.deleted(), done.added(), done.size());
        out.flush();
        if (done.missing() > 0 || done.addedAgain() > 0) {
            PrintWriter err = command().commandLine().getErr();
            err.printf(
                    "%s: %d deletes of statements that were not in %s, %d adds of statements that were there%n",
                    InputFile.title(patches), done.missing(), file, done.addedAgain());
            err.flush();
        }
    }

    /**
     * @param options gives the options of a connector that writes to the store; its argument is the name of the
     *     connector
     */
    private void toStore(DataFormat format, String source, Function<String, Map<String, String>> options)
            throws IOException {
        PatchInput patch = PatchInput.read(patches, format, standardInput);
        if (patch.deletes().isEmpty() && patch.adds().isEmpty()) {
            throw new FileException(InputFile.title(patches), "holds no change");
        }
        StoreMoment moment = moment(patch);
        try (RepairableStore store =
                StoreAccess.openForRepair(options.apply(moment.connector()), Duration.ofMillis(timeoutMs))) {
            store.repair(moment, patch.deletes(), patch.adds());
            PrintWriter out = command().commandLine().getOut();
            out.printf(
                    "%s: 1 patch applied, %d statements deleted, %d added%n",
                    store.place(), patch.deletes().size(), patch.adds().size());
            out.flush();
        } catch (StoreFailedException e) {
            throw new UserException(InputFile.title(patches) + ": " + e.getMessage(), e);
        } catch (ConfigException e) {
            throw new UserException(source + ": " + e.getMessage(), e);
        }
    }

    private StoreMoment moment(PatchInput patch) {
        try {
            return StoreMoment.of(patch.headers());
        } catch (IllegalArgumentException e) {
            throw new FileException(
                    InputFile.title(patches),
                    "is not a patch that velella verify --full has written for a store: " + e.getMessage(),
                    e);
        }
    }

    private DataFormat format() {
        if (from == null && patches.equals(InputFile.STANDARD)) {
            throw usage("- needs --from");
        }
        return (from == null ? DataFormat.ofFile(patches) : DataFormat.ofId(from))
                .filter(format -> format.kind() == ElementKind.PATCH)
                .orElseThrow(() -> usage(
                        from == null
                                ? "the extension of " + patches + " is neither .rdfp nor .jellyp; give --from"
                                : "--from must be rdfp or jellyp, not " + from));
    }

    private CommandSpec command() {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return spec;
    }

    private ParameterException usage(String message) {
        return new ParameterException(command().commandLine(), message);
    }
}
