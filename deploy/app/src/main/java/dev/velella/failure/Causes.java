package dev.velella.failure;

/** Finds the message of the innermost cause of an exception. */
public final class Causes {
    private Causes() {}

    /** Message of the innermost cause; its class name if it has no message. */
    public static String rootMessage(Throwable thrown) {
        Throwable cause = thrown;
        for (Throwable next = cause.getCause(); next != null; next = next.getCause()) {
            cause = next;
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getName() : message;
    }
}
