package dev.velella.source.format;

import dev.velella.rdf.RdfGraph;
import java.io.IOException;

/** Base of the containers for files of lines. Owns the lines. Not thread-safe. */
abstract class LinesContainer implements ElementContainer<RdfGraph> {
    final FlatLines lines;
    final ElementLimits limits;

    LinesContainer(FlatLines lines, ElementLimits limits) {
        this.lines = lines;
        this.limits = limits;
    }

    @Override
    public final boolean skip() throws IOException {
        return next() != null;
    }

    @Override
    public final void drain() throws IOException {
        lines.drain();
    }

    @Override
    public final String place() {
        return "";
    }

    @Override
    public final void close() throws IOException {
        lines.close();
    }
}
