package dev.velella.document.format;

import org.eclipse.rdf4j.rio.RDFHandler;

/**
 * Takes the statements of a text that may be a log of RDF Messages. A handler of another kind takes one graph only: for it a
 * log of several messages is an error.
 */
public interface MessageHandler extends RDFHandler {
    /** The text is a log. Called once, before the first message ends; statements of this message may have come already. */
    void messages();

    /** A message has ended, of which the statements since the last message were handed over; it may have none. */
    void endMessage();
}
