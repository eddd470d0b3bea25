package dev.velella.source.patchlog;

/** The log does not continue what was read. The message says what it has instead, as the second half of a sentence. */
final class LostLogException extends Exception {
    private static final long serialVersionUID = 1L;

    LostLogException(String message) {
        super(message);
    }
}
