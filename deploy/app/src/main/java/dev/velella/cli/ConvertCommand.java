package dev.velella.cli;

import dev.velella.convert.Conversion;
import dev.velella.convert.ConversionProgress;
import dev.velella.convert.DataFormat;
import dev.velella.convert.JoinedConversion;
import dev.velella.convert.file.InputFile;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.rdf.ElementKind;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
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
            "Converts RDF between nt, nq, ttl, trig, jsonld, ndjsonld, rdfxml and jelly, and patches between rdfp (RDF Patch text)"
                    + " and jellyp (Jelly-Patch).",
            "Several files of jelly become one, frame by frame, without building terms.",
            "The output is written whole or not at all. An input of gzip, bzip2 or Zstandard is unpacked; an OUT whose name"
                    + " ends with .gz, .bz2 or .zst is packed."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ConvertCommand implements Callable<Integer> {
    /** The launcher tells by it whether standard error is a terminal. */
    private static final String TERMINAL = "velella.terminal.error";

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

    @Option(
            names = "--messages",
            negatable = true,
            fallbackValue = "true",
            description =
                    "Write a log of RDF Messages: each message, or each frame that is an element of its stream, stays"
                            + " apart. --no-messages: join them (default: as IN is; a log stays a log).")
    private @Nullable Boolean messages;

    @Option(
            names = "--skip-bad",
            paramLabel = "FILE",
            description =
                    "Leave out the lines of nt and nq that cannot be read, and write them to this file, each below a"
                            + " comment with its place and the reason (default: the first one is an error).")
    private @Nullable String badLines;

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
        checkMessages(source, target);
        if (badLines != null) {
            checkBadLines(badLines, input, source, output);
        }
        // Set before the first logger is created, because parsers also log the exceptions that they throw.
        System.setProperty("log4j2.configurationFile", "log4j2-silent.xml");
        PrintWriter err = commandLine().getErr();
        long leftOut;
        try (ConversionProgress progress =
                new ConversionProgress(input, Boolean.getBoolean(TERMINAL) ? err : null, System::nanoTime)) {
            leftOut = new Conversion(
                            input, source, output, target, base, limits(), jelly.settings(), messages, badLines)
                    .run(standardInput, standardOutput, progress);
        }
        if (badLines != null) {
            err.println(InputFile.title(input) + ": "
                    + (leftOut == 0
                            ? "all lines can be read"
                            : leftOut + (leftOut == 1 ? " line" : " lines") + " cannot be read and "
                                    + (leftOut == 1 ? "is" : "are") + " left out; see " + badLines));
            err.flush();
        }
        return 0;
    }

    private void checkMessages(DataFormat source, DataFormat target) {
        boolean wanted = Boolean.TRUE.equals(messages);
        if (messages != null && source.kind() == ElementKind.PATCH) {
            throw usage("--messages is for RDF, and not for patches");
        } else if (wanted && source == DataFormat.JELLY && target == DataFormat.JELLY) {
            throw usage("--messages is not needed from jelly to jelly: frames are messages, and stay as they are");
        } else if (wanted && target == DataFormat.JELLY && jelly.settings().isFlat()) {
            throw usage("--messages cannot be used with a --logical-type whose frames are no messages");
        } else if (messages != null
                && !wanted
                && source == DataFormat.JELLY
                && target == DataFormat.JELLY
                && !jelly.settings().isFlat()) {
            throw usage("--no-messages from jelly to jelly needs --logical-type flat-triples or flat-quads:"
                    + " frames of another stream stay as they are");
        } else if (wanted && (target == DataFormat.JSONLD || target == DataFormat.RDFXML)) {
            throw usage("--messages cannot be used with " + target.id()
                    + " as output, which has no messages; choose nq, trig, ndjsonld or jelly");
        }
    }

    private void checkBadLines(String file, String input, DataFormat source, String output) {
        if (source != DataFormat.NT && source != DataFormat.NQ) {
            throw usage("--skip-bad is for nt and nq, whose lines stand alone, and not for " + source.id());
        }
        if (file.equals(InputFile.STANDARD)) {
            throw usage("--skip-bad needs the name of a file, not -");
        }
        for (String other : List.of(input, output)) {
            if (!other.equals(InputFile.STANDARD)
                    && new File(other).getAbsoluteFile().equals(new File(file).getAbsoluteFile())) {
                throw usage("--skip-bad cannot be " + file + ", which is the input or the output");
            }
        }
    }

    private static boolean isDirectory(String file) {
        return !file.equals(InputFile.STANDARD) && new File(file).isDirectory();
    }

    private int join(List<String> inputs, String output) {
        if (badLines != null) {
            throw usage("--skip-bad is for one file of nt or nq");
        }
        if (messages != null) {
            throw usage("--messages is for one file: frames of several files of jelly stay as they are");
        }
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
        return new ParameterException(commandLine(), message);
    }

    private CommandLine commandLine() {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return spec.commandLine();
    }
}
