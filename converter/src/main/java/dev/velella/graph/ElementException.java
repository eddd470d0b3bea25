package dev.velella.graph;

/** Thrown for an element without its key or its time. The message is one line and names the option to set. */
public final class ElementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message one line, with the option to set */
    public ElementException(String message) {
        super(message);
    }
}
