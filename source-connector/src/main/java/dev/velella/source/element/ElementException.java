package dev.velella.source.element;

/** An element that does not say what it must: its key or its time. The message is one line and says what to set. */
public final class ElementException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ElementException(String message) {
        super(message);
    }
}
