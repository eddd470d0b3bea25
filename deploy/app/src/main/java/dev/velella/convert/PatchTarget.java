package dev.velella.convert;

import dev.velella.document.format.UnwritableException;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.rdf.PatchHandler;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Takes patches row by row, and writes them. What it cannot write is an {@link UnwritableException}, a failure of the
 * output an {@link java.io.UncheckedIOException}. Not thread-safe.
 */
interface PatchTarget extends PatchHandler {

    /** Called once, before everything else, with the options of the input, where it has some. */
    void begin(@Nullable JellyPatchOptions ofInput);

    /** The input has ended: writes what is left. Does not close the output. */
    void end() throws IOException;
}
