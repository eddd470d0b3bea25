package dev.velella.jelly;

import dev.velella.rdf.PatchHandler;
import dev.velella.rdf.RdfPatch;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/** Reads patches of any size from a byte stream of Jelly-Patch, of every stream type and form. Not thread-safe. */
@SuppressWarnings("DoNotCallSuggester")
public final class JellyPatchStreamReader implements Closeable {

    /** Takes over the input: {@link #close} closes it. It need not be buffered. */
    public JellyPatchStreamReader(InputStream in, StreamForm form, ValueFactory values, Limits limits) {
        throw new UnsupportedOperationException();
    }

    /**
     * Hands the rows of the next frame to a handler, all of them or, where the frame is malformed, none.
     *
     * @return false at the end of the stream
     * @throws MalformedJellyException if the stream is malformed, cut, or above the limits; every later call throws it
     *     again
     */
    public boolean readFrame(PatchHandler handler) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * The next whole patch, or null at the end.
     *
     * @throws MalformedJellyException as {@link #readFrame}; also if a PUNCTUATED stream ends within a patch
     */
    public @Nullable RdfPatch next() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Options of the stream; empty before the first frame that has rows. */
    public Optional<JellyPatchOptions> options() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() throws IOException {
        throw new UnsupportedOperationException();
    }
}
