package dev.velella.convert;

import dev.velella.convert.file.InputFile;
import dev.velella.convert.file.OutputFile;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.format.UnwritableException;
import dev.velella.document.write.GraphTarget;
import dev.velella.failure.FileException;
import dev.velella.rdf.ElementKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * A conversion of one input into one output, both RDF or both patches. The output is written as a whole or not at all.
 *
 * @param input name of the input, {@code -} for standard input
 * @param from format of the input
 * @param output name of the output, {@code -} for standard output
 * @param to format of the output
 * @param base IRI that resolves the relative IRIs of a text format; null if relative IRIs are errors
 * @param limits limits of reading a text format
 * @param settings settings of Jelly output
 * @param messages whether the output is a log of RDF Messages; if not, messages are joined. Null for what the input is
 * @param badLines name of the file for the lines of N-Triples and N-Quads that cannot be read and are left out; null if the
 *     first of them is an error
 */
public record Conversion(
        String input,
        DataFormat from,
        String output,
        DataFormat to,
        @Nullable String base,
        ReadingLimits limits,
        JellySettings settings,
        @Nullable Boolean messages,
        @Nullable String badLines) {

    /**
     * Converts.
     *
     * @return number of lines that were left out
     * @throws FileException if the input is malformed or cannot be read, or the output cannot carry it or be written
     */
    public long run(InputStream standardInput, OutputStream standardOutput, ConversionProgress progress) {
        try {
            return InputFile.read(input, standardInput, progress::counted, in -> {
                try (OutputFile out = new OutputFile(output, standardOutput);
                        BadLines bad = badLines == null ? null : new BadLines(input, badLines)) {
                    convert(in, out.stream(), bad, progress);
                    if (bad != null) {
                        bad.commit();
                    }
                    out.commit();
                    return bad == null ? 0 : bad.count();
                }
            });
        } catch (UnwritableException e) {
            throw new FileException(
                    InputFile.title(input), "cannot be written as " + to.title() + ": " + e.getMessage(), e);
        }
    }

    /** Converts one stream into another, without files. Failures are the exceptions of readers and targets. */
    void convert(InputStream in, OutputStream out, @Nullable BadLines bad, ConversionProgress progress)
            throws IOException {
        if (from.kind() == ElementKind.PATCH) {
            PatchConversion.run(from, in, to, settings, out);
        } else {
            convertRdf(in, out, bad, progress);
        }
    }

    private void convertRdf(InputStream in, OutputStream out, @Nullable BadLines bad, ConversionProgress progress)
            throws IOException {
        GraphTarget target =
                withMessages(to == DataFormat.JELLY ? new JellyTarget(out, from, settings) : to.target(out));
        target = progress.counted(target);
        if (from == DataFormat.JELLY) {
            ValueFactory values = to == DataFormat.JELLY ? SimpleValueFactory.getInstance() : new VerifiedTerms();
            new JellySource(values).readInto(target, in);
        } else {
            new TextSource(from, base, limits, bad).readMessagesInto(target, in);
        }
        target.end();
    }

    private GraphTarget withMessages(GraphTarget target) {
        boolean joins = Boolean.FALSE.equals(messages);
        if (joins || (to == DataFormat.JELLY && settings.isFlat())) {
            return new JoinedMessages(target, joins);
        }
        return to.isLog() || Boolean.TRUE.equals(messages) ? new MessageTarget(target) : target;
    }
}
