package dev.velella.cli;

import dev.velella.convert.Conversion;
import dev.velella.convert.DataFormat;
import dev.velella.convert.InputFile;
import dev.velella.document.budget.ReadingLimits;
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
            "The output is written whole or not at all. A gzip input is unpacked; an OUT whose name ends with .gz is"
                    + " packed."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ConvertCommand implements Callable<Integer> {
    private final InputStream standardInput;
    private final OutputStream standardOutput;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "IN", description = "File to read, or - for standard input.")
    private String input = "";

    @Parameters(index = "1", paramLabel = "OUT", description = "File to write, or - for standard output.")
    private String output = "";

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
