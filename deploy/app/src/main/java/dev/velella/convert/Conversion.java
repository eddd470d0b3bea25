package dev.velella.convert;

import dev.velella.document.MalformedDocumentException;
import dev.velella.document.VerifiedTerms;
import dev.velella.failure.FileException;
import dev.velella.jelly.MalformedJellyException;
import dev.velella.rdfpatch.MalformedPatchException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * One input and one output, both RDF or both patches. The output is written as a whole or not at all.
 *
 * @param input name of the input, {@code -} for standard input
 * @param from format of the input
 * @param output name of the output, {@code -} for standard output
 * @param to format of the output
 * @param base what relative IRIs of a text format are resolved against, or null where they are errors
 * @param settings of Jelly that is written
 */
public record Conversion(
        String input, DataFormat from, String output, DataFormat to, @Nullable String base, JellySettings settings) {

    /**
     * Converts.
     *
     * @throws FileException if the input is malformed or cannot be read, or the output cannot carry it or be written
     */
    public void run(InputStream standardInput, OutputStream standardOutput) {
        try (InputStream in = InputFile.open(input, standardInput);
                OutputFile out = new OutputFile(output, standardOutput)) {
            convert(in, out.stream());
            out.commit();
        } catch (IOException e) {
            throw failure("cannot be read: " + InputFile.reason(e), e);
        }
    }

    private void convert(InputStream in, OutputStream out) throws IOException {
        try {
            if (from.isPatch()) {
                PatchConversion.run(from, in, to, settings, out);
            } else {
                convertRdf(in, out);
            }
        } catch (MalformedJellyException
                | MalformedPatchException
                | MalformedDocumentException
                | MalformedInputException e) {
            throw failure(String.valueOf(e.getMessage()), e);
        } catch (UnwritableException e) {
            throw failure("cannot be written as " + to.title() + ": " + e.getMessage(), e);
        } catch (CharacterCodingException e) {
            throw failure("not UTF-8", e);
        } catch (OutOfMemoryError e) {
            throw failure("needs more memory; raise it, as with VELELLA_OPTS=-Xmx2g", e);
        }
    }

    private void convertRdf(InputStream in, OutputStream out) throws IOException {
        GraphTarget target = to == DataFormat.JELLY ? new JellyTarget(out, from, settings) : TextTargets.open(to, out);
        if (from == DataFormat.JELLY) {
            ValueFactory values = to == DataFormat.JELLY ? SimpleValueFactory.getInstance() : new VerifiedTerms();
            new JellySource(values).readInto(target, in);
        } else {
            new TextSource(from, base).readInto(target, in);
        }
        target.end();
    }

    private FileException failure(String reason, Throwable cause) {
        return new FileException(InputFile.title(input), reason, cause);
    }
}
