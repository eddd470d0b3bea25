package dev.velella.jelly;

import dev.velella.rdf.RdfGraph;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;

/** Reads the frames of a byte stream of Jelly-RDF, delimited or one bare frame, one after the other. */
public final class JellyStreamReader implements Closeable {
    public JellyStreamReader(InputStream in, ValueFactory values, Limits limits) {}

    /** The next frame's statements, or null at the end. */
    public @Nullable RdfGraph next() throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() throws IOException {}
}
