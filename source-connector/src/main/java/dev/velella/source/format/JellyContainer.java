package dev.velella.source.format;

import dev.velella.jelly.JellyStreamReader;
import dev.velella.jelly.format.JellyLimitException;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A stream of Jelly frames. Each frame is an element. Frames build on the frames before them, so all frames are
 * decoded.
 */
final class JellyContainer implements ElementContainer<RdfGraph> {
    private final InputStream decompressed;
    private final JellyStreamReader frames;
    private final ElementLimits limits;
    private long read;

    JellyContainer(InputStream decompressed, ElementLimits limits) {
        this.decompressed = decompressed;
        this.frames = new JellyStreamReader(decompressed, new VerifiedIris(), limits.frames());
        this.limits = limits;
    }

    @Override
    public @Nullable RdfGraph next() throws IOException {
        try {
            RdfGraph element = frames.next();
            read += element == null ? 0 : 1;
            return element;
        } catch (JellyLimitException e) {
            throw StatementCollector.tooMany(limits.statements());
        }
    }

    @Override
    public String place() {
        return "frame " + read;
    }

    @Override
    public void close() throws IOException {
        frames.close();
        decompressed.close();
    }
}
