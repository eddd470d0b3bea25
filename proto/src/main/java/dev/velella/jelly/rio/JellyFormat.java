package dev.velella.jelly.rio;

import org.eclipse.rdf4j.rio.RDFFormat;

/**
 * Jelly-RDF as a format of Rio: media type {@code application/x-jelly-rdf}, extension {@code .jelly}; with contexts,
 * namespaces and quoted triples. The format is binary and has no character set.
 *
 * <p>The reference implementation registers a format of the same media type and extension. If both are on the class
 * path, Rio may return either of them for a file name or media type. Both read and write the same bytes. The two
 * formats have different names, so that {@link #JELLY} always stands for the parser and writer of this package.
 */
public final class JellyFormat {
    /** The format; parser and writer are registered under it. */
    public static final RDFFormat JELLY = new RDFFormat(
            "Jelly-RDF",
            "application/x-jelly-rdf",
            null,
            "jelly",
            RDFFormat.SUPPORTS_NAMESPACES,
            RDFFormat.SUPPORTS_CONTEXTS,
            RDFFormat.SUPPORTS_RDF_STAR);

    private JellyFormat() {}
}
