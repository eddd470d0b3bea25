package dev.velella.cli;

import dev.velella.convert.Conversion;
import dev.velella.convert.DataFormat;
import dev.velella.convert.InputFile;
import dev.velella.convert.JoinedConversion;
import dev.velella.document.budget.ReadingLimits;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Converts a file. */
@Command(
        name = "convert",
        description = {
            "Converts RDF between nt, nq, ttl, trig, jsonld, rdfxml and jelly, and patches between rdfp (RDF Patch text)"
                    + " and jellyp (Jelly-Patch).",
            "Several files of jelly become one, frame by frame, without building terms.",
            "The output is written whole or not at all. An input of gzip or bzip2 is unpacked; an OUT whose name ends"
                    + " with .gz or .bz2 is packed."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ConvertCommand implements Callable<Integer> {
    private final InputStream standardInput;
    private final OutputStream standardOutput;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            arity = "2..*",
            paramLabel = "IN... OUT",
            hideParamSyntax = true,
            description = "File to read, or - for standard input, and file to write, or - for standard output. Several"
                    + " files of Jelly, and directories of such files, become one.")
    private List<String> files = List.of();

    @Option(names = "--from", paramLabel = "FORMAT", description = "Format of IN (default: by its extension).")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "FORMAT", description = "Format of OUT (default: by its extension).")
    private @Nullable String to;

    @Option(
            names = "--base",
            paramLabel = "IRI",
            description = "Base of relative IRIs in ttl, trig, jsonld and rdfxml (default: none; a relative IRI is an"
                    + " error).")
    private @Nullable String base;

    @Option(
            names = "--keep-blank-nodes",
            description = "Only for several files of Jelly: blank nodes of one label in different files are one node"
                    + " (default: each file has its own).")
    private boolean keepsLabels;

    @Mixin
    private LimitsMixin limits = new LimitsMixin();

    @Mixin
    private JellyMixin jelly = new JellyMixin();

    ConvertCommand(InputStream standardInput, OutputStream standardOutput) {
        this.standardInput = standardInput;
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() {
        List<String> inputs = files.subList(0, files.size() - 1);
        String output = files.get(files.size() - 1);
        if (inputs.size() > 1 || (isDirectory(inputs.get(0)) && format("--to", to, output) == DataFormat.JELLY)) {
            return join(inputs, output);
        }
        if (keepsLabels) {
            throw usage("--keep-blank-nodes is for several files of Jelly: one file keeps its labels");
        }
        String input = inputs.get(0);
        DataFormat source = format("--from", from, input);
        DataFormat target = format("--to", to, output);
        if (source.kind() != target.kind()) {
            throw usage("cannot convert " + source.id() + " to " + target.id()
                    + ": RDF and patches are not converted into each other");
        }
        checkOptions(target);
        // Set before the first logger is created, because parsers also log the exceptions that they throw.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        new Conversion(input, source, output, target, base, limits(), jelly.settings())
                .run(standardInput, standardOutput);
        return 0;
    }

    private static boolean isDirectory(String file) {
        return !file.equals(InputFile.STANDARD) && new File(file).isDirectory();
    }

    private int join(List<String> inputs, String output) {
        for (String input : inputs) {
            if (input.equals(InputFile.STANDARD)) {
                throw usage("standard input cannot be one of several inputs");
            }
            if (!isDirectory(input) && format("--from", from, input) != DataFormat.JELLY) {
                throw usage(
                        "only files of jelly are joined, and " + input + " is none: convert each file to jelly before");
            }
        }
        DataFormat target = format("--to", to, output);
        if (target != DataFormat.JELLY) {
            throw usage("several files are joined to jelly only: convert the joined file to " + target.id());
        }
        checkOptions(target);
        if (!jelly.framing().isEmpty()) {
            throw usage(jelly.framing().get(0) + " cannot be used with several inputs, whose frames are kept");
        }
        new JoinedConversion(inputs, output, keepsLabels, jelly.settings()).run(standardOutput);
        return 0;
    }

    private ReadingLimits limits() {
        try {
            return limits.limits();
        } catch (IllegalArgumentException e) {
            throw usage("--max-bytes, --max-statements, --max-depth, --max-digits and --max-seconds are at least 1");
        }
    }

    private DataFormat format(String option, @Nullable String id, String file) {
        if (id != null) {
            return DataFormat.ofId(id)
                    .orElseThrow(() -> usage(option + " must be one of " + DataFormat.ids() + ", not " + id));
        }
        if (file.equals(InputFile.STANDARD)) {
            throw usage("- needs " + option);
        }
        return DataFormat.ofFile(file)
                .orElseThrow(() -> usage("no format has the extension of " + file + "; give " + option));
    }

    private void checkOptions(DataFormat target) {
        List<String> strange = new ArrayList<>();
        if (target != DataFormat.JELLY) {
            strange.addAll(jelly.rdfOnly());
        }
        if (target != DataFormat.JELLYP) {
            strange.addAll(jelly.patchOnly());
        }
        if (!target.isJelly()) {
            strange.addAll(jelly.both());
        }
        if (!strange.isEmpty()) {
            throw usage(strange.get(0) + " cannot be used with " + target.id() + " as output");
        }
        jelly.problem().ifPresent(problem -> {
            throw usage(problem);
        });
    }

    private ParameterException usage(String message) {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new ParameterException(spec.commandLine(), message);
    }
}
