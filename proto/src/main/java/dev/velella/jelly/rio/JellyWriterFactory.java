package dev.velella.jelly.rio;

import java.io.OutputStream;
import java.io.Writer;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFWriter;
import org.eclipse.rdf4j.rio.RDFWriterFactory;

/** Makes writers of Jelly-RDF for Rio. Thread-safe. */
public final class JellyWriterFactory implements RDFWriterFactory {

    @Override
    public RDFFormat getRDFFormat() {
        return JellyFormat.JELLY;
    }

    @Override
    public RDFWriter getWriter(OutputStream out) {
        return new JellyWriter(out);
    }

    /** A writer; Jelly has no base IRI, so the second argument is ignored. */
    @Override
    public RDFWriter getWriter(OutputStream out, String baseUri) {
        return new JellyWriter(out);
    }

    /** @throws UnsupportedOperationException always: Jelly is binary and cannot be written as characters */
    @Override
    public RDFWriter getWriter(Writer writer) {
        throw new UnsupportedOperationException("Jelly is a binary format: write it to an OutputStream, not a Writer");
    }

    /** @throws UnsupportedOperationException always, as {@link #getWriter(Writer)} */
    @Override
    public RDFWriter getWriter(Writer writer, String baseUri) {
        return getWriter(writer);
    }
}
