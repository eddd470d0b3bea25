package dev.velella.jelly.rio;

import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.RDFParserFactory;

/** Makes parsers of Jelly-RDF for Rio. Thread-safe. */
public final class JellyParserFactory implements RDFParserFactory {

    @Override
    public RDFFormat getRDFFormat() {
        return JellyFormat.JELLY;
    }

    @Override
    public RDFParser getParser() {
        return new JellyParser();
    }
}
