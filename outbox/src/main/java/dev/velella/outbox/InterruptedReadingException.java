package dev.velella.outbox;

import org.eclipse.rdf4j.sail.SailException;

/**
 * The thread was interrupted before anything of its commit was written. Not RDF4J's exception of this kind: servers before 5.2 do
 * not have its class.
 */
final class InterruptedReadingException extends SailException {
    private static final long serialVersionUID = 1L;

    InterruptedReadingException() {
        super("the thread was interrupted while it read the store");
    }
}
