package dev.velella.source.rdf4j;

/** The outbox does not continue what was read. The message says what it has instead, as the second half of a sentence. */
final class LostHistoryException extends Exception {
    private static final long serialVersionUID = 1L;

    LostHistoryException(String message) {
        super(message);
    }
}
