package dev.velella.convert;

import dev.velella.convert.file.InputFile;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.document.format.UnwritableException;
import dev.velella.failure.FileException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;

/**
 * Applies patches to a file of N-Quads. The file is held in memory, and written as a whole or not at all: after an
 * error it is unchanged.
 *
 * @param patches name of the file of patches, {@code -} for standard input
 * @param format format of the patches
 * @param file the file of N-Quads; it is created if it does not exist
 * @param strict whether a row without effect is an error
 */
public record PatchApplication(String patches, DataFormat format, String file, boolean strict) {

    /**
     * The result of the application.
     *
     * @param patches number of patches
     * @param added number of added statements
     * @param deleted number of deleted statements
     * @param addedAgain adds of statements that were there already
     * @param missing deletes of statements that were not there
     * @param size statements in the file afterwards
     */
    public record Result(long patches, long added, long deleted, long addedAgain, long missing, int size) {}

    /**
     * Applies all patches.
     *
     * @throws FileException if a file is malformed, cannot be read or cannot be written; with {@code strict} also if a
     *     patch deletes a missing statement or adds an existing one
     */
    public Result run(InputStream standardInput) {
        Set<Statement> statements =
                exists() ? StatementSet.read(file, DataFormat.NQ, null, standardInput) : new LinkedHashSet<>();
        PatchedDataset dataset = new PatchedDataset(statements, strict);
        apply(dataset, standardInput);
        new StatementFile(file, DataFormat.NQ).write(statements, OutputStream.nullOutputStream());
        return dataset.result();
    }

    private boolean exists() {
        try {
            return Files.exists(Path.of(file));
        } catch (InvalidPathException e) {
            throw new FileException(file, "is not a valid file name", e);
        }
    }

    private void apply(PatchedDataset dataset, InputStream standardInput) {
        String title = InputFile.title(patches);
        try {
            InputFile.read(patches, standardInput, in -> {
                PatchConversion.read(format, in, new VerifiedTerms(), dataset);
                return dataset;
            });
        } catch (IneffectiveRowException e) {
            throw new FileException(title, e.getMessage() + " " + file, e);
        } catch (IllegalArgumentException | UnwritableException e) {
            throw new FileException(title, "has a term that N-Quads cannot write: " + e.getMessage(), e);
        }
    }

    /** Thrown for a row without effect in strict mode. */
    static final class IneffectiveRowException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** @param reason reason without the name of the file, which the caller appends */
        IneffectiveRowException(String reason) {
            super(reason);
        }
    }
}
