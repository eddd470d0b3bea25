package dev.velella.cli;

import dev.velella.convert.DataFormat;
import dev.velella.convert.file.InputFile;
import dev.velella.convert.file.OutputFile;
import dev.velella.failure.FileException;
import dev.velella.inspect.JsonReport;
import dev.velella.inspect.RawReport;
import dev.velella.inspect.TextReport;
import dev.velella.jelly.JellyInspector;
import dev.velella.jelly.JellyStatistics;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdf.ElementKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Describes the contents of a Jelly file. */
@Command(
        name = "inspect",
        description = {
            "Describes the contents of a Jelly-RDF or Jelly-Patch file: options, rows, frames, use of the lookup"
                    + " tables.",
            "The options in the file show whether it is Jelly-RDF or Jelly-Patch. Its first bytes show whether it is"
                    + " delimited or bare. A gzip file is unpacked."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class InspectCommand implements Callable<Integer> {
    private final InputStream standardInput;
    private final OutputStream standardOutput;

    @Parameters(index = "0", paramLabel = "FILE", description = "File to read, or - for standard input.")
    private String file = "";

    @Option(names = "--json", description = "Write the report as JSON.")
    private boolean json;

    @Option(
            names = "--raw",
            description =
                    "Write every row as it is in the file, frame by frame, without decoding. Together with --json:"
                            + " write one JSON object on each line.")
    private boolean raw;

    InspectCommand(InputStream standardInput, OutputStream standardOutput) {
        this.standardInput = standardInput;
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() {
        try (InputStream in = InputFile.open(file, standardInput);
                OutputFile out = new OutputFile(InputFile.STANDARD, standardOutput)) {
            write(in, out.stream());
            out.commit();
        } catch (MalformedJellyException e) {
            throw new FileException(InputFile.title(file), String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new FileException(InputFile.title(file), "cannot be read: " + InputFile.reason(e), e);
        }
        return 0;
    }

    /** The kind of frames without options, from the name of the file. */
    private ElementKind ofOthers() {
        return DataFormat.ofFile(file).map(DataFormat::kind).orElse(ElementKind.GRAPH);
    }

    private void write(InputStream in, OutputStream out) throws IOException {
        if (raw) {
            RawReport report = new RawReport(out, json);
            JellyInspector.raw(in, Limits.DEFAULT, ofOthers(), report);
            report.end();
            return;
        }
        JellyStatistics found = JellyInspector.inspect(in, Limits.DEFAULT);
        String report = json ? JsonReport.of(file, found) : TextReport.of(file, found);
        out.write(report.getBytes(StandardCharsets.UTF_8));
    }
}
