package dev.velella.cli;

import dev.velella.convert.DataFormat;
import dev.velella.convert.InputFile;
import dev.velella.convert.PatchApplication;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Applies patches to a file. */
@Command(
        name = "apply",
        description = {
            "Applies all patches of a file, in their order, to a file of N-Quads, which is made if it is not there.",
            "The file is written whole or not at all. Labels of blank nodes are taken as they are in both files."
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
            description = "File of patches, rdfp or jellyp, or - for standard input.")
    private String patches = "";

    @Option(
            names = "--to",
            required = true,
            paramLabel = "FILE",
            description = "File of N-Quads (.nq, .nq.gz) that the patches are applied to.")
    private String file = "";

    @Option(
            names = "--from",
            paramLabel = "FORMAT",
            description = "Format of PATCHES, rdfp or jellyp (default: by its extension).")
    private @Nullable String from;

    @Option(
            names = "--strict",
            description = "Fail where a patch deletes a statement that is not there, or adds one that is.")
    private boolean strict;

    ApplyCommand(InputStream standardInput) {
        this.standardInput = standardInput;
    }

    @Override
    public Integer call() {
        CommandSpec command = command();
        DataFormat format = format();
        if (!DataFormat.ofFile(file).equals(Optional.of(DataFormat.NQ))) {
            throw usage("--to needs a file whose name ends in .nq or .nq.gz, not " + file);
        }
        // Before the first logger is made: parsers log what they throw as well.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        PatchApplication.Result done = new PatchApplication(patches, format, file, strict).run(standardInput);
        PrintWriter out = command.commandLine().getOut();
        out.printf(
                "%s: %d patches applied, %d statements deleted, %d added; %d statements%n",
                file, done.patches(), done.deleted(), done.added(), done.size());
        out.flush();
        if (done.missing() > 0 || done.addedAgain() > 0) {
            PrintWriter err = command.commandLine().getErr();
            err.printf(
                    "%s: %d deletes of statements that were not in %s, %d adds of statements that were%n",
                    InputFile.title(patches), done.missing(), file, done.addedAgain());
            err.flush();
        }
        return 0;
    }

    private DataFormat format() {
        if (from == null && patches.equals(InputFile.STANDARD)) {
            throw usage("- needs --from");
        }
        return (from == null ? DataFormat.ofFile(patches) : DataFormat.ofId(from))
                .filter(DataFormat::isPatch)
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
