package dev.velella.cli;

import dev.velella.convert.DataFormat;
import dev.velella.convert.JellySettings;
import dev.velella.convert.PatchOutput;
import dev.velella.convert.file.InputFile;
import dev.velella.convert.file.OutputFile;
import dev.velella.diff.compare.RollingDiff;
import dev.velella.failure.UserException;
import dev.velella.jelly.format.StreamForm;
import dev.velella.log.asof.AsOf;
import dev.velella.log.asof.Moment;
import dev.velella.log.asof.PastStream;
import dev.velella.log.asof.StreamSelection;
import dev.velella.past.PastReport;
import dev.velella.past.VersionLines;
import dev.velella.rdf.ElementKind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.Callable;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the versions of a stream, or tells the patch between two of them. */
@Command(
        name = "log",
        description = {
            "Lists the versions of a stream: number, time of the record, event time, adds, deletes, hash and place of each"
                    + " patch. With --diff, writes the patch that leads from one moment to another."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class LogCommand implements Callable<Integer> {
    private final OutputStream standardOutput;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private LogMixin log = new LogMixin();

    @Option(names = "--key", required = true, paramLabel = "K", description = "Key of the stream.")
    private String key = "";

    @ArgGroup(exclusive = true)
    private @Nullable Part part;

    private static final class Part {
        @Option(
                names = "--numbers",
                paramLabel = "A..B",
                description = "Only the versions with these numbers; A.. is all from A on, ..B all up to B.")
        private @Nullable String numbers;

        @Option(
                names = "--diff",
                paramLabel = "A..B",
                description =
                        "Write the patch from moment A to moment B; each is the number of a patch or a time. Without A"
                                + " it leads from the empty graph, without B to the last patch.")
        private @Nullable String diff;
    }

    @Option(
            names = "--time-by",
            paramLabel = "record|event",
            defaultValue = "record",
            description = "Time that --diff compares, as in velella as-of (default: ${DEFAULT-VALUE}).")
    private String timeBy = "record";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "File to write (default: standard output).")
    private String output = InputFile.STANDARD;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Format of the output: text or json for versions, json with one object on each line; rdfp or"
                    + " jellyp for a patch (default: text; a patch by the extension of OUT, rdfp on standard output).")
    private @Nullable String format;

    LogCommand(OutputStream standardOutput) {
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() throws IOException {
        if (!timeBy.equals("record") && !timeBy.equals("event")) {
            throw log.usage("--time-by must be record or event, not " + timeBy);
        }
        if (part != null && part.diff != null) {
            diff(part.diff);
        } else {
            list(part == null || part.numbers == null ? ".." : part.numbers);
        }
        return 0;
    }

    private void list(String numbers) throws IOException {
        String[] range = range("--numbers", numbers);
        long first = range[0].isEmpty() ? 1 : number(range[0]);
        long last = range[1].isEmpty() ? Long.MAX_VALUE : number(range[1]);
        boolean json = "json".equals(format);
        if (format != null && !json && !format.equals("text")) {
            throw log.usage("--format must be text or json, not " + format);
        }
        try (OutputFile out = new OutputFile(output, standardOutput)) {
            Writer writer = new OutputStreamWriter(out.stream(), StandardCharsets.UTF_8);
            VersionLines lines = new VersionLines(writer, json);
            long told = log.run(asOf -> asOf.history(key, log.partitions(), first, last, lines::version));
            writer.flush();
            out.commit();
            if (lines.problems() > 0) {
                throw new UserException(
                        "stream " + key + ": patches that do not follow the one before: " + lines.problems());
            }
            if (told == 0) {
                throw new UserException("topic " + log.topic() + ": stream " + key + " has no patch"
                        + (numbers.equals("..") ? "" : " with a number of " + numbers));
            }
        }
    }

    private void diff(String moments) throws IOException {
        String[] range = range("--diff", moments);
        DataFormat target = patchFormat();
        Moment after = range[1].isEmpty() ? MomentText.latest() : moment(range[1]);
        Moment before = range[0].isEmpty() ? null : moment(range[0]);
        JellySettings jelly = new JellySettings(
                null, null, null, null, null, null, null, null, null, StreamForm.DELIMITED, null, null, true);
        RollingDiff change = log.run(asOf ->
                RollingDiff.between(before == null ? Set.of() : statements(asOf, before), statements(asOf, after)));
        try (PatchOutput out = new PatchOutput(output, target, jelly, standardOutput)) {
            out.write(change);
            out.commit();
        }
    }

    private Set<Statement> statements(AsOf asOf, Moment moment) {
        PastStream stream = asOf.at(moment, StreamSelection.of(key), log.partitions(), false)
                .streams()
                .get(0);
        PrintWriter err = err();
        err.println(PastReport.one(stream));
        err.flush();
        return stream.statements();
    }

    private Moment moment(String text) {
        return MomentText.number(text)
                .<Moment>map(Moment.PatchNumber::new)
                .or(() -> MomentText.timeMoment(text, timeBy.equals("event")))
                .orElseThrow(() -> log.usage(
                        "a moment of --diff must be the number of a patch, or a time such as 2026-11-05T10:00:00Z, not "
                                + text));
    }

    private String[] range(String option, String text) {
        String[] parts = text.split("\\.\\.", -1);
        if (parts.length != 2) {
            throw log.usage(option + " must be A..B, not " + text);
        }
        return parts;
    }

    private long number(String text) {
        return MomentText.number(text).orElseThrow(() -> log.usage("--numbers must be numbers from 1, not " + text));
    }

    private DataFormat patchFormat() {
        if (format == null && output.equals(InputFile.STANDARD)) {
            return DataFormat.RDFP;
        }
        return (format == null ? DataFormat.ofFile(output) : DataFormat.ofId(format))
                .filter(known -> known.kind() == ElementKind.PATCH)
                .orElseThrow(() -> log.usage(
                        format == null
                                ? "the extension of " + output + " is neither .rdfp nor .jellyp; give --format"
                                : "--format must be rdfp or jellyp, not " + format));
    }

    private PrintWriter err() {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return spec.commandLine().getErr();
    }
}
