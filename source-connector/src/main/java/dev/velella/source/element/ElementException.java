package dev.velella.source.element;

/** Thrown for an element without its key or its time. The message is one line and names the option to set. */
public final class ElementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ElementException(String message) {
        super(message);
    }
}
