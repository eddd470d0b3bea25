package dev.velella.convert;

import dev.velella.document.format.UnwritableException;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.rdf.PatchHandler;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Takes patches row by row, and writes them. A row that it cannot write causes an {@link UnwritableException}, a
 * failure of the output an {@link java.io.UncheckedIOException}. Not thread-safe.
 */
interface PatchTarget extends PatchHandler {

    /** Begins the output. Called once, before all other methods, with the options of the input; null if it has none. */
    void begin(@Nullable JellyPatchOptions ofInput);

    /** Ends the output: writes the remaining data. Does not close the output. */
    void end() throws IOException;
}
