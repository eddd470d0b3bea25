package dev.velella.convert;

import dev.velella.convert.file.InputFile;
import dev.velella.convert.file.OutputFile;
import dev.velella.diff.compare.RollingDiff;
import dev.velella.document.format.UnwritableException;
import dev.velella.failure.Causes;
import dev.velella.failure.FileException;
import dev.velella.rdf.PatchOperation;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of patches that is written as a whole or not at all, by {@link #commit}. An empty change gives no patch. A
 * file without patches still names its format, if the format allows that. Not thread-safe.
 */
public final class PatchOutput implements Closeable {
    private final String title;
    private final DataFormat format;
    private final JellySettings settings;
    private final OutputFile file;

    /** The target; null before the first patch. */
    private @Nullable PatchTarget target;

    /** @throws FileException if the file cannot be written */
    public PatchOutput(String name, DataFormat format, JellySettings settings, OutputStream standardOutput) {
        this.format = format;
        this.settings = settings;
        title = name.equals(InputFile.STANDARD) ? "standard output" : name;
        file = new OutputFile(name, standardOutput);
    }

    /**
     * Writes a patch.
     *
     * @throws FileException if the format or its options cannot carry it, or it cannot be written
     */
    public void write(RollingDiff change) {
        write(List.of(), change);
    }

    /**
     * Writes a patch with headers.
     *
     * @throws FileException if the format or its options cannot carry it, or it cannot be written
     */
    public void write(List<PatchOperation.Header> headers, RollingDiff change) {
        if (change.isEmpty()) {
            return;
        }
        try {
            PatchTarget open = open();
            headers.forEach(open::operation);
            for (PatchOperation row : change.toPatch().operations()) {
                open.operation(row);
            }
            open.endOfPatch();
        } catch (UnwritableException e) {
            throw new FileException(title, "cannot hold the patch: " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw new FileException(title, "cannot be written: " + Causes.rootMessage(e), e);
        }
    }

    private PatchTarget open() {
        if (target == null) {
            target = PatchConversion.target(format, settings, file.stream());
            target.begin(null);
        }
        return target;
    }

    /**
     * Puts the complete file in its place, after all patches are written.
     *
     * @throws FileException if that fails
     */
    public void commit() {
        try {
            open().end();
            file.commit();
        } catch (UnwritableException e) {
            throw new FileException(title, "cannot hold the patch: " + e.getMessage(), e);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private FileException failure(IOException e) {
        return new FileException(title, "cannot be written: " + InputFile.reason(e), e);
    }

    @Override
    public void close() {
        file.close();
    }
}
