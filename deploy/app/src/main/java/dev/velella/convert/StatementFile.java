package dev.velella.convert;

import dev.velella.convert.file.InputFile;
import dev.velella.convert.file.OutputFile;
import dev.velella.document.format.UnwritableException;
import dev.velella.document.write.GraphTarget;
import dev.velella.failure.FileException;
import dev.velella.jelly.format.StreamForm;
import java.io.IOException;
import java.io.OutputStream;
import org.eclipse.rdf4j.model.Statement;

/**
 * A file of RDF that is written as a whole or not at all.
 *
 * @param name name of the file, {@code -} for standard output
 * @param format a format of RDF
 */
public record StatementFile(String name, DataFormat format) {

    /**
     * Writes the statements.
     *
     * @throws FileException if the format cannot carry a statement, or the file cannot be written
     */
    public void write(Iterable<? extends Statement> statements, OutputStream standardOutput) {
        String title = name.equals(InputFile.STANDARD) ? "standard output" : name;
        try (OutputFile out = new OutputFile(name, standardOutput)) {
            GraphTarget target = format == DataFormat.JELLY
                    ? new JellyTarget(out.stream(), DataFormat.NQ, jelly(statements))
                    : format.target(out.stream());
            for (Statement statement : statements) {
                target.statement(statement);
            }
            target.end();
            out.commit();
        } catch (UnwritableException e) {
            throw new FileException(title, "cannot be written as " + format.title() + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new FileException(title, "cannot be written: " + InputFile.reason(e), e);
        }
    }

    private static JellySettings jelly(Iterable<? extends Statement> statements) {
        boolean star = false;
        for (Statement statement : statements) {
            star |= statement.getSubject().isTriple() || statement.getObject().isTriple();
        }
        return new JellySettings(
                null, null, null, null, null, null, null, null, null, StreamForm.DELIMITED, null, null, star);
    }
}
