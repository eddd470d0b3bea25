package dev.velella.source.format;

import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A file that is one document, and so one element. */
final class DocumentContainer implements ElementContainer<RdfGraph> {
    private final String name;
    private final InputStream decompressed;
    private final DocumentParser parser;
    private boolean ended;

    /** @param name the file's name without an extension of compression */
    DocumentContainer(String name, InputStream decompressed, ElementLimits limits) {
        this.name = name;
        this.decompressed = decompressed;
        this.parser = new DocumentParser(limits);
    }

    @Override
    public @Nullable RdfGraph next() throws IOException {
        if (ended) {
            return null;
        }
        RdfGraph element = parser.parse(name, decompressed);
        ended = true;
        drain();
        return element;
    }

    @Override
    public boolean skip() {
        boolean found = !ended;
        ended = true;
        return found;
    }

    @Override
    public void drain() throws IOException {
        decompressed.transferTo(OutputStream.nullOutputStream());
    }

    @Override
    public String place() {
        return "";
    }

    @Override
    public void close() throws IOException {
        decompressed.close();
    }
}
